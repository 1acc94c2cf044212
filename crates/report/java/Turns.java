package jacana.test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A java of its own that executes main of a test class. An agent makes its threads take their steps in the order that was found. */
public final class Turns {
    private static final String AGENT = "turns.jar";
    private static final long SECONDS = 120;
    private static final int DEADLOCK = 93;
    private static final int RACE = 94;

    /** What it wrote to both of its streams. */
    public final String said;
    private final int code;

    private Turns(String said, int code) {
        this.said = said;
        this.code = code;
    }

    /** Needs turns.jar beside this class and NAME.turns beside the test, as resources or in src/test/java. */
    public static Turns follow(Class<?> test) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("jacana-turns");
        Path agent = folder.resolve(AGENT);
        Path order = folder.resolve("order");
        Path output = folder.resolve("output");
        try {
            copy(Turns.class, AGENT, agent);
            copy(test, test.getSimpleName() + ".turns", order);
            Process java = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-ea",
                    // Compiled code has methods of its own for what the agent looks at.
                    "-Xint",
                    "-XX:+UseSerialGC",
                    "-javaagent:" + agent + "=" + order,
                    "-cp",
                    System.getProperty("java.class.path"),
                    test.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
            try {
                java.getOutputStream().close();
                if (!java.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    return new Turns(Files.readString(output) + "\nit did not end in " + SECONDS + " seconds", -1);
                }
            } finally {
                java.destroyForcibly();
            }
            return new Turns(Files.readString(output), java.exitValue());
        } finally {
            for (Path file : new Path[] {agent, order, output, folder}) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void copy(Class<?> beside, String name, Path file) throws IOException {
        String folder = beside.getPackageName().replace('.', '/');
        Path source = Path.of("src", "test", "java").resolve(folder).resolve(name);
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in != null) {
                Files.copy(in, file);
            } else if (Files.exists(source)) {
                Files.copy(source, file);
            } else {
                throw new IOException("there is no " + name + " beside " + beside.getName() + ": put it among the resources of the tests");
            }
        }
    }

    /** Whether some thread ended with this exception, and this frame is on its stack. */
    public boolean threw(String exception, String frame) {
        boolean isIt = false;
        for (String line : said.split("\\R")) {
            if (line.startsWith("Exception in thread \"")) {
                isIt = (line + ":").contains("\" " + exception + ":");
            } else if (isIt && line.trim().equals(frame)) {
                return true;
            }
        }
        return false;
    }

    /** Whether all threads waited for each other in the end. */
    public boolean isDeadlocked() {
        return code == DEADLOCK;
    }

    /** Whether two threads stood before accesses to one variable in the end, one of them a write, which nothing orders. */
    public boolean hasRace() {
        return code == RACE;
    }
}
