package com.google.common.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.base.Stopwatch;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of com.google.common.net.InternetDomainName. */
class InternetDomainNameTest {
    @Test
    void isTopPrivateDomainReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("null");

        boolean result = receiver.isTopPrivateDomain();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void publicSuffixReturnsNull() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("true");

        InternetDomainName result = receiver.publicSuffix();

        assertNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void childThrowsIllegalArgumentException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("A");

        assertThrows(IllegalArgumentException.class, () -> receiver.child("a b"));
    }

    @Test
    void isRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("U");

        boolean result = receiver.isRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isValidReturnsFalse() throws Throwable {
        boolean result = InternetDomainName.isValid("");

        assertFalse(result);
    }

    @Test
    void isValidReturnsTrue() throws Throwable {
        boolean result = InternetDomainName.isValid("U");

        assertTrue(result);
    }

    @Test
    void isUnderRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("U");

        boolean result = receiver.isUnderRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void equalsReturns() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("a");
        Stopwatch stopwatch = Stopwatch.createStarted();

        receiver.equals(stopwatch);
    }

    @Test
    void toStringReturnsText() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("a");

        String result = receiver.toString();

        assertEquals("a", result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isValidReturnsFalse2() throws Throwable {
        boolean result = InternetDomainName.isValid("7");

        assertFalse(result);
    }

    @Test
    void fromReturnsObject() throws Throwable {
        InternetDomainName result = InternetDomainName.from("U");

        assertNotNull(result);
    }

    @Test
    void hasPublicSuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("U");

        boolean result = receiver.hasPublicSuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isUnderPublicSuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("n");

        boolean result = receiver.isUnderPublicSuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isPublicSuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("true");

        boolean result = receiver.isPublicSuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
    }

    @Test
    void topDomainUnderRegistrySuffixThrowsIllegalStateException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        assertThrows(IllegalStateException.class, () -> receiver.topDomainUnderRegistrySuffix());
    }

    @Test
    void childReturnsObject() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("A");

        InternetDomainName result = receiver.child("0");

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void partsReturnsObject() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("U");

        ImmutableList result = receiver.parts();

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void hashCodeReturnsNumber() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("a");

        int result = receiver.hashCode();

        assertEquals(97, result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void parentReturnsObject() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("a.b");

        InternetDomainName result = receiver.parent();

        assertNotNull(result);
        assertTrue(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void hasParentReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("N");

        boolean result = receiver.hasParent();

        assertFalse(result);
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isTopDomainUnderRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("A");

        boolean result = receiver.isTopDomainUnderRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void topPrivateDomainThrowsIllegalStateException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        assertThrows(IllegalStateException.class, () -> receiver.topPrivateDomain());
    }

    @Test
    void registrySuffixReturnsNull() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("U");

        InternetDomainName result = receiver.registrySuffix();

        assertNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void childThrowsNullPointerException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("A");

        assertThrows(NullPointerException.class, () -> receiver.child((String) null));
    }

    @Test
    void parentThrowsIllegalStateException() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("U");

        assertThrows(IllegalStateException.class, () -> receiver.parent());
    }

    @Test
    void hasRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("A");

        boolean result = receiver.hasRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void registrySuffixReturnsObject() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("abc");
        receiver.isRegistrySuffix();

        InternetDomainName result = receiver.registrySuffix();

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertTrue(receiver.hasPublicSuffix());
        assertTrue(receiver.hasRegistrySuffix());
        assertTrue(receiver.isPublicSuffix());
    }

    @Test
    void isValidThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> InternetDomainName.isValid((String) null));
    }

    @Test
    void hasPublicSuffixReturnsTrue() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("abc");

        boolean result = receiver.hasPublicSuffix();

        assertTrue(result);
        assertFalse(receiver.hasParent());
        assertTrue(receiver.hasRegistrySuffix());
        assertTrue(receiver.isPublicSuffix());
    }

    @Test
    void registrySuffixReturnsObject2() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("abc");
        receiver.isPublicSuffix();

        InternetDomainName result = receiver.registrySuffix();

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertTrue(receiver.hasPublicSuffix());
        assertTrue(receiver.hasRegistrySuffix());
        assertTrue(receiver.isPublicSuffix());
    }

    @Test
    void publicSuffixReturnsObject() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("abc");

        InternetDomainName result = receiver.publicSuffix();

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertTrue(receiver.hasPublicSuffix());
        assertTrue(receiver.hasRegistrySuffix());
        assertTrue(receiver.isPublicSuffix());
    }

    @Test
    void fromThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> InternetDomainName.from((String) null));
    }

    @Test
    void constructorThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> new InternetDomainName("Z-"));
    }

    @Test
    void equalsReturnsTrue() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("a");

        boolean result = receiver.equals(receiver);

        assertTrue(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isTopDomainUnderRegistrySuffixReturnsTrue() throws Throwable {
        InternetDomainName receiver = InternetDomainName.from("a.bA");

        boolean result = receiver.isTopDomainUnderRegistrySuffix();

        assertTrue(result);
        assertTrue(receiver.hasParent());
        assertTrue(receiver.hasPublicSuffix());
        assertTrue(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void topPrivateDomainReturnsObject() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a.ba");

        InternetDomainName result = receiver.topPrivateDomain();

        assertNotNull(result);
    }

    @Test
    void topDomainUnderRegistrySuffixReturnsObject() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a.ba");

        InternetDomainName result = receiver.topDomainUnderRegistrySuffix();

        assertNotNull(result);
    }

    @Test
    void topDomainUnderRegistrySuffixReturnsObject2() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a.baa.ba.");
        receiver.topPrivateDomain();

        InternetDomainName result = receiver.topDomainUnderRegistrySuffix();

        assertNotNull(result);
        assertTrue(receiver.hasParent());
        assertTrue(receiver.hasPublicSuffix());
        assertTrue(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void fromThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> InternetDomainName.from("-_"));
    }

    @Test
    void equalsReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.equals((Object) null);

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }
}
