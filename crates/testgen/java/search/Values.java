package jacana.search;

import jacana.search.Wanted.Thing;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.StringJoiner;

/** Values by their words, and as Java expressions. */
final class Values {
    private static final Map<String, Class<?>> TYPES = Map.of("Z", boolean.class, "B", byte.class, "C", char.class, "S", short.class,
            "I", int.class, "J", long.class, "F", float.class, "D", double.class);

    private Values() {}

    static Object primitive(Class<?> type, String word) {
        return switch (type.getName()) {
            case "boolean" -> word.equals("true") || word.equals("1");
            case "byte" -> Byte.parseByte(word);
            case "char" -> (char) Integer.parseInt(word);
            case "short" -> Short.parseShort(word);
            case "int" -> Integer.parseInt(word);
            case "long" -> Long.parseLong(word);
            case "float" -> Float.intBitsToFloat(Integer.parseUnsignedInt(word.substring(1), 16));
            case "double" -> Double.longBitsToDouble(Long.parseUnsignedLong(word.substring(1), 16));
            default -> throw new IllegalArgumentException("no value of type " + type);
        };
    }

    /** A String, a box, a constant. */
    static Object of(Thing thing) {
        return switch (thing.kind) {
            case "string" -> thing.text;
            case "box" -> primitive(MethodType.methodType(named(thing.type)).unwrap().returnType(), thing.word);
            case "enum" -> constant(named(thing.type), thing.word);
            default -> throw new IllegalArgumentException("no value: " + thing.kind);
        };
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getName() + " has no constant " + name);
    }

    static Class<?> named(String name) {
        try {
            return Class.forName(name, true, Values.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException("no class " + name, missing);
        }
    }

    /** The class of an object of the heap. */
    static Class<?> classOf(Thing thing) {
        return thing.kind.equals("array") ? type(thing.type).arrayType() : named(thing.type);
    }

    /** An array of numbers, of values, or of such arrays, each of its own; null if something else is in it. */
    static Object array(Thing thing, Wanted wanted) {
        Class<?> type = type(thing.type);
        Object array = Array.newInstance(type, thing.length());
        for (Map.Entry<String, String> part : thing.parts.entrySet()) {
            Thing element = wanted.thing(part.getValue());
            Object value;
            if (element == null) {
                value = type.isPrimitive() ? primitive(type, part.getValue()) : null;
            } else if (element.isValue()) {
                value = of(element);
            } else {
                value = element.kind.equals("array") && wanted.uses(element) == 1 ? array(element, wanted) : null;
                if (value == null) {
                    return null;
                }
            }
            Array.set(array, Integer.parseInt(part.getKey()), value);
        }
        return array;
    }

    /** The same value; arrays are copied, with the arrays in them. */
    static Object copy(Object value) {
        if (value == null || !value.getClass().isArray()) {
            return value;
        }
        Object copy = Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
        for (int i = 0; i < Array.getLength(value); i++) {
            Array.set(copy, i, copy(Array.get(value, i)));
        }
        return copy;
    }

    /** By a descriptor with dots. */
    static Class<?> type(String descriptor) {
        return TYPES.containsKey(descriptor) ? TYPES.get(descriptor)
                : MethodType.fromMethodDescriptorString("()" + descriptor.replace('.', '/'), Values.class.getClassLoader()).returnType();
    }

    /** Null where there is no expression. */
    static String source(Object value, Names names) {
        if (value == null || value instanceof Boolean || value instanceof Integer) {
            return String.valueOf(value);
        }
        if (value instanceof Long number) {
            return number + "L";
        }
        if (value instanceof Byte || value instanceof Short) {
            return "(" + (value instanceof Byte ? "byte" : "short") + ") " + value;
        }
        if (value instanceof Character unit) {
            return "'" + escaped(unit) + "'";
        }
        if (value instanceof Float number) {
            return number.isNaN() ? "Float.NaN" : number.isInfinite() ? "Float." + (number > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : number + "f";
        }
        if (value instanceof Double number) {
            return number.isNaN() ? "Double.NaN" : number.isInfinite() ? "Double." + (number > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : number.toString();
        }
        if (value instanceof String text) {
            StringBuilder quoted = new StringBuilder("\"");
            text.chars().forEach(unit -> quoted.append(escaped((char) unit)));
            return quoted.append('"').toString();
        }
        if (value instanceof Enum<?> constant) {
            return names.type(constant.getDeclaringClass()) + "." + constant.name();
        }
        return value.getClass().isArray() && value.getClass().getComponentType().isPrimitive() ? array(value, names) : null;
    }

    /** An array as an expression; null where there is none. */
    static String array(Object array, Names names) {
        String elements = initializer(array, names);
        return elements == null ? null : "new " + names.type(array.getClass()) + " " + elements;
    }

    /** What stands behind the declaration of an array; null where something in it has no expression, or its class no name. */
    static String initializer(Object array, Names names) {
        if (!names.isVisible(array.getClass())) {
            return null;
        }
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < Array.getLength(array); i++) {
            Object element = Array.get(array, i);
            boolean isSmall = array.getClass().getComponentType().isPrimitive() && (element instanceof Byte || element instanceof Short);
            String shown = element != null && element.getClass().isArray() ? array(element, names) : isSmall ? element.toString() : source(element, names);
            if (shown == null) {
                return null;
            }
            text.add(shown);
        }
        return text.toString();
    }

    private static String escaped(char unit) {
        return switch (unit) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '"', '\'', '\\' -> "\\" + unit;
            default -> unit >= ' ' && unit <= '~' ? String.valueOf(unit) : String.format("\\u%04x", (int) unit);
        };
    }
}
