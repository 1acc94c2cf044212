package com.google.common.primitives;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import com.google.common.collect.Collections2;
import com.google.common.collect.Iterables;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of com.google.common.primitives.Longs. */
class LongsSuspectedBugsTest {
    /** java.lang.NullPointerException at com.google.common.primitives.Longs.concat(Longs.java:255): Cannot read the array length because "array" is null */
    @Test
    void concatThrowsNullPointerException() throws Throwable {
        long[][] array = new long[][] {null};

        assertThrows(NullPointerException.class, () -> Longs.concat(array));
    }

    /** java.lang.NegativeArraySizeException at java.base/java.util.Arrays.copyOf(Arrays.java:3609), called at com.google.common.primitives.Longs.ensureCapacity(Longs.java:493): -1390558427 */
    @Test
    void ensureCapacityThrowsNegativeArraySizeException() throws Throwable {
        assertThrows(NegativeArraySizeException.class, () -> Longs.ensureCapacity(new long[] {}, 1446848648, 1457560221));
    }

    /** java.lang.NullPointerException at com.google.common.primitives.Longs.concat(Longs.java:255): Cannot read the array length because "array" is null */
    @Test
    void concatThrowsNullPointerException2() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.concat(new long[][] {null}));
    }

    /** raw types: with type arguments the compiler might have refused this. java.lang.ClassCastException at com.google.common.primitives.Longs.toArray(Longs.java:634): class com.google.common.collect.RegularImmutableList cannot be cast to class java.lang.Number (com.google.common.collect.RegularImmutableList is in unnamed module of loader 'app'; java.lang.Number is in module java.base of loader 'bootstrap') */
    @Test
    void toArrayThrowsClassCastException() throws Throwable {
        Object[] array = new Object[] {};
        Iterable iterable = Iterables.cycle(array);
        Collection collection = Collections2.orderedPermutations(iterable);

        assertThrows(ClassCastException.class, () -> Longs.toArray(collection));
    }

    /** java.lang.NullPointerException at com.google.common.primitives.Longs.contains(Longs.java:107) (null: argument 1 (array)) */
    @Test
    void containsThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.contains((long[]) null, 0L));
    }

    /** java.lang.NullPointerException at com.google.common.primitives.Longs.concat(Longs.java:254) (null: argument 1 (arrays)) */
    @Test
    void concatThrowsNullPointerException3() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.concat((long[][]) null));
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.common.primitives.Longs.max(Longs.java:216): Cannot read the array length because "array" is null */
    @Test
    void maxThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.max((long[]) null));
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.common.primitives.Longs.min(Longs.java:197): Cannot read the array length because "array" is null */
    @Test
    void minThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.min((long[]) null));
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.common.primitives.Longs.indexOf(Longs.java:124): Cannot read the array length because "array" is null */
    @Test
    void indexOfThrowsNullPointerException2() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.indexOf((long[]) null, 0L));
    }

    /** null argument: argument 1 (backingArray). java.lang.NullPointerException at com.google.common.primitives.Longs.asList(Longs.java:655): Cannot read the array length because "backingArray" is null */
    @Test
    void asListThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.asList((long[]) null));
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.common.primitives.Longs.ensureCapacity(Longs.java:493): Cannot read the array length because "array" is null */
    @Test
    void ensureCapacityThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.ensureCapacity((long[]) null, 0, 0));
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.common.primitives.Longs.lastIndexOf(Longs.java:175): Cannot read the array length because "array" is null */
    @Test
    void lastIndexOfThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.lastIndexOf((long[]) null, 0L));
    }

    /** null argument: argument 1 (collection). java.lang.NullPointerException at com.google.common.primitives.Longs.toArray(Longs.java:629): Cannot invoke "java.util.Collection.toArray()" because "collection" is null */
    @Test
    void toArrayThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.toArray((Collection) null));
    }

    /** null argument: argument 1 (bytes). java.lang.NullPointerException at com.google.common.primitives.Longs.fromByteArray(Longs.java:299): Cannot read the array length because "bytes" is null */
    @Test
    void fromByteArrayThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.fromByteArray((byte[]) null));
    }

    /** null argument: argument 2 (array). java.lang.NullPointerException at com.google.common.primitives.Longs.join(Longs.java:506): Cannot read the array length because "array" is null */
    @Test
    void joinThrowsNullPointerException2() throws Throwable {
        assertThrows(NullPointerException.class, () -> Longs.join("", (long[]) null));
    }
}
