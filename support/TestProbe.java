import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Tries candidates for tests on a real JVM. `probe FOLDER CLASSPATH RESULTS` compiles the sources below the folder, leaves out what does not
 * compile, runs `static Object[] run()` of each class (its result and its receiver), and writes down what happened, with
 * assertions in Java that hold of it. `test FOLDER CLASSPATH RESULTS` runs all methods that are marked as tests and says which pass.
 */
public final class TestProbe {
    /** For one candidate. */
    private static final long MILLIS = 3000;
    /** Longer text is not asserted word by word. */
    private static final int TEXT = 200;
    private static final int ELEMENTS = 20;
    private static PrintStream out;

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(arguments[3], StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Path folder = Path.of(arguments[1]);
        List<Path> sources = below(folder);
        compile(sources, arguments[2], folder.resolve("classes"));
        for (Path source : sources) {
            String name = folder.relativize(source).toString().replace(File.separatorChar, '.').replaceAll("\\.java$", "");
            if (arguments[0].equals("probe")) {
                probe(name);
            } else {
                test(name);
            }
        }
        out.close();
        // Candidates may have left threads behind.
        Runtime.getRuntime().halt(0);
    }

    private static List<Path> below(Path folder) throws Exception {
        try (var all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** Without those that do not compile, each of which is told with the first message. */
    private static void compile(List<Path> sources, String classPath, Path classes) throws Exception {
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> left = new ArrayList<>(sources);
        while (!left.isEmpty()) {
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            StandardJavaFileManager files = compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8);
            List<String> options = List.of("-d", classes.toString(), "-cp", classes + File.pathSeparator + classPath, "-proc:none", "-nowarn", "-Xmaxerrs", "10000");
            boolean done = compiler.getTask(null, files, said, options, null, files.getJavaFileObjectsFromPaths(left)).call();
            if (done) {
                return;
            }
            Map<Path, String> broken = new TreeMap<>();
            for (Diagnostic<? extends JavaFileObject> diagnostic : said.getDiagnostics()) {
                if (diagnostic.getKind() == Diagnostic.Kind.ERROR && diagnostic.getSource() != null) {
                    String message = diagnostic.getMessage(null).lines().findFirst().orElse("");
                    broken.putIfAbsent(Path.of(diagnostic.getSource().toUri()), message);
                }
            }
            if (broken.isEmpty() || !left.removeAll(broken.keySet())) {
                out.println("broken " + said.getDiagnostics());
                return;
            }
            broken.forEach((path, message) -> out.println("uncompiled " + path.getFileName() + " " + message));
        }
    }

    private interface Work {
        void run() throws Throwable;
    }

    /** False if it did not end in time. */
    private static boolean within(Work work) throws Exception {
        Thread thread = new Thread(null, () -> {
            try {
                work.run();
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
        }, "candidate", 16 << 20);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, thrown) -> {});
        thread.start();
        thread.join(MILLIS);
        return !thread.isAlive();
    }

    private static void probe(String name) throws Exception {
        Class<?> probe;
        try {
            probe = Class.forName(name);
        } catch (ClassNotFoundException | LinkageError missing) {
            return;
        }
        List<String> lines = new ArrayList<>();
        boolean ended = within(() -> {
            Object[] happened;
            try {
                Method run = probe.getDeclaredMethod("run");
                run.setAccessible(true);
                happened = (Object[]) run.invoke(null);
            } catch (InvocationTargetException outer) {
                threw(outer.getCause(), probe, lines);
                return;
            }
            lines.add("returned " + kind(happened[0]));
            if (happened[0] != probe) {
                asserted("result", happened[0], true, lines);
            }
            if (happened[1] != null && happened[1] != happened[0]) {
                observed((String) happened[2], happened[1], lines);
            }
        });
        out.println("probe " + name);
        (ended ? lines : List.of("endless")).forEach(out::println);
        out.println("end");
    }

