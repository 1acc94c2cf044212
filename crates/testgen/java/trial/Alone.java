package jacana.trial;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** What candidates print is nobody's, there is nothing to read, and they do not end the JVM. */
final class Alone {
    private Alone() {}

    static void begin() {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(InputStream.nullInputStream());
        // Who ends the JVM waits for this, and the others go on.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }));
    }
}
