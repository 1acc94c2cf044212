package com.google.gson.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Type;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of com.google.gson.internal.Primitives. */
class PrimitivesTest {
    @Test
    @DisplayName("isPrimitive: !(type instanceof Class)")
    void isPrimitiveReturnsFalseWhenTypeIsNoClass() {
        boolean result = Primitives.isPrimitive((Type) null);

        assertFalse(result);
    }

    @Test
    @DisplayName("isPrimitive: type.isPrimitive()")
    void isPrimitiveReturnsTrueWhenTypeIsPrimitive() {
        boolean result = Primitives.isPrimitive(void.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isPrimitive: !type.isPrimitive()")
    void isPrimitiveReturnsFalseWhenTypeIsNotPrimitive() {
        boolean result = Primitives.isPrimitive(Object.class);

        assertFalse(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Void.class")
    void isWrapperTypeReturnsTrueWhenTypeIsVoid() {
        boolean result = Primitives.isWrapperType(Void.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Float.class")
    void isWrapperTypeReturnsTrueWhenTypeIsFloat() {
        boolean result = Primitives.isWrapperType(Float.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Boolean.class")
    void isWrapperTypeReturnsTrueWhenTypeIsBoolean() {
        boolean result = Primitives.isWrapperType(Boolean.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type != Void.class")
    void isWrapperTypeReturnsFalseWhenTypeIsNotVoid() {
        boolean result = Primitives.isWrapperType((Type) null);

        assertFalse(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Integer.class")
    void isWrapperTypeReturnsTrueWhenTypeIsInteger() {
        boolean result = Primitives.isWrapperType(Integer.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Byte.class")
    void isWrapperTypeReturnsTrueWhenTypeIsByte() {
        boolean result = Primitives.isWrapperType(Byte.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Double.class")
    void isWrapperTypeReturnsTrueWhenTypeIsDouble() {
        boolean result = Primitives.isWrapperType(Double.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Long.class")
    void isWrapperTypeReturnsTrueWhenTypeIsLong() {
        boolean result = Primitives.isWrapperType(Long.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Character.class")
    void isWrapperTypeReturnsTrueWhenTypeIsCharacter() {
        boolean result = Primitives.isWrapperType(Character.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("isWrapperType: type == Short.class")
    void isWrapperTypeReturnsTrueWhenTypeIsShort() {
        boolean result = Primitives.isWrapperType(Short.class);

        assertTrue(result);
    }

    @Test
    @DisplayName("wrap: type != Void.TYPE")
    void wrapReturnsWhenTypeIsNotType() {
        Class<?> result = Primitives.wrap(Float.class);

        assertEquals("class java.lang.Float", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Double.TYPE")
    void wrapReturnsWhenTypeIsTypeWithD() {
        Class<?> result = Primitives.wrap(double.class);

        assertEquals("class java.lang.Double", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Float.TYPE")
    void wrapReturnsWhenTypeIsTypeWithF() {
        Class<?> result = Primitives.wrap(float.class);

        assertEquals("class java.lang.Float", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Integer.TYPE")
    void wrapReturnsWhenTypeIsTypeWithI() {
        Class<?> result = Primitives.wrap(int.class);

        assertEquals("class java.lang.Integer", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Long.TYPE")
    void wrapReturnsWhenTypeIsTypeWithJ() {
        Class<?> result = Primitives.wrap(long.class);

        assertEquals("class java.lang.Long", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Void.TYPE")
    void wrapReturnsWhenTypeIsTypeWithV() {
        Class<?> result = Primitives.wrap(void.class);

        assertEquals("class java.lang.Void", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Boolean.TYPE")
    void wrapReturnsWhenTypeIsTypeWithZ() {
        Class<?> result = Primitives.wrap(boolean.class);

        assertEquals("class java.lang.Boolean", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Short.TYPE")
    void wrapReturnsWhenTypeIsTypeWithS() {
        Class<?> result = Primitives.wrap(short.class);

        assertEquals("class java.lang.Short", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Character.TYPE")
    void wrapReturnsWhenTypeIsTypeWithC() {
        Class<?> result = Primitives.wrap(char.class);

        assertEquals("class java.lang.Character", result.toString());
    }

    @Test
    @DisplayName("wrap: type == Byte.TYPE")
    void wrapReturnsWhenTypeIsTypeWithB() {
        Class<?> result = Primitives.wrap(byte.class);

        assertEquals("class java.lang.Byte", result.toString());
    }

    @Test
    @DisplayName("unwrap: type != Void.class")
    void unwrapReturnsWhenTypeIsNotVoid() {
        Class<?> result = Primitives.unwrap(char.class);

        assertEquals("char", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Float.class")
    void unwrapReturnsWhenTypeIsFloat() {
        Class<?> result = Primitives.unwrap(Float.class);

        assertEquals("float", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Integer.class")
    void unwrapReturnsWhenTypeIsInteger() {
        Class<?> result = Primitives.unwrap(Integer.class);

        assertEquals("int", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Short.class")
    void unwrapReturnsWhenTypeIsShort() {
        Class<?> result = Primitives.unwrap(Short.class);

        assertEquals("short", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Long.class")
    void unwrapReturnsWhenTypeIsLong() {
        Class<?> result = Primitives.unwrap(Long.class);

        assertEquals("long", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Byte.class")
    void unwrapReturnsWhenTypeIsByte() {
        Class<?> result = Primitives.unwrap(Byte.class);

        assertEquals("byte", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Void.class")
    void unwrapReturnsWhenTypeIsVoid() {
        Class<?> result = Primitives.unwrap(Void.class);

        assertEquals("void", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Boolean.class")
    void unwrapReturnsWhenTypeIsBoolean() {
        Class<?> result = Primitives.unwrap(Boolean.class);

        assertEquals("boolean", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Character.class")
    void unwrapReturnsWhenTypeIsCharacter() {
        Class<?> result = Primitives.unwrap(Character.class);

        assertEquals("char", result.toString());
    }

    @Test
    @DisplayName("unwrap: type == Double.class")
    void unwrapReturnsWhenTypeIsDouble() {
        Class<?> result = Primitives.unwrap(Double.class);

        assertEquals("double", result.toString());
    }
}
