import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What objects hold, private fields too, as a text: the same for heaps that nobody can tell apart. Of classes of the JDK it knows texts,
 * numbers and arrays; of their other objects it shows which they are, not what is in them.
 */
public final class HeapText {
    private static final int MOST_OBJECTS = 200;
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Object> found = new ArrayList<>();

    private HeapText() {}

    /** Objects in the order in which they are reached from these. */
    public static String of(Object... roots) {
        HeapText text = new HeapText();
        StringJoiner shown = new StringJoiner("; ");
        for (Object root : roots) {
            text.value(root);
        }
        for (int i = 0; i < text.found.size() && i < MOST_OBJECTS; i++) {
            shown.add(text.object(text.found.get(i)));
        }
        return shown.toString();
    }

    private String object(Object object) {
        StringJoiner parts = new StringJoiner(", ", value(object) + " {", "}");
        Class<?> type = object.getClass();
        if (type.isArray()) {
            for (int i = 0; i < Array.getLength(object) && i < MOST_OBJECTS; i++) {
                parts.add(value(Array.get(object, i)));
            }
            return parts.toString();
        }
        for (Class<?> above = type; above != null && !above.getModule().isNamed(); above = above.getSuperclass()) {
            for (Field field : above.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    parts.add(field.getName() + " = " + value(read(field, object)));
                }
            }
        }
        return parts.toString();
    }

    private static Object read(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException failure) {
            throw new LinkageError("a field that cannot be read", failure);
        }
    }

    private String value(Object value) {
        if (value == null || value instanceof Number && value.getClass().getName().startsWith("java.lang.") || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Character unit) {
            return "'" + (int) unit + "'";
        }
        if (value instanceof String) {
            return "\"" + value + "\"";
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        Integer number = numbers.putIfAbsent(value, found.size());
        if (number == null) {
            number = found.size();
            found.add(value);
        }
        return value.getClass().getSimpleName() + "#" + number;
    }
}
