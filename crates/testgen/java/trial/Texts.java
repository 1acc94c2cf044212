package jacana.trial;

/** Draws texts, and changes those that were drawn. */
final class Texts {
    private static final int LONGEST = 60;
    private static final String SIGNS = "aAzZ0159 .,:;-+_#*/\\'\"()[]{}<>=%$@!?&|^~\t\n\u00e9\u4e00";

    private final Grammar grammar;
    private final RandomArguments source;
    private final String letters;

    Texts(Grammar grammar, RandomArguments source) {
        this.grammar = grammar;
        this.source = source;
        StringBuilder units = new StringBuilder();
        grammar.texts.stream().filter(text -> text.length() < 12).forEach(units::append);
        grammar.numbers.stream().filter(number -> number > ' ' && number < 127).forEach(number -> units.append((char) number.intValue()));
        letters = units.toString();
    }

    char unit() {
        return !letters.isEmpty() && source.chance(50) ? letters.charAt(source.random.nextInt(letters.length())) : SIGNS.charAt(source.random.nextInt(SIGNS.length()));
    }

    String any() {
        int percent = source.random.nextInt(100);
        if (percent < 60) {
            return grammar.texts.get(source.random.nextInt(grammar.texts.size()));
        }
        if (percent < 65) {
            return "";
        }
        if (percent < 75) {
            return String.valueOf(source.whole());
        }
        if (percent < 78) {
            return String.valueOf(source.real());
        }
        StringBuilder text = new StringBuilder();
        for (int length = source.random.nextInt(6); length >= 0; length--) {
            text.append(unit());
        }
        return text.toString();
    }

    String other(String text) {
        int at = source.random.nextInt(text.length() + 1);
        int end = at + source.random.nextInt(text.length() - at + 1);
        String other = switch (source.random.nextInt(8)) {
            case 0, 1 -> text.substring(0, at) + unit() + text.substring(at);
            case 2 -> text.substring(0, at) + text.substring(end);
            case 3 -> at < text.length() ? text.substring(0, at) + unit() + text.substring(at + 1) : text + unit();
            case 4 -> text.substring(0, at) + any() + text.substring(at);
            case 5 -> text + text.substring(at, end);
            case 6 -> source.chance(50) ? text.toUpperCase() : text.toLowerCase();
            default -> any();
        };
        return other.length() > LONGEST ? other.substring(0, LONGEST) : other;
    }
}
