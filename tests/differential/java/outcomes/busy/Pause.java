import java.util.concurrent.ThreadLocalRandom;

/** The same on a JVM that shows many orders: a thread goes on at once, yields, or turns round for a while. */
public class Pause {
    private static final int LONG = 150_000;
    private static final int SHORT = 15_000;

    public static void begin() {
        pause(LONG);
    }

    public static void here() {
        pause(SHORT);
    }

    private static void pause(int mostNanos) {
        switch (ThreadLocalRandom.current().nextInt(4)) {
            case 0 -> Thread.yield();
            case 1, 2 -> {
                long end = System.nanoTime() + ThreadLocalRandom.current().nextInt(mostNanos);
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            default -> { }
        }
    }
}
