package com.google.common.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of com.google.common.net.InternetDomainName. */
class InternetDomainNameTest {
    @Test
    void fromReturnsObject() throws Throwable {
        InternetDomainName result = InternetDomainName.from("a");

        assertNotNull(result);
    }

    @Test
    void fromThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> InternetDomainName.from("."));
    }

    @Test
    void fromThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> InternetDomainName.from("-_"));
    }

    @Test
    void fromThrowsIllegalArgumentException3() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> InternetDomainName.from("${"));
    }

    @Test
    void partsReturnsObject() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        ImmutableList result = receiver.parts();

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isPublicSuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.isPublicSuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
    }

    @Test
    void hasPublicSuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.hasPublicSuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void publicSuffixReturnsNull() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        InternetDomainName result = receiver.publicSuffix();

        assertNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isUnderPublicSuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.isUnderPublicSuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isTopPrivateDomainReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.isTopPrivateDomain();

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
    void isRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.isRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void hasRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.hasRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void registrySuffixReturnsNull() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        InternetDomainName result = receiver.registrySuffix();

        assertNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isUnderRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.isUnderRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void isTopDomainUnderRegistrySuffixReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.isTopDomainUnderRegistrySuffix();

        assertFalse(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void topDomainUnderRegistrySuffixThrowsIllegalStateException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        assertThrows(IllegalStateException.class, () -> receiver.topDomainUnderRegistrySuffix());
    }

    @Test
    void hasParentReturnsFalse() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        boolean result = receiver.hasParent();

        assertFalse(result);
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void parentThrowsIllegalStateException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        assertThrows(IllegalStateException.class, () -> receiver.parent());
    }

    @Test
    void isValidReturnsFalse() throws Throwable {
        boolean result = InternetDomainName.isValid("2");

        assertFalse(result);
    }

    @Test
    void toStringReturnsText() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        String result = receiver.toString();

        assertEquals("a", result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
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

    @Test
    void hashCodeReturnsNumber() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        int result = receiver.hashCode();

        assertEquals(97, result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void fromThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> InternetDomainName.from((String) null));
    }

    @Test
    void isValidThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> InternetDomainName.isValid((String) null));
    }

    @Test
    void childReturnsObject() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        InternetDomainName result = receiver.child("a");

        assertNotNull(result);
        assertFalse(receiver.hasParent());
        assertFalse(receiver.hasPublicSuffix());
        assertFalse(receiver.hasRegistrySuffix());
        assertFalse(receiver.isPublicSuffix());
    }

    @Test
    void childThrowsIllegalArgumentException() throws Throwable {
        InternetDomainName receiver = new InternetDomainName("a");

        assertThrows(IllegalArgumentException.class, () -> receiver.child(""));
    }

    @Test
    void isValidReturnsTrue() throws Throwable {
        boolean result = InternetDomainName.isValid("aaa");

        assertTrue(result);
    }
}
