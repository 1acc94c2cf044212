package org.apache.commons.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Collection;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.cli.OptionGroup. */
class OptionGroupTest {
    @Test
    void constructorMakesObject() throws Throwable {
        OptionGroup result = new OptionGroup();

        assertNotNull(result);
    }

    @Test
    void addOptionReturnsObject() throws Throwable {
        OptionGroup receiver = new OptionGroup();
        Option option = new Option("a", (String) null);

        OptionGroup result = receiver.addOption(option);

        assertNotNull(result);
    }

    @Test
    void getNamesReturnsObject() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        Collection result = receiver.getNames();

        assertNotNull(result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void getOptionsReturnsObject() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        Collection result = receiver.getOptions();

        assertNotNull(result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void getSelectedReturnsNull() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        String result = receiver.getSelected();

        assertNull(result);
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void isRequiredReturnsFalse() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        boolean result = receiver.isRequired();

        assertFalse(result);
        assertNull(receiver.getSelected());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void setRequiredReturns() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        receiver.setRequired(false);

        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void setSelectedReturns() throws Throwable {
        OptionGroup receiver = new OptionGroup();
        Option option = new Option("a", (String) null);

        receiver.setSelected(option);

        assertEquals("a", receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void setSelectedReturns2() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        receiver.setSelected((Option) null);

        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void toStringReturnsText() throws Throwable {
        Option option = new Option("a", (String) null);
        OptionGroup receiver = new OptionGroup();
        receiver.addOption(option);

        String result = receiver.toString();

        assertEquals("[-a]", result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
    }

    @Test
    void toStringReturnsText2() throws Throwable {
        Option option = new Option((String) null, "a");
        OptionGroup receiver = new OptionGroup();
        receiver.addOption(option);

        String result = receiver.toString();

        assertEquals("[--null a]", result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
    }
}
