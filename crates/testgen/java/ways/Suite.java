package jacana.ways;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Tests on another version of the classes that they are for: `FOLDER CLASSPATH RESULTS`. Each source below the folder is a class with one test; a line says
 * its name and `passed`, `failed WHY` or `uncompiled WHY`.
 */
public final class Suite {
    /** Milliseconds for one test. */
    private static final long PATIENCE = 10_000;

    private Suite() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(arguments[2], StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Path folder = Path.of(arguments[0]);
        List<Path> sources;
        try (Stream<Path> all = Files.walk(folder)) {
            sources = all.filter(path -> path.toString().endsWith(".java")).sorted().collect(Collectors.toCollection(ArrayList::new));
        }
        compile(sources, arguments[1], folder.resolve("classes"), out);
        for (Path source : sources) {
            String name = folder.relativize(source).toString().replace('/', '.').replaceAll("\\.java$", "");
            out.println(simple(source) + " " + ran(name).replaceAll("\\s+", " "));
            out.flush();
        }
        out.close();
        // Tests may have left threads behind.
        Runtime.getRuntime().halt(0);
    }

    private static String simple(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    /** Those that do not compile are told and taken out. */
    private static void compile(List<Path> sources, String classPath, Path classes, PrintStream out) throws Exception {
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        while (!sources.isEmpty()) {
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            StandardJavaFileManager files = compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8);
            List<String> options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn", "-Xmaxerrs", "10000");
            if (compiler.getTask(Writer.nullWriter(), files, said, options, null, files.getJavaFileObjectsFromPaths(sources)).call()) {
                return;
            }
            Map<Path, String> broken = new TreeMap<>();
            for (Diagnostic<? extends JavaFileObject> diagnostic : said.getDiagnostics()) {
                if (diagnostic.getKind() == Diagnostic.Kind.ERROR && diagnostic.getSource() != null) {
                    String message = diagnostic.getMessage(null).lines().map(String::strip).collect(Collectors.joining(", "));
                    broken.putIfAbsent(Path.of(diagnostic.getSource().toUri()), message);
                }
            }
            if (broken.isEmpty()) {
                throw new IllegalStateException("the compiler does not say what is wrong");
            }
            broken.forEach((path, why) -> out.println(simple(path) + " uncompiled " + why));
            sources.removeAll(broken.keySet());
        }
    }

    private static String ran(String name) throws Exception {
        String[] end = {"failed it does not end"};
        Thread thread = new Thread(null, () -> {
            try {
                Class<?> tests = Class.forName(name);
                var constructor = tests.getDeclaredConstructor();
                constructor.setAccessible(true);
                Method test = Arrays.stream(tests.getDeclaredMethods())
                    .filter(method -> method.getAnnotations().length > 0).findFirst().orElseThrow();
                test.setAccessible(true);
                test.invoke(constructor.newInstance());
                end[0] = "passed";
            } catch (InvocationTargetException thrown) {
                end[0] = "failed " + why(thrown.getCause());
            } catch (ReflectiveOperationException | LinkageError missing) {
                end[0] = "failed " + missing;
            }
        }, "test", 16 << 20);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, thrown) -> {});
        thread.start();
        thread.join(PATIENCE);
        return end[0];
    }

    /** Without the name of what assertions throw. */
    private static String why(Throwable thrown) {
        return thrown.getClass().getName().startsWith("org.junit.") ? thrown.getMessage() : String.valueOf(thrown);
    }
}
