package org.apache.commons.lang3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.lang3.CharSet. */
class CharSetTest {
    @Test
    void hashCodeReturns() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        receiver.hashCode();
    }

    @Test
    void equalsReturnsFalse() throws Throwable {
        String[] array = new String[] {"", ""};
        CharSet receiver = CharSet.getInstance(array);
        BooleanUtils booleanUtils = new BooleanUtils();

        boolean result = receiver.equals(booleanUtils);

        assertFalse(result);
        assertEquals("[]", receiver.toString());
    }

    @Test
    void getInstanceReturnsNull() throws Throwable {
        CharSet result = CharSet.getInstance((String[]) null);

        assertNull(result);
    }

    @Test
    void equalsReturnsTrue() throws Throwable {
        CharSet receiver = CharSet.ASCII_ALPHA;

        boolean result = receiver.equals(CharSet.ASCII_ALPHA);

        assertTrue(result);
        assertEquals("[a-z, A-Z]", receiver.toString());
    }

    @Test
    void getInstanceReturns() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {""});

        assertNotNull(result);
    }

    @Test
    void containsReturns() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        receiver.contains('\u0000');
    }

    @Test
    void containsReturnsFalse() throws Throwable {
        CharSet receiver = CharSet.ASCII_ALPHA;

        boolean result = receiver.contains('\u0000');

        assertFalse(result);
        assertEquals("[a-z, A-Z]", receiver.toString());
    }

    @Test
    void containsReturnsTrue() throws Throwable {
        CharSet receiver = CharSet.ASCII_ALPHA;

        boolean result = receiver.contains('a');

        assertTrue(result);
        assertEquals("[a-z, A-Z]", receiver.toString());
    }

    @Test
    void equalsReturns() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        receiver.equals(CharSet.ASCII_ALPHA);
    }

    @Test
    void hashCodeReturnsNumber() throws Throwable {
        CharSet receiver = CharSet.ASCII_ALPHA;

        int result = receiver.hashCode();

        assertEquals(1901, result);
        assertEquals("[a-z, A-Z]", receiver.toString());
    }

    @Test
    void toStringReturns() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        receiver.toString();
    }

    @Test
    void toStringReturnsText() throws Throwable {
        CharSet receiver = CharSet.ASCII_ALPHA;

        String result = receiver.toString();

        assertEquals("[a-z, A-Z]", result);
    }

    @Test
    void getCharRangesReturns() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        CharRange[] result = receiver.getCharRanges();

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {null, ""});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject2() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {"^\ueb78\uee1a\ufe0b"});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject3() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {"^\u8b9f-\u58ec"});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject4() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {"\u89cd-\uc080\u7c0b"});

        assertNotNull(result);
    }
}
