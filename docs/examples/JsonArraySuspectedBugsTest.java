package com.google.gson;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of com.google.gson.JsonArray. */
class JsonArraySuspectedBugsTest {
    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.set(JsonArray.java:149): Index 0 out of bounds for length 0 */
    @Test
    void setThrowsIndexOutOfBoundsException() throws Throwable {
        JsonArray receiver = new JsonArray();
        JsonElement jsonElement = JsonParser.parseString("");

        assertThrows(IndexOutOfBoundsException.class, () -> receiver.set(0, jsonElement));
    }

    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.set(JsonArray.java:149): Index 0 out of bounds for length 0 */
    @Test
    void setThrowsIndexOutOfBoundsException2() throws Throwable {
        JsonArray receiver = new JsonArray();

        assertThrows(IndexOutOfBoundsException.class, () -> receiver.set(0, (JsonElement) null));
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.gson.JsonArray.addAll(JsonArray.java:137): Cannot read field "elements" because "array" is null */
    @Test
    void addAllThrowsNullPointerException() throws Throwable {
        JsonArray receiver = new JsonArray();

        assertThrows(NullPointerException.class, () -> receiver.addAll((JsonArray) null));
    }
}
