package org.apache.commons.lang3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.lang3.RandomUtils. */
class RandomUtilsTest {
    @Test
    void nextDoubleReturns() throws Throwable {
        RandomUtils.nextDouble();
    }

    @Test
    void nextLongReturns() throws Throwable {
        RandomUtils.nextLong();
    }

    @Test
    void nextBytesThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextBytes(-73789608));
    }

    @Test
    void nextFloatThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextFloat(0.0f, -411.82938f));
    }

    @Test
    void nextFloatReturns() throws Throwable {
        RandomUtils.nextFloat();
    }

    @Test
    void nextFloatReturnsZero() throws Throwable {
        float result = RandomUtils.nextFloat(0.0f, 0.0f);

        assertEquals(0.0f, result);
    }

    @Test
    void nextDoubleReturnsNumber() throws Throwable {
        double result = RandomUtils.nextDouble(1.7976931348623157e308, 1.7976931348623157e308);

        assertEquals(1.7976931348623157E308, result);
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
    void constructorMakesObject() throws Throwable {
        RandomUtils result = new RandomUtils();

        assertNotNull(result);
    }

    @Test
    void nextIntThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextInt(2, 0));
    }

    @Test
    void nextLongThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextLong(0L, -1866233577L));
    }

    @Test
    void nextIntThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextInt(-31, 0));
    }

    @Test
    void nextDoubleThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextDouble(Double.longBitsToDouble(0x7ff8000000000000L), 0.0));
    }

    @Test
    void nextIntReturns() throws Throwable {
        RandomUtils.nextInt();
    }

    @Test
    void nextDoubleThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextDouble(-1.0, 0.0));
    }

    @Test
    void nextFloatThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextFloat(-935.0417f, 0.0f));
    }

    @Test
    void nextLongReturns2() throws Throwable {
        RandomUtils.nextLong(0L, 256L);
    }

    @Test
    void nextLongThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextLong(-1L, 0L));
    }

    @Test
    void nextIntReturnsZero() throws Throwable {
        int result = RandomUtils.nextInt(0, 0);

        assertEquals(0, result);
    }

    @Test
    void nextLongReturnsNumber() throws Throwable {
        long result = RandomUtils.nextLong(2L, 2L);

        assertEquals(2L, result);
    }

    @Test
    void nextBytesReturns() throws Throwable {
        RandomUtils.nextBytes(1);
    }

    @Test
    void nextIntReturns2() throws Throwable {
        RandomUtils.nextInt(0, 1);
    }

    @Test
    void nextLongReturnsZero() throws Throwable {
        long result = RandomUtils.nextLong(0L, 0L);

        assertEquals(0L, result);
    }

    @Test
    void nextDoubleReturnsZero() throws Throwable {
        double result = RandomUtils.nextDouble(0.0, 0.0);

        assertEquals(0.0, result);
    }

    @Test
    void nextDoubleReturns2() throws Throwable {
        RandomUtils.nextDouble(0.0, 5e-324);
    }

    @Test
    void nextFloatReturns2() throws Throwable {
        RandomUtils.nextFloat(0.0f, 1e-45f);
    }
}
