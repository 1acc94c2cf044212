package jacana;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Inputs of a program. Under {@code jacana verify} each call answers with every value of its type. Under plain {@code java} the
 * values come from the system property {@code jacana.inputs}, in the order of the calls, separated by commas:
 * {@code java -Djacana.inputs=5,true,hello Main}.
 */
public final class Jacana {
    private static Queue<String> given;

    private Jacana() {}

    /** Executions in which the condition does not hold do not count. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the inputs break an assumption of the program");
        }
    }

    public static boolean anyBoolean() {
        return Boolean.parseBoolean(next("anyBoolean"));
    }

    public static byte anyByte() {
        return Byte.parseByte(next("anyByte"));
    }

    public static char anyChar() {
        String text = next("anyChar");
        return text.length() == 1 ? text.charAt(0) : (char) Integer.parseInt(text);
    }

    public static short anyShort() {
        return Short.parseShort(next("anyShort"));
    }

    public static int anyInt() {
        return Integer.parseInt(next("anyInt"));
    }

    public static long anyLong() {
        return Long.parseLong(next("anyLong"));
    }

    public static float anyFloat() {
        return Float.parseFloat(next("anyFloat"));
    }

    public static double anyDouble() {
        return Double.parseDouble(next("anyDouble"));
    }

    /** Any String but null. */
    public static String anyString() {
        return next("anyString");
    }

    /** Null or any object of the class: a String, a boxed number, or an array of numbers, Strings, boxes or such arrays. */
    public static <T> T any(Class<T> type) {
        throw new IllegalStateException("Jacana.any(" + type.getSimpleName() + ".class) has values under jacana verify only");
    }

    private static synchronized String next(String method) {
        if (given == null) {
            String values = System.getProperty("jacana.inputs");
            given = values == null ? new ArrayDeque<>() : new ArrayDeque<>(Arrays.asList(values.split(",", -1)));
        }
        if (given.isEmpty()) {
            throw new IllegalStateException("no value for Jacana." + method + "(): run the program under jacana verify,"
                    + " or give the values with -Djacana.inputs=...");
        }
        return given.remove();
    }
}
