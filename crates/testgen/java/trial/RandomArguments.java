package jacana.trial;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws arguments, and changes those that were drawn. */
final class RandomArguments {
    /** Objects inside of objects; behind that what needs least is taken. */
    private static final int DEPTH = 3;
    private static final int STEPS = 4;
    private static final int ELEMENTS = 4;
    /** Percent of the collections among the arguments. */
    private static final int FILLED = 30;
    /** Another way is drawn so often where one does not work. */
    private static final int AGAIN = 4;
    /** Percent of the arguments that are null: some objects can be made of little else. */
    private static final int FEW = 4;
    private static final int MANY = 60;
    /** Percent of the calls in which a text is a name of something that an object has. */
    private static final int NAMED = 8;
    /** Percent of the arguments that were given before, where that found something. */
    private static final int KNOWN = 25;
    /** Arguments that are all drawn, and percent of those where there are more: what has many answers is asked for few. */
    private static final int LARGE = 6;
    private static final int OF_LARGE = 30;
    private static final long[] USUAL = {
        0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 23, 24, 31, 32, 59, 60, 63, 64, 99, 100, 127, 128, 255, 256, 365, 1000, 2000, 65535,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE,
    };
    private static final double[] REALS = {
        0, 1, -1, 0.5, -0.0, 2, 10, 1.5, -2.5, 100, 0.001, 1e-10, 1e10, 1e300, 3.14159, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE,
    };

    final Random random;
    /** Whether calls before the test are drawn. */
    boolean withSteps;
    private final Grammar grammar;
    private final Texts texts;
    private final Names names;
    private final Pool pool;
    private final Twice twice;
    private int nulls = FEW;

