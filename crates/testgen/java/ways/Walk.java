package jacana.ways;

import jacana.probe.Probes;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Which ways calls take through the class under test: `FOLDER CLASSPATH RESULTS`. Each source below the folder has a method `run`; a line says its name and
 * the numbers of the probes that it passes after its objects were made; behind an equal sign, the text that it answers.
 */
public final class Walk {
    /** Milliseconds for one call. */
    private static final long PATIENCE = 2000;

    private Walk() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(arguments[2], StandardCharsets.UTF_8);
        // What the calls print or read is of no interest.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Path folder = Path.of(arguments[0]);
        List<Path> sources;
        try (Stream<Path> all = Files.walk(folder)) {
            sources = all.filter(path -> path.toString().endsWith(".java")).sorted().collect(Collectors.toList());
        }
        compile(sources, arguments[1], folder.resolve("classes"));
        for (Path source : sources) {
            String name = folder.relativize(source).toString().replace(File.separatorChar, '.').replaceAll("\\.java$", "");
            String[] answer = {null};
            BitSet passed = passed(name, answer);
            String numbers = passed.stream().mapToObj(Integer::toString).collect(Collectors.joining(" "));
            out.println(source.getFileName().toString().replace(".java", "") + " " + numbers + (answer[0] == null ? "" : "=" + answer[0]));
            out.flush();
        }
        out.close();
        // Calls may have left threads behind.
        Runtime.getRuntime().halt(0);
    }

    private static void compile(List<Path> sources, String classPath, Path classes) throws Exception {
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn");
        compiler.getTask(Files.newBufferedWriter(classes.resolve("errors")), files, null, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
    }

    private static BitSet passed(String name, String[] answer) throws Exception {
        Class<?> walked;
        try {
            walked = Class.forName(name);
        } catch (ClassNotFoundException | LinkageError missing) {
            return new BitSet();
        }
        Probes.take();
        Thread thread = new Thread(null, () -> {
            try {
                Method run = walked.getDeclaredMethod("run");
                run.setAccessible(true);
                answer[0] = run.invoke(null) instanceof String text ? text : null;
            } catch (InvocationTargetException | LinkageError thrown) {
                // Some calls throw: that is how they end.
            } catch (ReflectiveOperationException impossible) {
                throw new AssertionError(impossible);
            }
        }, "walk", 16 << 20);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, thrown) -> {});
        thread.start();
        thread.join(PATIENCE);
        return Probes.take();
    }
}
