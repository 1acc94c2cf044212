package jacana.trial;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How one argument comes about: a value, or a way to make an object with its arguments and the calls that follow. */
final class Node {
    enum Sort { NULL, SAME, VALUE, BOX, TEXT, NUMBERS, ELEMENTS, WAY }

    /** An object could not be made so. */
    static final class Impossible extends Exception {
        Impossible() {
            super(null, null, false, false);
        }
    }

    /** What it was drawn for; calls have none. */
    final Grammar.Kind kind;
    Sort sort = Sort.NULL;
    /** What it is an array of, or a number of. */
    String descriptor = "";
    Grammar.Kind elements;
    /** Of an object that was made before, its label. */
    Object value;
    /** By which others mean the object that is made of this; 0 if none does. */
    int label;
    Grammar.Way way;
    /** Arguments, after the object that has the method; elements. */
    List<Node> parts = new ArrayList<>();
    List<Node> steps = new ArrayList<>();

    Node(Grammar.Kind kind) {
        this.kind = kind;
    }

    Node copy() {
        Node copy = new Node(kind);
        copy.take(this);
        return copy;
    }

    /** Becomes what the other is; who means this means that now. */
    void take(Node other) {
        sort = other.sort;
        descriptor = other.descriptor;
        elements = other.elements;
        value = other.value;
        way = other.way;
        label = other.label == 0 ? label : other.label;
        parts = copies(other.parts);
        steps = copies(other.steps);
    }

    /** Whether it is what an object of the same type answers: that one may do as well. */
    boolean isOfItsKind() {
        return sort == Sort.WAY && kind != null && way.of != null && way.of.descriptor.equals(kind.descriptor);
    }

    private static List<Node> copies(List<Node> nodes) {
        List<Node> copies = new ArrayList<>(nodes.size());
        nodes.forEach(node -> copies.add(node.copy()));
        return copies;
    }

    /** Itself and all inside of it. */
    void collect(List<Node> all) {
        all.add(this);
        parts.forEach(part -> part.collect(all));
        steps.forEach(step -> step.collect(all));
    }

    /** With the objects that were made before, by their labels. */
    Object make(Grammar grammar, Map<Integer, Object> earlier) throws Throwable {
        Object made = made(grammar, earlier);
        if (label != 0) {
            earlier.put(label, made);
        }
        return made;
    }

    private Object made(Grammar grammar, Map<Integer, Object> earlier) throws Throwable {
        switch (sort) {
            case NULL -> {
                return null;
            }
            case SAME -> {
                if (!earlier.containsKey(value)) {
                    throw new Impossible();
                }
                return earlier.get(value);
            }
            case VALUE, BOX, TEXT -> {
                return value;
            }
            case NUMBERS -> {
                int length = Array.getLength(value);
                Object copy = Array.newInstance(value.getClass().getComponentType(), length);
                System.arraycopy(value, 0, copy, 0, length);
                return copy;
            }
            case ELEMENTS -> {
                Object array = Array.newInstance(grammar.type(descriptor).getComponentType(), parts.size());
                for (int at = 0; at < parts.size(); at++) {
                    Array.set(array, at, parts.get(at).make(grammar, earlier));
                }
                return array;
            }
            default -> {
                Object made = call(grammar, earlier, null);
                if (made == null) {
                    throw new Impossible();
                }
                for (Node step : steps) {
                    step.call(grammar, earlier, made);
                }
                return made;
            }
        }
    }

    /** Of an object that is there, or of the one that comes before the arguments. */
    Object call(Grammar grammar, Map<Integer, Object> earlier, Object of) throws Throwable {
        int first = of == null && way.of != null ? 1 : 0;
        Object holder = first == 1 ? parts.get(0).make(grammar, earlier) : of;
        Object[] arguments = new Object[parts.size() - first];
        for (int at = 0; at < arguments.length; at++) {
            arguments[at] = parts.get(first + at).make(grammar, earlier);
        }
        return way.make(holder, arguments);
    }

    void write(StringBuilder out) {
        if (label != 0) {
            out.append(" L").append(label);
        }
        switch (sort) {
            case NULL -> out.append(" N");
            case SAME -> out.append(" S").append(value);
            case VALUE -> out.append(" V").append(descriptor).append(':').append(bits(value));
            case BOX -> out.append(" B").append(descriptor).append(':').append(bits(value));
            case TEXT -> {
                out.append(" T:");
                ((String) value).chars().forEach(unit -> out.append(String.format("%04x", unit)));
            }
            case NUMBERS -> {
                out.append(" A").append(descriptor.charAt(1)).append(':');
                for (int at = 0; at < Array.getLength(value); at++) {
                    out.append(at == 0 ? "" : ",").append(bits(Array.get(value, at)));
                }
            }
            case ELEMENTS -> {
                out.append(" E:").append(parts.size()).append(':').append(descriptor);
                parts.forEach(part -> part.write(out));
            }
            case WAY -> {
                out.append(" W").append(way.id).append(':').append(steps.size());
                parts.forEach(part -> part.write(out));
                steps.forEach(step -> step.write(out));
            }
        }
    }

    private static long bits(Object number) {
        if (number instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (number instanceof Character unit) {
            return unit;
        }
        if (number instanceof Float real) {
            return Float.floatToRawIntBits(real);
        }
        if (number instanceof Double real) {
            return Double.doubleToRawLongBits(real);
        }
        return ((Number) number).longValue();
    }

    /** Of units in hexadecimal. */
    static String text(String units) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at + 4 <= units.length(); at += 4) {
            text.append((char) Integer.parseInt(units.substring(at, at + 4), 16));
        }
        return text.toString();
    }
}
