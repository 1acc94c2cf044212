package jacana;

import java.lang.reflect.Field;

/**
 * Reads fields that Java hides, for invariants of classes that are not ours ({@link InvariantOf}). A field is looked for in the class of the object, then
 * in those above it.
 */
public final class Inside {
    private Inside() {}

    public static Object reference(Object object, String field) {
        return UNSAFE.getObject(object, offset(object, field, Object.class));
    }

    public static int number(Object object, String field) {
        return UNSAFE.getInt(object, offset(object, field, int.class));
    }

    public static boolean truth(Object object, String field) {
        return UNSAFE.getBoolean(object, offset(object, field, boolean.class));
    }

    public static float fraction(Object object, String field) {
        return UNSAFE.getFloat(object, offset(object, field, float.class));
    }

    private static final sun.misc.Unsafe UNSAFE = unsafe();

    private static long offset(Object object, String name, Class<?> kind) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                if (kind.isPrimitive() ? field.getType() != kind : field.getType().isPrimitive()) {
                    throw new IllegalArgumentException(field + " is read as " + kind.getSimpleName());
                }
                return UNSAFE.objectFieldOffset(field);
            } catch (NoSuchFieldException above) {
                continue;
            }
        }
        throw new IllegalArgumentException(object.getClass().getName() + " has no field " + name);
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