    /** A word for the name of the test. */
    private static String kind(Object value) {
        if (value == null) {
            return "Null";
        }
        if (value instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (value instanceof Number number && number.doubleValue() == 0) {
            return "Zero";
        }
        if (value instanceof Number number) {
            return number.doubleValue() < 0 ? "NegativeNumber" : "Number";
        }
        if (value instanceof CharSequence text) {
            return text.length() == 0 ? "EmptyText" : "Text";
        }
        return value instanceof Class<?> ? "" : "Object";
    }

    private static void threw(Throwable thrown, Class<?> probe, List<String> lines) {
        StackTraceElement[] trace = thrown.getStackTrace();
        String at = trace.length == 0 ? "" : trace[0].toString();
        boolean inArrangement = trace.length > 0 && trace[0].getClassName().equals(probe.getName());
        lines.add("threw " + thrown.getClass().getName());
        lines.add("at " + at);
        lines.add("depth " + Arrays.stream(trace).takeWhile(frame -> !frame.getClassName().equals(probe.getName())).count());
        lines.add("implicit " + (isImplicit(thrown) && !inArrangement));
        String message = thrown.getMessage();
        lines.add("message " + (message == null ? "" : message.replaceAll("\\s+", " ")));
    }

    /** The JVM threw it, no statement of a program. */
    private static boolean isImplicit(Throwable thrown) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        if (thrown instanceof NullPointerException) {
            return message.startsWith("Cannot ");
        }
        if (thrown instanceof ArrayIndexOutOfBoundsException) {
            return message.startsWith("Index ");
        }
        if (thrown instanceof ArithmeticException) {
            return message.equals("/ by zero");
        }
        return thrown instanceof ClassCastException && message.startsWith("class ")
            || thrown instanceof NegativeArraySizeException || thrown instanceof ArrayStoreException
            || thrown instanceof StackOverflowError || thrown instanceof AssertionError;
    }

    /** Assertions that hold of a value; false if nothing is known how to say it. */
    private static boolean asserted(String what, Object value, boolean whole, List<String> lines) {
        if (value == null) {
            lines.add("assert assertNull(" + what + ");");
        } else if (value instanceof Boolean truth) {
            lines.add("assert " + (truth ? "assertTrue(" : "assertFalse(") + what + ");");
        } else if (literal(value) != null) {
            lines.add("assert assertEquals(" + literal(value) + ", " + what + ");");
        } else if (value.getClass().isArray() && elements(value) != null) {
            lines.add("assert assertArrayEquals(" + elements(value) + ", " + what + ");");
        } else if (whole) {
            lines.add("assert assertNotNull(" + what + ");");
            return false;
        } else {
            return false;
        }
        return true;
    }

    private static String elements(Object array) {
        Class<?> component = array.getClass().getComponentType();
        int length = Array.getLength(array);
        if (length > ELEMENTS || !component.isPrimitive() && component != String.class) {
            return null;
        }
        List<String> all = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            Object element = Array.get(array, at);
            String text = element == null ? "null" : literal(element);
            if (text == null) {
                return null;
            }
            all.add(text);
        }
        return "new " + component.getSimpleName() + "[] {" + String.join(", ", all) + "}";
    }

    private static String literal(Object value) {
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
        if (value instanceof String text && text.length() <= TEXT) {
            StringBuilder quoted = new StringBuilder("\"");
            text.chars().forEach(unit -> quoted.append(escaped((char) unit)));
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

    /** What public methods that look like questions say of an object; those that answer otherwise the second time are left out. */
    private static void observed(String name, Object object, List<String> lines) {
        Set<String> done = new TreeSet<>();
        Method[] methods = object.getClass().getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        int asserted = 0;
        for (Method method : methods) {
            String called = method.getName();
            boolean question = called.matches("(get|is|has)[A-Z].*|size|length|isEmpty|toString");
            boolean own = method.getDeclaringClass() != Object.class && Modifier.isPublic(method.getDeclaringClass().getModifiers());
            if (!question || !own || method.getParameterCount() > 0 || Modifier.isStatic(method.getModifiers()) || method.getReturnType() == void.class) {
                continue;
            }
            if (asserted == 4 || !done.add(called)) {
                continue;
            }
            try {
                Object first = method.invoke(object);
                Object second = method.invoke(object);
                boolean same = first == null ? second == null : first.equals(second);
                boolean identity = first instanceof String text && text.matches("(?s).*@[0-9a-f]{4,}.*");
                if (same && !identity && asserted(name + "." + called + "()", first, false, lines)) {
                    asserted++;
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
                continue;
            }
        }
    }

    private static void test(String name) throws Exception {
        Class<?> tests;
        try {
            tests = Class.forName(name);
        } catch (ClassNotFoundException | LinkageError missing) {
            return;
        }
        for (Method method : tests.getDeclaredMethods()) {
            boolean marked = Arrays.stream(method.getAnnotations()).anyMatch(a -> a.annotationType().getName().equals("org.junit.jupiter.api.Test"));
            if (!marked) {
                continue;
            }
            boolean[] passed = new boolean[1];
            within(() -> {
                var constructor = tests.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                method.invoke(constructor.newInstance());
                passed[0] = true;
            });
            out.println((passed[0] ? "passed " : "failed ") + name + " " + method.getName());
        }
    }
}
