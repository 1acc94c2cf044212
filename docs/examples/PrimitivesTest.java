package com.google.gson.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import java.lang.reflect.Type;

/** Written by Jacana: tests of com.google.gson.internal.Primitives. */
class PrimitivesTest {
    @Test
    void isPrimitiveReturnsFalse() throws Throwable {
        boolean result = Primitives.isPrimitive(Class.class);

        assertFalse(result);
    }

    @Test
    void unwrapReturns() throws Throwable {
        Class result = Primitives.unwrap(Float.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns2() throws Throwable {
        Class result = Primitives.unwrap(Integer.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns3() throws Throwable {
        Class result = Primitives.unwrap(Byte.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns() throws Throwable {
        Class result = Primitives.wrap(void.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns2() throws Throwable {
        Class result = Primitives.wrap(int.class);

        assertNotNull(result);
    }

    @Test
    void isWrapperTypeReturnsTrue() throws Throwable {
        boolean result = Primitives.isWrapperType(Byte.class);

        assertTrue(result);
    }

    @Test
    void isPrimitiveReturnsTrue() throws Throwable {
        boolean result = Primitives.isPrimitive(void.class);

        assertTrue(result);
    }

    @Test
    void isPrimitiveReturnsFalse2() throws Throwable {
        boolean result = Primitives.isPrimitive((Type) null);

        assertFalse(result);
    }

    @Test
    void isWrapperTypeReturnsFalse() throws Throwable {
        boolean result = Primitives.isWrapperType((Type) null);

        assertFalse(result);
    }

    @Test
    void isWrapperTypeReturnsTrue2() throws Throwable {
        boolean result = Primitives.isWrapperType(Integer.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue3() throws Throwable {
        boolean result = Primitives.isWrapperType(Float.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue4() throws Throwable {
        boolean result = Primitives.isWrapperType(Double.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue5() throws Throwable {
        boolean result = Primitives.isWrapperType(Long.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue6() throws Throwable {
        boolean result = Primitives.isWrapperType(Character.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue7() throws Throwable {
        boolean result = Primitives.isWrapperType(Boolean.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue8() throws Throwable {
        boolean result = Primitives.isWrapperType(Short.class);

        assertTrue(result);
    }

    @Test
    void isWrapperTypeReturnsTrue9() throws Throwable {
        boolean result = Primitives.isWrapperType(Void.class);

        assertTrue(result);
    }

    @Test
    void wrapReturnsNull() throws Throwable {
        Class result = Primitives.wrap((Class) null);

        assertNull(result);
    }

    @Test
    void wrapReturns3() throws Throwable {
        Class result = Primitives.wrap(float.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns4() throws Throwable {
        Class result = Primitives.wrap(byte.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns5() throws Throwable {
        Class result = Primitives.wrap(double.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns6() throws Throwable {
        Class result = Primitives.wrap(long.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns7() throws Throwable {
        Class result = Primitives.wrap(char.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns8() throws Throwable {
        Class result = Primitives.wrap(boolean.class);

        assertNotNull(result);
    }

    @Test
    void wrapReturns9() throws Throwable {
        Class result = Primitives.wrap(short.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturnsNull() throws Throwable {
        Class result = Primitives.unwrap((Class) null);

        assertNull(result);
    }

    @Test
    void unwrapReturns4() throws Throwable {
        Class result = Primitives.unwrap(Double.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns5() throws Throwable {
        Class result = Primitives.unwrap(Long.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns6() throws Throwable {
        Class result = Primitives.unwrap(Character.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns7() throws Throwable {
        Class result = Primitives.unwrap(Boolean.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns8() throws Throwable {
        Class result = Primitives.unwrap(Short.class);

        assertNotNull(result);
    }

    @Test
    void unwrapReturns9() throws Throwable {
        Class result = Primitives.unwrap(Void.class);

        assertNotNull(result);
    }
}
