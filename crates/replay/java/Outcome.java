import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Calls a main method and tells by the exit code whether it ends with the exception that is expected. What a program does to
 * System.err, to handlers and names of threads, or to the text of its exceptions does not matter here.
 */
public final class Outcome {
    private static final int AS_EXPECTED = 97;
    private static final int OTHERWISE = 98;

    private Outcome() {}

    public static void main(String[] words) {
        Runtime runtime = Runtime.getRuntime();
        String exception = words[0];
        String frame = words[1];
        Throwable thrown = null;
        try {
            Method main = Class.forName(words[2]).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) Arrays.copyOfRange(words, 3, words.length));
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        } catch (Throwable e) {
            thrown = e;
        }
        boolean matches = thrown != null && thrown.getClass().getName().equals(exception);
        runtime.halt(matches && (frame.isEmpty() || frame.equals(userFrame(thrown))) ? AS_EXPECTED : OTHERWISE);
    }

    /** Frames of the JDK are shown with their module. */
    private static String userFrame(Throwable thrown) {
        for (StackTraceElement element : thrown.getStackTrace()) {
            String shown = element.toString();
            if (shown.substring(0, shown.indexOf('(')).indexOf('/') < 0) {
                return shown;
            }
        }
        return "";
    }
}
