package com.google.gson;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.internal.LazilyParsedNumber;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of com.google.gson.JsonArray. */
class JsonArraySuspectedBugsTest {
    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.get(JsonArray.java:228): Index 0 out of bounds for length 0 */
    @Test
    void getThrowsIndexOutOfBounds() {
        JsonArray jsonArray = new JsonArray(0);

        assertThrows(IndexOutOfBoundsException.class, () -> jsonArray.get(0));
    }

    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.remove(JsonArray.java:175): Index 0 out of bounds for length 0 */
    @Test
    void removeThrowsIndexOutOfBounds() {
        JsonArray jsonArray = new JsonArray(0);

        assertThrows(IndexOutOfBoundsException.class, () -> jsonArray.remove(0));
    }

    /** java.lang.IndexOutOfBoundsException at java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64), called at com.google.gson.JsonArray.set(JsonArray.java:149): Index 0 out of bounds for length 0 */
    @Test
    @DisplayName("set: element == null")
    void setThrowsIndexOutOfBoundsWhenElementIsNull() {
        JsonArray jsonArray = new JsonArray(0);

        assertThrows(IndexOutOfBoundsException.class, () -> jsonArray.set(0, (JsonElement) null));
    }

    /** java.lang.NullPointerException at com.google.gson.stream.JsonWriter.value(JsonWriter.java:572): Cannot invoke "String.equals(Object)" because "string" is null */
    @Test
    void getAsJsonNullThrowsNullPointer() {
        LazilyParsedNumber lazilyParsedNumber = new LazilyParsedNumber((String) null);
        JsonArray jsonArray = new JsonArray(0);
        jsonArray.add(lazilyParsedNumber);

        assertThrows(NullPointerException.class, () -> jsonArray.getAsJsonNull());
    }

    /** null argument: argument 1 (array). java.lang.NullPointerException at com.google.gson.JsonArray.addAll(JsonArray.java:137): Cannot read field "elements" because "array" is null */
    @Test
    void addAllThrowsNullPointer() {
        JsonArray jsonArray = new JsonArray();

        assertThrows(NullPointerException.class, () -> jsonArray.addAll((JsonArray) null));
    }
}
