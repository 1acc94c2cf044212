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
    void getInstanceReturnsObject() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {""});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsNull() throws Throwable {
        CharSet result = CharSet.getInstance((String[]) null);

        assertNull(result);
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
    void equalsReturnsFalse() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        boolean result = receiver.equals((Object) null);

        assertFalse(result);
    }

    @Test
    void equalsReturnsTrue() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        boolean result = receiver.equals(CharSet.EMPTY);

        assertTrue(result);
    }

    @Test
    void equalsReturns() throws Throwable {
        CharSet charSet = new CharSet(new String[] {});
        CharSet receiver = CharSet.EMPTY;

        receiver.equals(charSet);
    }

    @Test
    void hashCodeReturnsNumber() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        receiver.hashCode();
    }

    @Test
    void toStringReturnsText() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        String result = receiver.toString();

        assertNotNull(result);
    }

    @Test
    void addReturns() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        receiver.add("^-zA-Z");
    }

    @Test
    void getCharRangesReturnsObject() throws Throwable {
        CharSet receiver = CharSet.EMPTY;

        CharRange[] result = receiver.getCharRanges();

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject2() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {"\u8212\uc11a\u0fc4\uc685\uf200\u2ad7\u741c\uc000\u6c34\u332f\ufee3\ue9b7\u7e7a\u4087\u4c71"});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject3() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {null, ""});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject4() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {"^\ueb78\uee1a\ufe0b"});

        assertNotNull(result);
    }

    @Test
    void getInstanceReturnsObject5() throws Throwable {
        CharSet result = CharSet.getInstance(new String[] {"^\u8b9f-\u58ec"});

        assertNotNull(result);
    }
}
