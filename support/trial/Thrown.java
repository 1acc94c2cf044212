import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What is told of an exception that left a candidate: its class, its place, and who threw it. */
final class Thrown {
    /** What programs call to check something. */
    private static final Set<String> CHECKS = Set.of("java.util.Objects", "jdk.internal.util.Preconditions");

    private Thrown() {}

    static List<String> told(Throwable thrown, Class<?> probe) {
        List<StackTraceElement> trace = Arrays.stream(thrown.getStackTrace())
            .takeWhile(frame -> !frame.getClassName().equals(probe.getName()))
            .toList();
        String message = thrown.getMessage();
        return List.of(
            "threw " + thrown.getClass().getName(),
            "at " + place(trace),
            "depth " + trace.size(),
            "by " + (isImplicit(thrown) ? "jvm" : isInternal(thrown, trace) ? "internals" : "statement"),
            "message " + (message == null ? "" : message.replaceAll("\\s+", " "))
        );
    }

    /** Of the frame that threw, and of the first that is the program's. */
    private static String place(List<StackTraceElement> trace) {
        if (trace.isEmpty()) {
            return "";
        }
        StackTraceElement tested = trace.get(trace.size() - 1);
        String own = trace.stream()
            .filter(frame -> isJdk(tested) ? packageOf(frame).equals(packageOf(tested)) : !isJdk(frame))
            .findFirst()
            .map(StackTraceElement::toString)
            .orElse("");
        String thrower = trace.get(0).toString();
        return own.isEmpty() || own.equals(thrower) ? thrower : thrower + ", called at " + own;
    }

    /** The JVM threw it, no statement of a program. */
    private static boolean isImplicit(Throwable thrown) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        if (thrown instanceof NullPointerException) {
            return message.startsWith("Cannot ");
        }
        if (thrown instanceof ArrayIndexOutOfBoundsException) {
            return message.matches("Index -?\\d+ out of bounds for length \\d+") || message.startsWith("arraycopy: ");
        }
        if (thrown instanceof ArithmeticException) {
            return message.equals("/ by zero");
        }
        return thrown instanceof ClassCastException && message.startsWith("class ")
            || thrown instanceof NegativeArraySizeException || thrown instanceof ArrayStoreException
            || thrown instanceof StackOverflowError || thrown instanceof AssertionError;
    }

    /** An index that nobody checked before the JDK did. */
    private static boolean isInternal(Throwable thrown, List<StackTraceElement> trace) {
        if (!(thrown instanceof IndexOutOfBoundsException) || trace.isEmpty()) {
            return false;
        }
        String tested = packageOf(trace.get(trace.size() - 1));
        return trace.stream()
            .filter(frame -> !CHECKS.contains(frame.getClassName()))
            .findFirst()
            .map(frame -> isJdk(frame) && !packageOf(frame).equals(tested))
            .orElse(false);
    }

    private static boolean isJdk(StackTraceElement frame) {
        return frame.getClassLoaderName() == null || frame.getClassLoaderName().equals("platform");
    }

    private static String packageOf(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
