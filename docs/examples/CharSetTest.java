package org.apache.commons.lang3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.lang3.CharSet. */
class CharSetTest {
    @Test
    @DisplayName("getInstance: setStrs == null")
    void getInstanceReturnsNullWhenSetStrsIsNull() {
        CharSet result = CharSet.getInstance((String[]) null);

        assertNull(result);
    }

    @Test
    @DisplayName("getInstance: common != null")
    void getInstanceReturnsCharSetWhenCommonIsNotNull() {
        CharSet result = CharSet.getInstance(new String[] {""});

        assertNotNull(result);
    }

    @Test
    @DisplayName("getInstance: setStrs.length != 1")
    void getInstanceReturnsCharSetWhenSetStrsLengthIsNotOne() {
        CharSet result = CharSet.getInstance(new String[] {null, ""});

        assertNotNull(result);
    }

    @Test
    @DisplayName("getInstance: common == null && setStrs.length == 1")
    void getInstanceReturnsCharSetWhenCommonIsNullAndSetStrsLengthIsOneWithArray() {
        CharSet result = CharSet.getInstance(new String[] {"^\u76e1\uc1e8\u06e4\uda1f\u24e5"});

        assertNotNull(result);
    }

    @Test
    @DisplayName("getInstance: common == null && setStrs.length == 1")
    void getInstanceReturnsCharSetWhenCommonIsNullAndSetStrsLengthIsOneWithArray2() {
        CharSet result = CharSet.getInstance(new String[] {"^\u7cd5-\ua416\u9103\u00a3\u023a\u01c9\u2017\uf81c\u2400\u56c8\ufe68\u1a6a\ufd0c"});

        assertNotNull(result);
    }

    @Test
    @DisplayName("getInstance: common == null && setStrs.length == 1")
    void getInstanceReturnsCharSetWhenCommonIsNullAndSetStrsLengthIsOneWithArray3() {
        CharSet result = CharSet.getInstance(new String[] {"\u042e-\ud1e7\u0687\uda1f\u24e5"});

        assertNotNull(result);
    }

    @Test
    @DisplayName("contains: range.contains(ch)")
    void containsReturnsTrueWhenRangeContainsCh() {
        CharSet charSet = CharSet.ASCII_ALPHA;

        boolean result = charSet.contains('z');

        assertTrue(result);
        assertEquals("[a-z, A-Z]", charSet.toString());
    }

    @Test
    void containsReturns() {
        CharSet charSet = CharSet.EMPTY;

        charSet.contains('\u0000');
    }

    @Test
    @DisplayName("contains: !range.contains(ch)")
    void containsReturnsFalseWhenRangeNotContainsCh() {
        CharSet charSet = CharSet.ASCII_ALPHA;

        boolean result = charSet.contains('1');

        assertFalse(result);
        assertEquals("[a-z, A-Z]", charSet.toString());
    }

    @Test
    @DisplayName("equals: obj == this")
    void equalsReturnsTrueWhenObjIsThis() {
        CharSet charSet = CharSet.ASCII_ALPHA;

        boolean result = charSet.equals(CharSet.ASCII_ALPHA);

        assertTrue(result);
        assertEquals("[a-z, A-Z]", charSet.toString());
    }

    @Test
    @DisplayName("equals: !(obj instanceof CharSet)")
    void equalsReturnsWhenObjIsNoCharSet() {
        CharSet charSet = CharSet.EMPTY;

        charSet.equals((Object) null);
    }

    @Test
    void hashCodeReturns() {
        CharSet charSet = CharSet.EMPTY;

        charSet.hashCode();
    }

    @Test
    void hashCodeReturns1901() {
        CharSet charSet = CharSet.ASCII_ALPHA;

        int result = charSet.hashCode();

        assertEquals(1901, result);
        assertEquals("[a-z, A-Z]", charSet.toString());
    }

    @Test
    void toStringReturns() {
        CharSet charSet = CharSet.EMPTY;

        charSet.toString();
    }

    @Test
    void toStringReturnsText() {
        CharSet charSet = CharSet.ASCII_ALPHA;

        String result = charSet.toString();

        assertEquals("[a-z, A-Z]", result);
    }

    @Test
    void getCharRangesReturnsArray() {
        CharSet charSet = CharSet.ASCII_ALPHA;

        CharRange[] result = charSet.getCharRanges();

        assertNotNull(result);
        assertEquals("[a-z, A-Z]", charSet.toString());
    }
}
