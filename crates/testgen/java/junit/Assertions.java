package org.junit.jupiter.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;

/** What generated tests need of JUnit, so that they can be tried where it is not at hand. */
public final class Assertions {
    /** What is slow on this machine may be fast on another: a test that says that something does not end must be sure of it. */
    private static final long PATIENCE = 5;

    private Assertions() {}

    /** Not an AssertionError, which programs throw themselves. */
    static final class Failed extends Error {
        Failed(String why) {
            super(why);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new Failed(otherwise);
        }
    }

    public static void assertEquals(Object expected, Object actual) {
        require(Objects.equals(expected, actual), "expected " + expected + " but was " + actual);
    }

    public static void assertEquals(byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(char expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(int expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(char expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(int expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        require(Arrays.deepEquals(expected, actual), "expected " + Arrays.deepToString(expected) + " but was " + Arrays.deepToString(actual));
    }

    public static void assertSame(Object expected, Object actual) {
        require(expected == actual, "expected the same object, but was " + actual);
    }

    public static void assertTrue(boolean condition) {
        require(condition, "expected true");
    }

    public static void assertFalse(boolean condition) {
        require(!condition, "expected false");
    }

    public static void assertNull(Object actual) {
        require(actual == null, "expected null, but was " + actual);
    }

    public static void assertNotNull(Object actual) {
        require(actual != null, "expected an object");
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(float[] expected, float[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            require(expected.isInstance(thrown), "expected " + expected.getName() + " but " + thrown);
            return expected.cast(thrown);
        }
        throw new Failed("expected " + expected.getName() + " but nothing was thrown");
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void assertTimeoutPreemptively(Duration timeout, Executable executable) throws Throwable {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                executable.execute();
            } catch (Throwable left) {
                thrown[0] = left;
            }
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE * timeout.toMillis());
        if (thread.isAlive()) {
            try {
                thread.stop();
            } catch (UnsupportedOperationException newer) {
                thread.interrupt();
            }
            throw new AssertionFailedError("execution timed out");
        }
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }
}
