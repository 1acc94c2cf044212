package jacana;

/** Stands in for the native method: records the call and answers what the test wants. */
public final class Upcall {
    public static String last;
    public static Object answer;

    public static Object call(Class<?> type, String name, String descriptor, Object receiver, Object[] arguments) {
        last = type.getName() + "." + name + descriptor + " "
            + (receiver == null ? null : receiver.getClass().getSimpleName())
            + " " + java.util.Arrays.toString(arguments);
        return answer;
    }
}
