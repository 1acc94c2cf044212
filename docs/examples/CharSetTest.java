package org.apache.commons.lang3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Written by Jacana: tests of org.apache.commons.lang3.CharSet. */
class CharSetTest {
    @Test
    @DisplayName("getInstance: setStrs.length != 1 && setStrs != null")
    void getInstanceReturnsWhenSetStrsLengthIsNotOneWithStringArray() {
        String[] setStrs = new String[] {"12.5", "e/"};

        CharSet result = CharSet.getInstance(setStrs);

        assertEquals("[2, ., 1, 5, e, /]", result.toString());
    }

    @Test
    @DisplayName("getInstance: setStrs == null")
    void getInstanceReturnsNullWhenSetStrsIsNull() {
        CharSet result = CharSet.getInstance((String[]) null);

        assertNull(result);
    }

    @Test
    @DisplayName("getInstance: setStrs.length != 1 && setStrs != null")
    void getInstanceReturnsWhenSetStrsLengthIsNotOneWithEmptyArray() {
        CharSet result = CharSet.getInstance(new String[] {});

        assertEquals("[]", result.toString());
    }

    @ParameterizedTest(name = "text={0}, expected={1}")
    @CsvSource({
        "'', '[]'",  // common != null
        "'^bcd', '[d, ^b, c]'",  // common == null && setStrs.length == 1
        "'^b-d^^ghijk-sno', '[^b-d, h, j, k-s, n, ^^, g, i, o]'"  // common == null && setStrs.length == 1
    })
    void getInstance(String text, String expected) {
        CharSet result = CharSet.getInstance(new String[] {text});

        assertEquals(expected, result.toString());
    }

    @Test
    @DisplayName("getInstance: setStrs.length != 1 && setStrs != null")
    void getInstanceReturnsWhenSetStrsLengthIsNotOneWithArray() {
        CharSet result = CharSet.getInstance(new String[] {null, ""});

        assertEquals("[]", result.toString());
    }

    @Test
    void containsReturnsFalse() {
        CharSet charSet = CharSet.EMPTY;

        boolean result = charSet.contains('\u0000');

        assertFalse(result);
    }

    @Test
    @DisplayName("contains: range.contains(ch)")
    void containsReturnsTrueWhenRangeContainsChWithChar() {
        CharSet charSet = new CharSet(new String[] {"\u0000"});

        boolean result = charSet.contains('\u0000');

        assertTrue(result);
    }

    @Test
    @DisplayName("contains: range.contains(ch)")
    void containsReturnsTrueWhenRangeContainsChWithChar2() {
        CharSet charSet = new CharSet(new String[] {"^\u0000\u0000\u0000\u0000"});

        boolean result = charSet.contains('\u0000');

        assertTrue(result);
    }

    @Test
    void containsReturnsTrue() {
        CharSet charSet = new CharSet(new String[] {"\ufff7^\u022d\u0000"});

        boolean result = charSet.contains('\u0000');

        assertTrue(result);
    }

    @Test
    @DisplayName("equals: !(obj instanceof CharSet)")
    void equalsReturnsFalseWhenObjIsNoCharSet() {
        CharSet charSet = CharSet.EMPTY;

        boolean result = charSet.equals((Object) null);

        assertFalse(result);
    }

    @Test
    @DisplayName("equals: obj == this")
    void equalsReturnsTrueWhenObjIsThis() {
        CharSet charSet = CharSet.EMPTY;

        boolean result = charSet.equals(CharSet.EMPTY);

        assertTrue(result);
    }

    @Test
    @DisplayName("equals: obj instanceof CharSet && obj != this")
    void equalsReturnsTrueWhenObjIsCharSet() {
        CharSet obj = new CharSet(new String[] {});
        CharSet charSet = CharSet.EMPTY;

        boolean result = charSet.equals(obj);

        assertTrue(result);
    }

    @Test
    @DisplayName("equals: obj instanceof CharSet && obj != this")
    void equalsReturnsFalseWhenObjIsCharSet() {
        CharSet obj = new CharSet(new String[] {});
        obj.add("a-z");
        CharSet charSet = CharSet.EMPTY;

        boolean result = charSet.equals(obj);

        assertFalse(result);
        assertEquals("[a-z]", obj.toString());
    }

    @Test
    void hashCodeReturns172() {
        CharSet charSet = new CharSet(new String[] {"\u0000"});

        int result = charSet.hashCode();

        assertEquals(172, result);
    }

    @Test
    void toStringReturnsText() {
        CharSet charSet = CharSet.EMPTY;

        String result = charSet.toString();

        assertEquals("[]", result);
    }

    @Test
    void getCharRangesReturns() {
        CharSet charSet = CharSet.EMPTY;

        CharRange[] result = charSet.getCharRanges();

        assertEquals(0, result.length);
    }
}
