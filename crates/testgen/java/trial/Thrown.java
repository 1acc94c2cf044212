package jacana.trial;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What is told of an exception that left a candidate: its class, its place, and who threw it. */
final class Thrown {
    /** What programs call to check something. */
    private static final Set<String> CHECKS = Set.of("java.util.Objects", "jdk.internal.util.Preconditions");

    /** Of the system. */
    private static final List<String> REFUSALS = List.of("Operation not permitted", "Permission denied", "Read-only file system");
    private static final int CAUSES = 10;
    private static final int FRAMES = 60;

    private Thrown() {}

    /** Without a depth if the objects of the candidate could not be made. */
    static List<String> told(Throwable thrown, Class<?> probe, boolean made) {
        List<StackTraceElement> trace = above(thrown, probe);
        String message = thrown.getMessage();
        List<String> told = new ArrayList<>(List.of(
            "threw " + thrown.getClass().getName(),
            "at " + place(trace),
            "depth " + (made ? trace.size() : 0),
            "by " + (isConfined(thrown) ? "confinement" : isImplicit(thrown) ? "jvm" : isInternal(thrown, trace) ? "internals" : "statement"),
            "message " + (message == null || Local.isIn(message) ? "" : message.replaceAll("\\s+", " "))
        ));
        trace.stream().limit(FRAMES).forEach(frame -> told.add("frame " + shown(frame)));
        return told;
    }

    /** A frame for the report; a stack that overflowed has many. */
    private static String shown(StackTraceElement frame) {
        String file = frame.getFileName() == null ? "-" : frame.getFileName();
        String line = frame.getLineNumber() < 0 ? "-" : String.valueOf(frame.getLineNumber());
        return String.join(" ", isJdk(frame) ? "jdk" : "own", frame.getClassName(), frame.getMethodName(), file, line);
    }

    /** What holds behind an exception: what it says, if the program itself says so, and what is seen of objects that were made before. */
    static List<String> assertions(Throwable thrown, Class<?> probe) throws ReflectiveOperationException {
        List<StackTraceElement> trace = above(thrown, probe);
        // A suspicion is about the exception alone, and what the JVM threw in the middle of something may leave anything behind.
        if (isConfined(thrown) || isImplicit(thrown) || isInternal(thrown, trace) || thrown instanceof VirtualMachineError) {
            return List.of();
        }
        List<String> said = new ArrayList<>();
        String message = thrown.getMessage();
        if (message != null && !Local.isIn(message) && !Observed.isIdentity(message) && isOwnMessage(trace) && Literals.literal(message) != null) {
            said.add("assertEquals(" + Literals.literal(message) + ", thrown.getMessage());");
        }
        Field objects = probe.getDeclaredField("objects");
        objects.setAccessible(true);
        if (objects.get(null) != null) {
            said.addAll(Observed.of(probe, probe, (Object[]) objects.get(null)));
        }
        return said;
    }

    /** Without the probes, in which a stack may overflow as well as in what they watch. */
    private static List<StackTraceElement> above(Throwable thrown, Class<?> probe) {
        return Arrays.stream(thrown.getStackTrace())
            .takeWhile(frame -> !frame.getClassName().equals(probe.getName()))
            .filter(frame -> !frame.getClassName().startsWith("jacana.probe."))
            .toList();
    }

    /** Messages of the JDK differ from one to the next, but for what is only passed on. */
    private static boolean isOwnMessage(List<StackTraceElement> trace) {
        if (trace.isEmpty()) {
            return false;
        }
        StackTraceElement thrower = trace.get(0);
        boolean isPassedOn = thrower.getClassName().equals("java.util.Objects") && thrower.getMethodName().equals("requireNonNull");
        return isPassedOn || !isJdk(thrower);
    }

    /** Who is stopped does not go on. */
    @SuppressWarnings({"deprecation", "removal"})
    static void rethrowDeath(Throwable thrown) {
        if (thrown instanceof ThreadDeath death) {
            throw death;
        }
        if (thrown instanceof InvocationTargetException outer && outer.getCause() instanceof ThreadDeath death) {
            throw death;
        }
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

    /** It wanted the network or files of others, which candidates do not have; elsewhere something else happens. */
    private static boolean isConfined(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES; depth++) {
            String message = String.valueOf(cause.getMessage());
            boolean refused = cause instanceof IOException && REFUSALS.stream().anyMatch(message::contains);
            if (cause instanceof SocketException || cause instanceof UnknownHostException || refused) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
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
