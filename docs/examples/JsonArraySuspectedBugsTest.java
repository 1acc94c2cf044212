package com.google.gson;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.internal.LazilyParsedNumber;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of com.google.gson.JsonArray. */
class JsonArraySuspectedBugsTest {
    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.remove(JsonArray.java:175): Index 0 out of bounds for length 0 */
    @Test
    void removeThrowsIndexOutOfBoundsException() throws Throwable {
        JsonArray receiver = new JsonArray(0);

        assertThrows(IndexOutOfBoundsException.class, () -> receiver.remove(0));
    }

    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.get(JsonArray.java:228): Index 0 out of bounds for length 0 */
    @Test
    void getThrowsIndexOutOfBoundsException() throws Throwable {
        JsonArray receiver = new JsonArray();

        assertThrows(IndexOutOfBoundsException.class, () -> receiver.get(0));
    }

    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.set(JsonArray.java:149): Index 0 out of bounds for length 0 */
    @Test
    void setThrowsIndexOutOfBoundsException() throws Throwable {
        JsonArray receiver = new JsonArray(0);

        assertThrows(IndexOutOfBoundsException.class, () -> receiver.set(0, (JsonElement) null));
    }

    /** java.lang.NullPointerException at java.base/jdk.internal.math.FloatingDecimal.readJavaFormatString(FloatingDecimal.java:1838), called at com.google.gson.internal.LazilyParsedNumber.doubleValue(LazilyParsedNumber.java:67): Cannot invoke "String.trim()" because "in" is null */
    @Test
    void hashCodeThrowsNullPointerException() throws Throwable {
        LazilyParsedNumber lazilyParsedNumber = new LazilyParsedNumber((String) null);
        JsonArray receiver = new JsonArray(0);
        receiver.add(lazilyParsedNumber);

        assertThrows(NullPointerException.class, () -> receiver.hashCode());
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.gson.JsonArray.addAll(JsonArray.java:137): Cannot read field "elements" because "array" is null */
    @Test
    void addAllThrowsNullPointerException() throws Throwable {
        JsonArray receiver = new JsonArray();

        assertThrows(NullPointerException.class, () -> receiver.addAll((JsonArray) null));
    }
}
