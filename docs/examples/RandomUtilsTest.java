package org.apache.commons.lang3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.lang3.RandomUtils. */
class RandomUtilsTest {
    @Test
    void createsRandomUtils() {
        RandomUtils result = new RandomUtils();

        assertNotNull(result);
    }

    @Test
    @DisplayName("nextBytes: count >= 0")
    void nextBytesReturnsEmptyArrayWhenCountIsNotNegative() {
        byte[] result = RandomUtils.nextBytes(0);

        assertArrayEquals(new byte[] {}, result);
    }

    @Test
    @DisplayName("nextBytes: count < 0")
    void nextBytesThrowsIllegalArgumentWhenCountIsNegative() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextBytes(-7));
    }

    @Test
    @DisplayName("nextInt: startInclusive >= 0")
    void nextIntReturnsZeroWhenStartInclusiveIsNotNegative() {
        int result = RandomUtils.nextInt(0, 0);

        assertEquals(0, result);
    }

    @Test
    @DisplayName("nextInt: startInclusive < 0")
    void nextIntThrowsIllegalArgumentWhenStartInclusiveIsNegative() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextInt(-1, 0));
    }

    @Test
    @DisplayName("nextInt: endExclusive < startInclusive")
    void nextIntThrowsIllegalArgumentWhenEndExclusiveIsLessThanStartInclusive() {
        IllegalArgumentException thrown = assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextInt(6, 0));

        assertEquals("Start value must be smaller or equal to end value.", thrown.getMessage());
    }

    @Test
    void nextIntReturns() {
        RandomUtils.nextInt();
    }

    @Test
    @DisplayName("nextLong: endExclusive < startInclusive")
    void nextLongThrowsIllegalArgumentWhenEndExclusiveIsLessThanStartInclusive() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextLong(8L, 0L));
    }

    @Test
    @DisplayName("nextLong: startInclusive != endExclusive && (bits - val) + (n - 1) >= 0")
    void nextLongReturnsEightWhenStartInclusiveIsNotEndExclusive() {
        long result = RandomUtils.nextLong(8L, 9L);

        assertEquals(8L, result);
    }

    @Test
    @DisplayName("nextLong: startInclusive == endExclusive")
    void nextLongReturnsZeroWhenStartInclusiveIsEndExclusive() {
        long result = RandomUtils.nextLong(0L, 0L);

        assertEquals(0L, result);
    }

    @Test
    @DisplayName("nextLong: startInclusive < 0")
    void nextLongThrowsIllegalArgumentWhenStartInclusiveIsNegative() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextLong(-1L, 0L));
    }

    @Test
    @DisplayName("nextLong: startInclusive != endExclusive && (bits - val) + (n - 1) >= 0")
    void nextLongReturnsWhenStartInclusiveIsNotEndExclusive() {
        RandomUtils.nextLong(5L, 6186923227473901881L);
    }

    @Test
    void nextLongReturns() {
        RandomUtils.nextLong();
    }

    @Test
    @DisplayName("nextDouble: startInclusive >= 0.0")
    void nextDoubleReturnsZeroWhenStartInclusiveIsNotNegative() {
        double result = RandomUtils.nextDouble(0.0, 0.0);

        assertEquals(0.0, result);
    }

    @Test
    @DisplayName("nextDouble: startInclusive < 0.0")
    void nextDoubleThrowsIllegalArgumentWhenStartInclusiveIsNegative() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextDouble(-1.0, 0.0));
    }

    @Test
    @DisplayName("nextDouble: endExclusive < startInclusive")
    void nextDoubleThrowsIllegalArgumentWhenEndExclusiveIsLessThanStartInclusive() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextDouble(0.0, Double.NEGATIVE_INFINITY));
    }

    @Test
    void nextDoubleReturns() {
        RandomUtils.nextDouble();
    }

    @Test
    @DisplayName("nextFloat: endExclusive < startInclusive")
    void nextFloatThrowsIllegalArgumentWhenEndExclusiveIsLessThanStartInclusive() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextFloat(1132.8605f, 0.0f));
    }

    @Test
    @DisplayName("nextFloat: startInclusive < 0.0")
    void nextFloatThrowsIllegalArgumentWhenStartInclusiveIsNegative() {
        assertThrows(IllegalArgumentException.class, () -> RandomUtils.nextFloat(-1.0f, 0.0f));
    }

    @Test
    @DisplayName("nextFloat: startInclusive >= 0.0")
    void nextFloatReturnsNumberWhenStartInclusiveIsNotNegative() {
        float result = RandomUtils.nextFloat(1133.8605f, 1133.8605f);

        assertEquals(1133.8605f, result);
    }

    @Test
    void nextFloatReturns() {
        RandomUtils.nextFloat();
    }
}
