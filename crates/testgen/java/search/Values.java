package jacana.search;

import jacana.search.Wanted.Thing;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Map;

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

    private static String array(Object array, Names names) {
        StringBuilder text = new StringBuilder("new " + array.getClass().getComponentType() + "[] {");
        for (int i = 0; i < Array.getLength(array); i++) {
            text.append(i == 0 ? "" : ", ").append(source(Array.get(array, i), names));
        }
        return text.append("}").toString();
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
