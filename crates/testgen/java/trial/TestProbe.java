package jacana.trial;

import jacana.probe.Passed;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Tries candidates for tests on a real JVM: `MODE ROUND FOLDER CLASSPATH RESULTS CLASS`. In the first round the sources below the folder are
 * compiled, without those that do not compile; a second round runs them in the opposite order, and any other one in the same again. `probe` runs `static Object[] run(boolean)` of
 * each class (its result, and all objects that were made) and writes down what happened, with assertions in Java that hold of it. `test` runs the methods that are marked as
 * tests, if there is a list `chosen` only those, and says which pass.
 */
public final class TestProbe {
    /** Of the processor for one candidate: a busy machine must make no difference. */
    private static final long MILLIS = 3000;
    /** Probes that one candidate may pass where there are some: a loop that fills the memory would take longer than the others. */
    private static final long PROBES = 100_000_000;
    /** By the clock: it may wait for something. */
    private static final long PATIENCE = 10_000;
    /** Between two looks at a candidate that takes long. */
    private static final long LOOKS = 50;
    /** After this much of either it may be clear that nobody needs to wait for it. */
    private static final int SOON = 20;
    private static final int LATER = 4;
    /** Candidates that may take all that time and not end: the others must have theirs. */
    private static final int ENDLESS = 8;
    /** Of one method. */
    private static final int ALIKE = 2;
    /** And of those others, these. */
    private static final int LATE = 200;
    /** What marks a method as a test. */
    private static final Set<String> MARKS = Set.of("org.junit.jupiter.api.Test", "org.junit.jupiter.params.ParameterizedTest");
    private static PrintStream out;
    private static boolean isSecond;
    /** Another order of tests for every number; 0 is that of JUnit, or backwards. */
    private static int mixed;
    private static int endless;
    private static int late;
    /** Candidates that ran, for another JVM that goes on with the rest. */
    private static Path done;
    /** Memory is short, or a thread goes on: whatever runs next here may fail for that. */
    private static volatile boolean isSpoilt;
    /** Memory for what is to be done where a candidate left none. */
    private static final int RESERVE = 16 << 20;
    private static byte[] reserve;
    /** How candidates ended in the first round that did not end. */
    private static Path unended;
    private static Map<String, String> known = Map.of();
    /** How many, by the method under test. */
    private static final Map<String, Integer> UNENDED = new TreeMap<>();

    /** Each candidate finds it as the first one did. */
    private static final Statics STATICS = new Statics();

