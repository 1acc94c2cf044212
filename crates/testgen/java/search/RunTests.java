package jacana.search;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Runs tests: {@code java ... jacana.search.RunTests RESULTS CLASS...} writes a line for each that does not pass, and {@code end}. */
public final class RunTests {
    private RunTests() {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        try (PrintStream results = new PrintStream(arguments[0], "UTF-8")) {
            for (int i = 1; i < arguments.length; i++) {
                run(Class.forName(arguments[i]), results);
            }
            results.println("end");
        }
        // Threads that the program started must not keep this alive.
        Runtime.getRuntime().halt(0);
    }

    private static void run(Class<?> type, PrintStream results) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isAnnotationPresent(Test.class)) {
                continue;
            }
            method.setAccessible(true);
            try {
                method.invoke(constructor.newInstance());
            } catch (InvocationTargetException thrown) {
                results.println("failed " + type.getName() + " " + method.getName() + " " + thrown.getCause().toString().lines().findFirst().orElse(""));
                results.flush();
            }
        }
    }
}