    RandomArguments(Grammar grammar, long seed) {
        this.grammar = grammar;
        random = new Random(seed);
        names = new Names(grammar, random);
        pool = new Pool(grammar, random);
        twice = new Twice(grammar, this);
        texts = new Texts(grammar, this);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    RandomCall fresh(Grammar.Tested tested) {
        nulls = chance(10) ? MANY : FEW;
        List<Node> arguments = new ArrayList<>();
        if (tested.call.of != null) {
            Node receiver = draw(tested.call.of, 0);
            addSteps(receiver, 20);
            arguments.add(receiver);
        }
        for (Grammar.Kind kind : tested.call.parameters) {
            Node argument = draw(kind, 1);
            populate(argument);
            arguments.add(argument);
        }
        RandomCall drawn = new RandomCall(tested, arguments);
        twice.give(drawn);
        giveNames(drawn);
        return drawn;
    }

    /** The same with something else. */
    RandomCall changed(RandomCall drawn) {
        nulls = FEW;
        RandomCall copy = drawn.copy();
        int times = 1 + (chance(40) ? random.nextInt(3) : 0);
        for (int time = 0; time < times; time++) {
            List<Node> nodes = copy.nodes();
            if (!nodes.isEmpty()) {
                change(nodes.get(random.nextInt(nodes.size())));
            }
        }
        twice.give(copy);
        giveNames(copy);
        return copy;
    }

    private void giveNames(RandomCall drawn) {
        if (chance(NAMED)) {
            names.give(drawn);
        }
    }

    /** An array of objects with so many elements. */
    void resize(Node node, int size) {
        while (node.parts.size() > size) {
            node.parts.remove(node.parts.size() - 1);
        }
        while (node.parts.size() < size && node.elements != null) {
            node.parts.add(node.parts.isEmpty() || chance(50) ? draw(node.elements, 2) : node.parts.get(node.parts.size() - 1).copy());
        }
    }

    void change(Node node) {
        if (node.kind == null) {
            // A call: its arguments are nodes of their own.
            return;
        }
        if (node.sort == Node.Sort.WAY && !node.way.steps.isEmpty() && chance(60)) {
            int at = node.steps.isEmpty() ? 0 : random.nextInt(node.steps.size());
            if (!node.steps.isEmpty() && chance(30)) {
                node.steps.remove(at);
            } else if (!node.steps.isEmpty() && node.steps.size() < STEPS && chance(30)) {
                // Once more.
                node.steps.add(node.steps.get(at).copy());
            } else {
                addStep(node);
            }
            return;
        }
        if (chance(75)) {
            switch (node.sort) {
                case VALUE, BOX -> {
                    node.value = near(node.descriptor, node.value);
                    return;
                }
                case TEXT -> {
                    node.value = texts.other((String) node.value);
                    return;
                }
                case NUMBERS -> {
                    node.value = otherNumbers(node.value, node.descriptor.substring(1));
                    return;
                }
                case ELEMENTS -> {
                    if (!node.parts.isEmpty() && chance(40)) {
                        node.parts.remove(random.nextInt(node.parts.size()));
                    } else if (node.elements != null) {
                        node.parts.add(random.nextInt(node.parts.size() + 1), draw(node.elements, 2));
                    }
                    return;
                }
                default -> {}
            }
        }
        node.take(draw(node.kind, 1));
        populate(node);
    }

    /** An empty collection shows little, and one element not much more. */
    private void populate(Node node) {
        if (node.kind.descriptor.startsWith("Ljava/util/") && chance(FILLED)) {
            addSteps(node, 60);
        }
    }

    /** What is done once is often done again, to fill something. */
    private void addSteps(Node node, int percent) {
        boolean again = chance(percent);
        while (chance(again ? 80 : 40) && node.steps.size() < STEPS) {
            addStep(node, again);
        }
    }

    private void addStep(Node node) {
        addStep(node, chance(40));
    }

    private void addStep(Node node, boolean again) {
        if (!withSteps || node.sort != Node.Sort.WAY || node.way.steps.isEmpty() || node.steps.size() >= STEPS) {
            return;
        }
        Grammar.Way way = again && !node.steps.isEmpty() ? node.steps.get(node.steps.size() - 1).way : node.way.steps.get(random.nextInt(node.way.steps.size()));
        Node step = new Node(null);
        step.sort = Node.Sort.WAY;
        step.way = way;
        for (Grammar.Kind kind : way.parameters) {
            step.parts.add(draw(kind, 2));
        }
        node.steps.add(step);
    }

    private Node draw(Grammar.Kind kind, int depth) {
        Node node = new Node(kind);
        if (kind.isNullable() && depth > 0 && chance(nulls)) {
            return node;
        }
        Node known = withSteps && kind.isNullable() && chance(KNOWN) ? pool.any(kind) : null;
        if (known != null) {
            node.take(known);
        } else {
            fill(node, kind, depth);
        }
        return node;
    }

    /** The call found something: others may have its arguments. */
    void learn(RandomCall call, boolean returned) {
        pool.add(call, returned);
    }

    private void fill(Node node, Grammar.Kind kind, int depth) {
        String descriptor = kind.descriptor;
        if (descriptor.length() == 1) {
            set(node, Node.Sort.VALUE, descriptor, number(descriptor));
        } else if (kind.isText()) {
            set(node, Node.Sort.TEXT, descriptor, texts.any());
        } else if (kind.isBox()) {
            String letter = Grammar.BOXES.get(descriptor).toString();
            set(node, Node.Sort.BOX, letter, number(letter));
        } else if (descriptor.startsWith("[") && descriptor.length() == 2) {
            set(node, Node.Sort.NUMBERS, descriptor, numbers(descriptor.substring(1)));
        } else if (descriptor.startsWith("[")) {
            set(node, Node.Sort.ELEMENTS, descriptor, null);
            node.elements = kind.element;
            int length = kind.element == null || depth > DEPTH ? 0 : random.nextInt(ELEMENTS);
            for (int at = 0; at < length; at++) {
                node.parts.add(draw(kind.element, depth + 1));
            }
        } else if (!kind.alternatives.isEmpty()) {
            Object alternative = alternative(kind, depth);
            if (alternative == null) {
                return;
            }
            if (alternative instanceof Grammar.Kind other) {
                fill(node, other, depth + 1);
                return;
            }
            Grammar.Way way = (Grammar.Way) alternative;
            set(node, Node.Sort.WAY, descriptor, null);
            node.way = way;
            if (way.of != null) {
                node.parts.add(draw(way.of, depth + 1));
            }
            boolean isLarge = way.parameters.size() > LARGE;
            for (Grammar.Kind parameter : way.parameters) {
                node.parts.add(isLarge && !chance(OF_LARGE) ? nothing(parameter) : draw(parameter, depth + 1));
            }
            if (depth < 2 && chance(30)) {
                addStep(node);
            }
        }
    }

    private static Node nothing(Grammar.Kind kind) {
        Node node = new Node(kind);
        if (kind.descriptor.length() == 1) {
            set(node, Node.Sort.VALUE, kind.descriptor, narrowed(kind.descriptor, 0));
        }
        return node;
    }

    /** Far from the arguments what needs least and works, if there is such a thing. */
    private Object alternative(Grammar.Kind kind, int depth) {
        if (depth > DEPTH) {
            return kind.alternatives.stream().filter(one -> !isHopeless(one)).findFirst().orElse(null);
        }
        Object chosen = kind.alternatives.get(likelyFirst(kind.alternatives.size()));
        for (int again = 0; again < AGAIN && isHopeless(chosen); again++) {
            chosen = kind.alternatives.get(random.nextInt(kind.alternatives.size()));
        }
        return chosen;
    }

    private static boolean isHopeless(Object alternative) {
        if (alternative instanceof Grammar.Kind kind) {
            boolean isPlain = kind.alternatives.isEmpty();
            return !isPlain && kind.alternatives.stream().allMatch(one -> one instanceof Grammar.Way way && way.isHopeless());
        }
        return ((Grammar.Way) alternative).isHopeless();
    }

    private static void set(Node node, Node.Sort sort, String descriptor, Object value) {
        node.sort = sort;
        node.descriptor = descriptor;
        node.value = value;
    }

    /** A place in a list in which the first ones are the usual ones. */
    private int likelyFirst(int size) {
        return chance(50) ? random.nextInt(Math.min(size, 3)) : random.nextInt(size);
    }

    private Object number(String letter) {
        return switch (letter.charAt(0)) {
            case 'Z' -> random.nextBoolean();
            case 'F' -> (float) real();
            case 'D' -> real();
            case 'C' -> texts.unit();
            default -> narrowed(letter, whole());
        };
    }

    static Object narrowed(String letter, long number) {
        return switch (letter.charAt(0)) {
            case 'B' -> (byte) number;
            case 'S' -> (short) number;
            case 'C' -> (char) number;
            case 'I' -> (int) number;
            case 'F' -> (float) number;
            case 'D' -> (double) number;
            case 'Z' -> (number & 1) != 0;
            default -> number;
        };
    }

    long whole() {
        int percent = random.nextInt(100);
        if (percent < 45) {
            return random.nextInt(12) - 2;
        }
        if (percent < 70 && !grammar.numbers.isEmpty()) {
            return grammar.numbers.get(random.nextInt(grammar.numbers.size())) + (chance(20) ? random.nextInt(3) - 1 : 0);
        }
        if (percent < 92) {
            return USUAL[random.nextInt(USUAL.length)] * (chance(20) ? -1 : 1);
        }
        return percent < 96 ? random.nextInt() : random.nextLong();
    }

    double real() {
        int percent = random.nextInt(100);
        if (percent < 25 && !grammar.reals.isEmpty()) {
            return grammar.reals.get(random.nextInt(grammar.reals.size()));
        }
        if (percent < 60) {
            return REALS[random.nextInt(REALS.length)];
        }
        return percent < 80 ? whole() : random.nextGaussian() * 1000;
    }

    private Object near(String letter, Object value) {
        if (chance(30) || letter.equals("Z")) {
            return number(letter);
        }
        if (value instanceof Float || value instanceof Double) {
            double real = ((Number) value).doubleValue();
            double other = switch (random.nextInt(5)) {
                case 0 -> real + 1;
                case 1 -> real - 1;
                case 2 -> -real;
                case 3 -> real * 10;
                default -> real / 3;
            };
            return value instanceof Float ? (Object) (float) other : (Object) other;
        }
        long number = value instanceof Character unit ? unit : ((Number) value).longValue();
        return narrowed(letter, switch (random.nextInt(6)) {
            case 0 -> number + 1;
            case 1 -> number - 1;
            case 2 -> -number;
            case 3 -> number * 2;
            case 4 -> number / 2;
            default -> number ^ 1L << random.nextInt(40);
        });
    }

    private Object numbers(String letter) {
        int length = random.nextInt(ELEMENTS + 1);
        Object array = array(letter, length);
        for (int at = 0; at < length; at++) {
            Array.set(array, at, number(letter));
        }
        return array;
    }

    private static Object array(String letter, int length) {
        return Array.newInstance(Grammar.primitive(letter.charAt(0)), length);
    }

    private Object otherNumbers(Object numbers, String letter) {
        int length = Array.getLength(numbers);
        if (length == 0 || chance(30)) {
            return length < 10 ? resized(numbers, letter, length + 1) : numbers(letter);
        }
        if (chance(30)) {
            return resized(numbers, letter, length - 1);
        }
        Object copy = resized(numbers, letter, length);
        int at = random.nextInt(length);
        Array.set(copy, at, near(letter, Array.get(copy, at)));
        return copy;
    }

    Object resized(Object numbers, String letter, int length) {
        Object copy = array(letter, length);
        int common = Math.min(length, Array.getLength(numbers));
        System.arraycopy(numbers, 0, copy, 0, common);
        for (int at = common; at < length; at++) {
            Array.set(copy, at, number(letter));
        }
        return copy;
    }

    /** Simpler ones, each with one thing less. */
    List<RandomCall> simpler(RandomCall drawn) {
        List<RandomCall> all = new ArrayList<>();
        int count = drawn.nodes().size();
        for (int at = 0; at < count; at++) {
            Node node = drawn.nodes().get(at);
            for (int step = 0; step < node.steps.size(); step++) {
                RandomCall copy = drawn.copy();
                copy.nodes().get(at).steps.remove(step);
                all.add(copy);
            }
            if (node.isOfItsKind()) {
                RandomCall copy = drawn.copy();
                Node whole = copy.nodes().get(at);
                whole.take(whole.parts.get(0));
                all.add(copy);
            }
            if (node.sort == Node.Sort.WAY && node.way.parameters.size() > LARGE) {
                for (int part = 0; part < node.parts.size(); part++) {
                    if (node.parts.get(part).sort != Node.Sort.NULL && node.parts.get(part).kind.isNullable()) {
                        RandomCall copy = drawn.copy();
                        Node plain = copy.nodes().get(at).parts.get(part);
                        plain.take(nothing(plain.kind));
                        all.add(copy);
                    }
                }
            }
            if (node.sort == Node.Sort.ELEMENTS) {
                for (int part = 0; part < node.parts.size(); part++) {
                    RandomCall copy = drawn.copy();
                    copy.nodes().get(at).parts.remove(part);
                    all.add(copy);
                }
            }
            Object simple = simple(node);
            if (simple != null && !simple.equals(node.value)) {
                RandomCall copy = drawn.copy();
                copy.nodes().get(at).value = simple;
                all.add(copy);
            }
        }
        return all;
    }

    private Object simple(Node node) {
        return switch (node.sort) {
            case TEXT -> ((String) node.value).isEmpty() ? null : ((String) node.value).substring(0, ((String) node.value).length() / 2);
            case NUMBERS -> Array.getLength(node.value) == 0 ? null : resized(node.value, node.descriptor.substring(1), Array.getLength(node.value) - 1);
            case VALUE -> narrowed(node.descriptor, 0);
            default -> null;
        };
    }
}