    private enum Ending { ENDED, LATE, ENDLESS, EXITED }

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(arguments[4], StandardCharsets.UTF_8);
        Alone.begin();
        try {
            all(arguments);
        } finally {
            // Whatever became of it: candidates may have left threads behind, and no memory for another word.
            Runtime.getRuntime().halt(0);
        }
    }

    private static void all(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[2]);
        List<Path> sources = new ArrayList<>(below(folder));
        isSecond = arguments[1].equals("second");
        mixed = arguments[1].startsWith("mixed") ? Integer.parseInt(arguments[1].substring("mixed".length())) : 0;
        unended = folder.resolve("unended");
        done = folder.resolve("done");
        Set<String> before = Files.exists(done) ? new TreeSet<>(Files.readAllLines(done)) : Set.of();
        if (!before.isEmpty()) {
            known = unendedBefore();
        } else if (arguments[1].equals("first")) {
            compile(sources, arguments[3], folder.resolve("classes"));
        } else {
            known = unendedBefore();
        }
        if (isSecond) {
            Collections.reverse(sources);
        }
        initialise(arguments[5]);
        Path list = folder.resolve("chosen");
        Set<String> chosen = Files.exists(list) ? new TreeSet<>(Files.readAllLines(list)) : null;
        for (Path source : sources) {
            String name = folder.relativize(source).toString().replace(File.separatorChar, '.').replaceAll("\\.java$", "");
            if (arguments[0].equals("probe")) {
                if (!before.contains(name)) {
                    Files.writeString(done, name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    reserve = reserve == null ? new byte[RESERVE] : reserve;
                    probe(name);
                }
                if (isSpoilt) {
                    out.println("spoilt");
                    break;
                }
            } else {
                test(name, chosen);
            }
        }
        out.println(Measured.hits());
        out.println("done");
        out.close();
    }

    /** What the class does then is no candidate's. */
    private static void initialise(String name) throws Exception {
        Ending ending = within(() -> true, () -> {
            try {
                STATICS.look(Class.forName(name));
            } catch (ExceptionInInitializerError failed) {
                out.println("uninitialised ExceptionInInitializerError caused by " + String.valueOf(failed.getCause()).replaceAll("\\s+", " "));
            } catch (LinkageError missing) {
                out.println("uninitialised " + missing.toString().replaceAll("\\s+", " "));
            }
        });
        if (ending == Ending.ENDLESS) {
            out.println("uninitialised it does not end");
        }
    }

    private static List<Path> below(Path folder) throws Exception {
        try (var all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** Without those that do not compile, neither as they are nor with casts, each of which is told with the first message. */
    private static void compile(List<Path> sources, String classPath, Path classes) throws Exception {
        Files.createDirectories(classes);
        List<Path> left = new ArrayList<>(sources);
        while (!left.isEmpty()) {
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            StringWriter cries = new StringWriter();
            if (compiled(left, classPath, classes, said, cries)) {
                return;
            }
            Map<Path, String> broken = new TreeMap<>();
            for (Diagnostic<? extends JavaFileObject> diagnostic : said.getDiagnostics()) {
                if (diagnostic.getKind() == Diagnostic.Kind.ERROR && diagnostic.getSource() != null) {
                    out.println("broken " + Path.of(diagnostic.getSource().toUri()).getFileName() + " " + diagnostic.getLineNumber());
                    String message = diagnostic.getMessage(null).lines().limit(2).map(String::strip).collect(Collectors.joining(", "));
                    broken.putIfAbsent(Path.of(diagnostic.getSource().toUri()), message);
                }
            }
            if (broken.isEmpty() && left.size() == 1) {
                broken.put(left.get(0), cries.toString().lines().findFirst().orElse("the compiler does not say why"));
            }
            if (broken.isEmpty() || !left.removeAll(broken.keySet())) {
                // The compiler itself failed at one of them.
                for (Path source : left) {
                    compile(List.of(source), classPath, classes);
                }
                return;
            }
            for (Map.Entry<Path, String> one : broken.entrySet()) {
                Path path = one.getKey();
                Path cast = path.resolveSibling(path.getFileName() + ".cast");
                if (Files.exists(cast)) {
                    Files.move(cast, path, StandardCopyOption.REPLACE_EXISTING);
                    left.add(path);
                    out.println("cast " + path.getFileName());
                } else {
                    out.println("uncompiled " + path.getFileName() + " " + one.getValue());
                }
            }
        }
    }

    private static boolean compiled(
        List<Path> sources, String classPath, Path classes, DiagnosticCollector<JavaFileObject> said, StringWriter cries
    ) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-d", classes.toString(), "-cp", classes + File.pathSeparator + classPath, "-proc:none", "-nowarn", "-Xmaxerrs", "10000");
        try {
            return compiler.getTask(cries, files, said, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
        } catch (RuntimeException failed) {
            cries.write(String.valueOf(failed));
            return false;
        }
    }

    private interface Work {
        void run() throws Throwable;
    }

    private interface Question {
        boolean answer() throws Exception;
    }

    /** It is asked once, and soon, whether it is worth while to wait. */
    private static Ending within(Question worthwhile, Work work) throws Exception {
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
        try {
            return ended(thread, worthwhile);
        } catch (OutOfMemoryError full) {
            // It filled the memory faster than anybody could look.
            reserve = null;
            stop(thread);
            return Ending.LATE;
        }
    }

    private static Ending ended(Thread thread, Question worthwhile) throws Exception {
        boolean isAsked = false;
        for (long waited = 0; waited < PATIENCE; waited += LOOKS) {
            thread.join(LOOKS);
            if (!thread.isAlive()) {
                return Ending.ENDED;
            }
            if (Arrays.stream(thread.getStackTrace()).anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"))) {
                return Ending.EXITED;
            }
            long cpu = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) / 1_000_000;
            if (!isAsked && (cpu >= MILLIS / SOON || waited >= PATIENCE / LATER)) {
                isAsked = true;
                if (!worthwhile.answer()) {
                    stop(thread);
                    return Ending.LATE;
                }
            }
            if (cpu >= MILLIS) {
                break;
            }
        }
        // Nobody else is there who could end that: a pipe that nobody writes to is no loop.
        boolean waits = RandomCalls.waits(thread);
        Observed.giveUp();
        stop(thread);
        return waits ? Ending.LATE : Ending.ENDLESS;
    }

    /** It would be measured together with those after it. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) throws Exception {
        try {
            thread.stop();
            thread.join(LOOKS);
        } catch (UnsupportedOperationException newer) {
            thread.interrupt();
            thread.join(LOOKS);
        }
        isSpoilt |= thread.isAlive();
    }

    /** Whether candidates have left so much behind that others would not find room. */
    private static boolean isMemoryShort() {
        Runtime runtime = Runtime.getRuntime();
        long half = runtime.maxMemory() / 2;
        if (runtime.totalMemory() - runtime.freeMemory() <= half) {
            return false;
        }
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory() > half;
    }

    private static void probe(String name) throws Exception {
        Class<?> probe;
        try {
            probe = Class.forName(name);
        } catch (ClassNotFoundException | LinkageError missing) {
            return;
        }
        if (late >= LATE || "late".equals(known.get(name))) {
            return;
        }
        boolean isKnown = known.containsKey(name);
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Question worthwhile = () -> isKnown || hasEnded(lines) || endless < ENDLESS && UNENDED.getOrDefault(made(probe), 0) < ALIKE;
        boolean[] isEndless = {false};
        Ending ending = within(worthwhile, () -> {
            Object[] happened;
            // One that did not end has left what it did.
            STATICS.restore();
            STATICS.look();
            Measured.startOver();
            tellOfAct(probe);
            try {
                Passed.allow(PROBES);
                happened = run(probe, true);
            } catch (InvocationTargetException outer) {
                Thrown.rethrowDeath(outer);
                if (outer.getCause() instanceof Passed.Endless) {
                    isEndless[0] = true;
                    return;
                }
                if (outer.getCause() instanceof OutOfMemoryError) {
                    // No test, and no other round needs to wait for that.
                    remember(name, "late");
                }
                lines.add(Measured.hits());
                lines.add(Measured.acted());
                lines.addAll(Thrown.told(outer.getCause(), probe, !made(probe).isEmpty()));
                List<String> said = made(probe).isEmpty() ? List.of() : Thrown.assertions(outer.getCause(), probe);
                leave(lines);
                if (!isSecond && !said.isEmpty()) {
                    said = Observed.changedFirst(said, before(probe));
                }
                said.forEach(one -> lines.add("assert " + one));
                return;
            }
            lines.add(Measured.hits());
            lines.add(Measured.acted());
            lines.add("returned " + Observed.kind(happened[0]));
            Object[] objects = (Object[]) happened[1];
            List<String> said = Observed.of(probe, happened[0], objects);
            Integer state = Observed.state(happened[0] == probe ? null : happened[0], objects);
            leave(lines);
            if (!isSecond) {
                said = Observed.changedFirst(said, before(probe));
            }
            said.forEach(one -> lines.add("assert " + one));
            if (state != null) {
                lines.add("state " + state);
            }
        });
        Passed.allow(Long.MAX_VALUE);
        out.println("probe " + name);
        if (isEndless[0]) {
            // Another round waits for each of those that do not end.
            ending = worthwhile.answer() ? Ending.ENDLESS : Ending.LATE;
        }
        switch (ending) {
            case ENDED -> lines.forEach(out::println);
            case LATE -> {
                late++;
                remember(name, "late");
            }
            case ENDLESS -> {
                // A question afterwards may be what does not end.
                if (hasEnded(lines)) {
                    List.copyOf(lines).forEach(out::println);
                    break;
                }
                endless += isKnown ? 0 : 1;
                UNENDED.merge(made(probe), 1, Integer::sum);
                out.println(Measured.hits());
                out.println(Measured.acted());
                out.println("endless");
                remember(name, "endless");
            }
            case EXITED -> out.println("exited");
        }
        out.println("end");
        out.flush();
        isSpoilt |= isMemoryShort();
    }

    /** What it changed for all others is as before, and told. */
    private static void leave(List<String> lines) {
        if (STATICS.restore()) {
            lines.add("changes");
        }
    }

    /** Candidates tell when their objects are made; tests that were there before have none. */
    private static void tellOfAct(Class<?> probe) throws IllegalAccessException {
        try {
            Field acting = probe.getDeclaredField("acting");
            acting.setAccessible(true);
            acting.set(null, (Runnable) Measured::act);
        } catch (NoSuchFieldException none) {
            // All that it does counts.
        }
    }

    /** Whether it acts, or only makes its objects. */
    static Object[] run(Class<?> probe, boolean acts) throws ReflectiveOperationException {
        Method run = probe.getDeclaredMethod("run", boolean.class);
        run.setAccessible(true);
        return (Object[]) run.invoke(null, acts);
    }

    /** What held of the objects before the call; nothing if they cannot be made once more. */
    private static List<String> before(Class<?> probe) throws ReflectiveOperationException {
        try {
            Passed.allow(PROBES);
            return Observed.of(probe, probe, (Object[]) run(probe, false)[1]);
        } catch (InvocationTargetException outer) {
            Thrown.rethrowDeath(outer);
            return List.of();
        }
    }

    private static void remember(String name, String how) throws IOException {
        Files.writeString(unended, name + " " + how + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static Map<String, String> unendedBefore() throws IOException {
        if (!Files.exists(unended)) {
            return Map.of();
        }
        try (Stream<String> lines = Files.lines(unended)) {
            return lines.map(line -> line.split(" ")).collect(Collectors.toMap(line -> line[0], line -> line[1], (first, again) -> again));
        }
    }

    private static boolean hasEnded(List<String> lines) {
        return List.copyOf(lines).stream().anyMatch(line -> line.startsWith("returned ") || line.startsWith("threw "));
    }

    /** The name of the method under test, or nothing if it was not reached. */
    private static String made(Class<?> probe) throws ReflectiveOperationException {
        Field made = probe.getDeclaredField("made");
        made.setAccessible(true);
        return made.get(null) instanceof String name ? name : "";
    }

    private static void test(String name, Set<String> chosen) throws Exception {
        Class<?> tests;
        try {
            tests = Class.forName(name);
        } catch (ClassNotFoundException | LinkageError missing) {
            return;
        }
        Method[] methods = tests.getDeclaredMethods();
        // As JUnit does, first.
        Comparator<Method> order = Comparator.<Method>comparingInt(method -> method.getName().hashCode()).thenComparing(Method::toString);
        Arrays.sort(methods, isSecond ? order.reversed() : order);
        if (mixed != 0) {
            Collections.shuffle(Arrays.asList(methods), new Random(mixed));
        }
        for (Method method : methods) {
            boolean marked = Arrays.stream(method.getAnnotations()).anyMatch(a -> MARKS.contains(a.annotationType().getName()));
            String shown = name + " " + method.getName();
            if (!marked || chosen != null && !chosen.contains(shown)) {
                continue;
            }
            String[] failed = {"it does not end"};
            Ending ending = within(() -> true, () -> {
                var constructor = tests.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                try {
                    for (Object[] row : Rows.of(method)) {
                        method.invoke(constructor.newInstance(), row);
                    }
                    failed[0] = null;
                } catch (InvocationTargetException thrown) {
                    failed[0] = String.valueOf(thrown.getCause()).replaceAll("\\s+", " ");
                }
            });
            boolean passed = failed[0] == null && ending == Ending.ENDED;
            out.println(passed ? "passed " + shown : "failed " + shown + ": " + failed[0]);
            out.flush();
        }
    }
}
