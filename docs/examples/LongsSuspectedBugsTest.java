package com.google.common.primitives;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import com.google.common.collect.Collections2;
import org.junit.jupiter.api.DisplayName;
import com.google.common.collect.EvictingQueue;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of com.google.common.primitives.Longs. */
class LongsSuspectedBugsTest {
    /** java.lang.NegativeArraySizeException at java.base/java.util.Arrays.copyOf(Arrays.java:3609), called at com.google.common.primitives.Longs.ensureCapacity(Longs.java:493): -2147483645 */
    @Test
    @DisplayName("ensureCapacity: array.length < minLength && padding >= 0")
    void ensureCapacityThrowsNegativeArraySizeWhenArrayLengthIsLessThanMinLength() {
        assertThrows(NegativeArraySizeException.class, () -> Longs.ensureCapacity(new long[] {}, 4, 2147483647));
    }

    /** java.lang.NullPointerException at com.google.common.primitives.Longs.concat(Longs.java:255): Cannot read the array length because "array" is null */
    @Test
    void concatThrowsNullPointerWithArray() {
        assertThrows(NullPointerException.class, () -> Longs.concat(new long[][] {null}));
    }

    /** raw types: with type arguments the compiler might have refused this. java.lang.ClassCastException at com.google.common.primitives.Longs.toArray(Longs.java:634): class com.google.common.collect.RegularImmutableList cannot be cast to class java.lang.Number (com.google.common.collect.RegularImmutableList is in unnamed module of loader 'app'; java.lang.Number is in module java.base of loader 'bootstrap') */
    @Test
    @DisplayName("toArray: i < len")
    void toArrayThrowsClassCastWhenIIsLessThanLen() {
        EvictingQueue evictingQueue = EvictingQueue.create(0);
        Collection collection = Collections2.permutations(evictingQueue);

        assertThrows(ClassCastException.class, () -> Longs.toArray(collection));
    }

    /** java.lang.NullPointerException at com.google.common.primitives.Longs.concat(Longs.java:255): Cannot read the array length because "array" is null */
    @Test
    void concatThrowsNullPointerWithLongArrayArray() {
        long[][] arrays = new long[][] {null};

        assertThrows(NullPointerException.class, () -> Longs.concat(arrays));
    }
}
