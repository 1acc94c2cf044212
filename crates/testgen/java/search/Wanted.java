package jacana.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A case: the heap that a method finds, as far as it matters, and what the method does then. Its lines are orders of HeapReplay,
 * and
 *
 * <pre>
 * any-field ID CLASS NAME      the field may hold anything
 * any-element ID INDEX         so may the element
 * unexplored ID                any object of the class would do
 * argument VALUE               of the method, the receiver first
 * argument any VALUE           the same, and anything else would do
 * broken CLASS NAME static|-   afterwards this invariant does not hold of the first argument
 * seen                         what the method does is found out by calling it
 * seen whole                   the same, and everything that the objects hold afterwards is to be told
 * </pre>
 */
final class Wanted {
    final String number;
    /** A dotted class name; null if the method returns. */
    String thrown;
    final Map<String, Thing> things = new LinkedHashMap<>();
    final List<Argument> arguments = new ArrayList<>();
    final List<String> orders = new ArrayList<>();
    boolean hasGlobals;
    String[] broken;
    boolean isSeen;
    boolean isWhole;

    /** An object of the heap. */
    static final class Thing {
        final String id;
        /** new, array, string, box, enum */
        final String kind;
        /** Class, or type of the elements. */
        final String type;
        /** Value of a box, name of a constant, length of an array. */
        final String word;
        final String text;
        boolean isExplored = true;
        /** By class and name, or by index. */
        final Map<String, String> parts = new LinkedHashMap<>();

        Thing(String id, String kind, String type, String word, String text) {
            this.id = id;
            this.kind = kind;
            this.type = type;
            this.word = word;
            this.text = text;
        }

        boolean isValue() {
            return kind.equals("string") || kind.equals("box") || kind.equals("enum");
        }

        int length() {
            return Integer.parseInt(word);
        }
    }

    record Argument(String value, boolean isAny) {}

    Wanted(String number, String thrown) {
        this.number = number;
        this.thrown = thrown;
    }

    void read(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "any-field" -> things.get(words[1]).parts.remove(words[2] + " " + words[3]);
            case "any-element" -> things.get(words[1]).parts.remove(words[2]);
            case "unexplored" -> things.get(words[1]).isExplored = false;
            case "argument" -> arguments.add(new Argument(words[words.length - 1], words.length > 2));
            case "broken" -> broken = words;
            case "seen" -> {
                isSeen = true;
                isWhole = words.length > 1;
            }
            default -> {
                orders.add(line);
                order(line, words);
            }
        }
    }

    private void order(String line, String[] words) {
        switch (words[0]) {
            case "new" -> add(new Thing(words[1], "new", words[2], "", ""));
            case "array" -> add(new Thing(words[1], "array", words[2], words[3], ""));
            case "string" -> add(new Thing(words[1], "string", "java.lang.String", "", unquoted(line.substring(line.indexOf('"')))));
            case "box" -> add(new Thing(words[1], "box", words[2], words[3], ""));
            case "enum" -> add(new Thing(words[1], "enum", words[2], words[3], ""));
            case "field" -> things.get(words[1]).parts.put(words[2] + " " + words[3], words[4]);
            case "element" -> things.get(words[1]).parts.put(words[2], words[3]);
            case "static" -> hasGlobals = true;
            default -> throw new IllegalArgumentException("no such order: " + line);
        }
    }

    private void add(Thing thing) {
        things.put(thing.id, thing);
    }

    /** Null for what is no reference. */
    Thing thing(String value) {
        return value.startsWith("@") ? things.get(value.substring(1)) : null;
    }

    /** How many arguments, fields and elements hold this object. */
    long uses(Thing thing) {
        String value = "@" + thing.id;
        long parts = things.values().stream().flatMap(other -> other.parts.values().stream()).filter(value::equals).count();
        return parts + arguments.stream().filter(argument -> argument.value().equals(value)).count();
    }

    /** The objects among the arguments. */
    Set<Thing> roots() {
        Set<Thing> roots = new LinkedHashSet<>();
        for (Argument argument : arguments) {
            if (thing(argument.value()) != null) {
                roots.add(thing(argument.value()));
            }
        }
        return roots;
    }

    /** What is reached from there, itself first. */
    Set<Thing> reached(Thing from) {
        Set<Thing> reached = new LinkedHashSet<>();
        List<Thing> waiting = new ArrayList<>(List.of(from));
        while (!waiting.isEmpty()) {
            Thing thing = waiting.remove(0);
            if (reached.add(thing)) {
                for (String part : thing.parts.values()) {
                    if (thing(part) != null) {
                        waiting.add(thing(part));
                    }
                }
            }
        }
        return reached;
    }

    /** Fields that matter in some object, and "[]" if elements do. */
    static Set<String> relevant(Iterable<Thing> things) {
        Set<String> relevant = new HashSet<>();
        for (Thing thing : things) {
            if (thing.kind.equals("array")) {
                if (!thing.parts.isEmpty()) {
                    relevant.add("[]");
                }
            } else {
                relevant.addAll(thing.parts.keySet());
            }
        }
        return relevant;
    }

    private static String unquoted(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 1; i < text.length() - 1; i += 6) {
            plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        }
        return plain.toString();
    }
}
