package jacana.search;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fields of objects, whoever may see them. */
final class Memory {
    private static final sun.misc.Unsafe UNSAFE = unsafe();
    private static final Map<Class<?>, List<Cell>> CELLS = new HashMap<>();

    private Memory() {}

    /** A field of objects of some class; {@code name} is the class that declares it, a blank, and its own name. */
    record Cell(String name, Class<?> type, long offset) {
        Object of(Object object) {
            return switch (type.getName()) {
                case "boolean" -> UNSAFE.getBoolean(object, offset);
                case "byte" -> UNSAFE.getByte(object, offset);
                case "char" -> UNSAFE.getChar(object, offset);
                case "short" -> UNSAFE.getShort(object, offset);
                case "int" -> UNSAFE.getInt(object, offset);
                case "long" -> UNSAFE.getLong(object, offset);
                case "float" -> UNSAFE.getFloat(object, offset);
                case "double" -> UNSAFE.getDouble(object, offset);
                default -> UNSAFE.getObject(object, offset);
            };
        }
    }

    /** Those of the class and of the ones above it; none where the JVM does not tell. */
    static List<Cell> cells(Class<?> type) {
        List<Cell> known = CELLS.get(type);
        if (known == null) {
            known = new ArrayList<>();
            for (Class<?> above = type; above != null; above = above.getSuperclass()) {
                for (Field field : above.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !above.isRecord() && !above.isHidden()) {
                        known.add(new Cell(above.getName() + " " + field.getName(), field.getType(), UNSAFE.objectFieldOffset(field)));
                    }
                }
            }
            CELLS.put(type, known);
        }
        return known;
    }

    /** Objects that are what they say they are: nobody needs to look into them. */
    static boolean isValue(Object object) {
        return object instanceof String || object instanceof Number || object instanceof Boolean || object instanceof Character
                || object instanceof Enum || object instanceof Class || object instanceof ClassLoader || object instanceof Thread;
    }

    private static sun.misc.Unsafe unsafe() {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException failure) {
            throw new LinkageError("no Unsafe", failure);
        }
    }
}
