package jacana.trial;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Values as Java expressions, where there is one that is equal to them. */
final class Literals {
    /** Longer text is not asserted word by word. */
    private static final int TEXT = 200;
    private static final int ELEMENTS = 32;
    /** `Map.of` takes no more. */
    private static final int PAIRS = 10;

    private Literals() {}

    /** An array of numbers or texts; nothing if it is long or has other elements. */
    static String elements(Object array) {
        Class<?> component = array.getClass().getComponentType();
        int length = Array.getLength(array);
        if (length > ELEMENTS || !component.isPrimitive() && component != String.class) {
            return null;
        }
        List<Object> all = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            all.add(Array.get(array, at));
        }
        List<String> texts = each(all);
        return texts == null ? null : "new " + component.getSimpleName() + "[] {" + String.join(", ", texts) + "}";
    }

    /** A collection, a map, an optional value or a number of any size, equal to the value whatever its class. */
    static String whole(Object value) {
        if (value instanceof BigDecimal || value instanceof BigInteger) {
            return "new " + value.getClass().getCanonicalName() + "(\"" + value + "\")";
        }
        if (value instanceof Optional<?> optional) {
            String content = optional.isEmpty() ? "" : literal(optional.get());
            return content == null ? null : "java.util.Optional." + (optional.isEmpty() ? "empty()" : "of(" + content + ")");
        }
        if (value instanceof List<?> list) {
            List<String> texts = list.size() > ELEMENTS ? null : each(list);
            return texts == null ? null : (contains(list) ? "java.util.Arrays.asList(" : "java.util.List.of(") + joined(texts, list) + ")";
        }
        if (value instanceof Set<?> set) {
            List<String> texts = set.size() > ELEMENTS || contains(set) ? null : each(set);
            return texts == null ? null : "java.util.Set.of(" + String.join(", ", texts.stream().sorted().toList()) + ")";
        }
        return value instanceof Map<?, ?> map ? pairs(map) : null;
    }

    /** A list of nothing but null would be no list, but null. */
    private static String joined(List<String> texts, List<?> list) {
        return list.size() == 1 && list.get(0) == null ? "(Object) null" : String.join(", ", texts);
    }

    private static String pairs(Map<?, ?> map) {
        if (map.size() > PAIRS || contains(map.keySet()) || contains(map.values())) {
            return null;
        }
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = literal(entry.getKey());
            String value = literal(entry.getValue());
            if (key == null || value == null) {
                return null;
            }
            pairs.add(key + ", " + value);
        }
        pairs.sort(null);
        return "java.util.Map.of(" + String.join(", ", pairs) + ")";
    }

    /** Is there a null in it? Some collections may not be asked. */
    private static boolean contains(Collection<?> all) {
        for (Object one : all) {
            if (one == null) {
                return true;
            }
        }
        return false;
    }

    private static List<String> each(Collection<?> all) {
        List<String> texts = new ArrayList<>();
        for (Object one : all) {
            String text = one == null ? "null" : literal(one);
            if (text == null) {
                return null;
            }
            texts.add(text);
        }
        return texts;
    }

    static String literal(Object value) {
        if (value instanceof Integer || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Short || value instanceof Byte) {
            return "(" + (value instanceof Short ? "short" : "byte") + ") " + value;
        }
        if (value instanceof Character unit) {
            return "'" + escaped(unit) + "'";
        }
        if (value instanceof Double number) {
            return Double.isNaN(number) ? "Double.NaN" : Double.isInfinite(number) ? "Double." + (number > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : number.toString();
        }
        if (value instanceof Float number) {
            return Float.isNaN(number) ? "Float.NaN" : Float.isInfinite(number) ? "Float." + (number > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : number + "f";
        }
        if (value instanceof String text && text.length() <= TEXT && !Local.isIn(text)) {
            StringBuilder quoted = new StringBuilder("\"");
            text.chars().forEach(unit -> quoted.append(unit == '\'' ? "'" : escaped((char) unit)));
            return quoted.append('"').toString();
        }
        if (value instanceof Enum<?> constant && Modifier.isPublic(constant.getDeclaringClass().getModifiers()) && constant.getDeclaringClass().getCanonicalName() != null) {
            return constant.getDeclaringClass().getCanonicalName() + "." + constant.name();
        }
        return null;
    }

    private static String escaped(char unit) {
        switch (unit) {
            case '\n': return "\\n";
            case '\r': return "\\r";
            case '\t': return "\\t";
            case '"': return "\\\"";
            case '\'': return "\\'";
            case '\\': return "\\\\";
            default: return unit >= ' ' && unit < 127 ? String.valueOf(unit) : String.format("\\u%04x", (int) unit);
        }
    }
}
