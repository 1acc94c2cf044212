package org.apache.commons.lang3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.lang3.RandomUtils. */
class RandomUtilsTest {
    @Test
    void constructorMakesObject() throws Throwable {
        RandomUtils result = new RandomUtils();

        assertNotNull(result);
    }

    @Test
    void nextBooleanReturns() throws Throwable {
        RandomUtils.nextBoolean();
    }

    @Test
    void nextBytesReturnsObject() throws Throwable {
        byte[] result = RandomUtils.nextBytes(0);

        assertArrayEquals(new byte[] {}, result);
    }

    @Test
    void nextBytesThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextBytes(-1));
    }

    @Test
    void nextBytesReturns() throws Throwable {
        RandomUtils.nextBytes(1);
    }

    @Test
    void nextIntReturnsZero() throws Throwable {
        int result = RandomUtils.nextInt(0, 0);

        assertEquals(0, result);
    }

    @Test
    void nextIntThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextInt(0, -1));
    }

    @Test
    void nextIntThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextInt(-1, 0));
    }

    @Test
    void nextIntReturns() throws Throwable {
        RandomUtils.nextInt(0, 1);
    }

    @Test
    void nextIntReturns2() throws Throwable {
        RandomUtils.nextInt();
    }

    @Test
    void nextLongReturnsZero() throws Throwable {
        long result = RandomUtils.nextLong(0L, 0L);

        assertEquals(0L, result);
    }

    @Test
    void nextLongThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextLong(0L, -1L));
    }

    @Test
    void nextLongThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextLong(-1L, 0L));
    }

    @Test
    void nextLongReturns() throws Throwable {
        RandomUtils.nextLong();
    }

    @Test
    void nextDoubleReturnsZero() throws Throwable {
        double result = RandomUtils.nextDouble(0.0, 0.0);

        assertEquals(0.0, result);
    }

    @Test
    void nextDoubleThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextDouble(1.0, 0.0));
    }

    @Test
    void nextDoubleThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextDouble(-1.0, 0.0));
    }

    @Test
    void nextDoubleReturns() throws Throwable {
        RandomUtils.nextDouble(0.0, 5e-324);
    }

    @Test
    void nextDoubleReturns2() throws Throwable {
        RandomUtils.nextDouble();
    }

    @Test
    void nextFloatReturnsZero() throws Throwable {
        float result = RandomUtils.nextFloat(0.0f, 0.0f);

        assertEquals(0.0f, result);
    }

    @Test
    void nextFloatThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextFloat(1.0f, 0.0f));
    }

    @Test
    void nextFloatThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextFloat(-1.0f, 0.0f));
    }

    @Test
    void nextFloatReturns() throws Throwable {
        RandomUtils.nextFloat(0.0f, 1e-45f);
    }

    @Test
    void nextFloatReturns2() throws Throwable {
        RandomUtils.nextFloat();
    }

    @Test
    void nextLongReturns2() throws Throwable {
        RandomUtils.nextLong(0L, 1L);
    }
}
