package org.apache.commons.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.cli.OptionGroup. */
class OptionGroupTest {
    @Test
    void setRequiredReturns() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        receiver.setRequired(false);

        assertNull(receiver.getSelected());
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
    void getOptionsReturnsObject() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        Collection result = receiver.getOptions();

        assertNotNull(result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
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
    void getSelectedReturnsNull() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        String result = receiver.getSelected();

        assertNull(result);
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void constructorMakesObject() throws Throwable {
        OptionGroup result = new OptionGroup();

        assertNotNull(result);
    }

    @Test
    void addOptionReturnsObject() throws Throwable {
        OptionGroup receiver = new OptionGroup();
        Option option = new Option("", false, "");

        OptionGroup result = receiver.addOption(option);

        assertNotNull(result);
    }

    @Test
    void setSelectedReturns() throws Throwable {
        OptionGroup receiver = new OptionGroup();

        receiver.setSelected((Option) null);

        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }

    @Test
    void toStringReturnsText() throws Throwable {
        Option option = new Option((String) null, "", false, "");
        Option option2 = new Option((String) null, "=", false, "");
        OptionGroup receiver = new OptionGroup();
        receiver.addOption(option);
        receiver.addOption(option2);

        String result = receiver.toString();

        assertEquals("[-- , --= ]", result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
    }

    @Test
    void setSelectedThrowsAlreadySelectedException() throws Throwable {
        Option option = new Option("A", "");
        Option option2 = new Option("A", "");
        OptionGroup receiver = new OptionGroup();
        receiver.setSelected(option);
        receiver.setSelected(option2);
        Option option3 = new Option("", "", false, "");

        assertThrows(AlreadySelectedException.class, () -> receiver.setSelected(option3));
    }

    @Test
    void toStringReturnsText2() throws Throwable {
        Option option = new Option("", "", false, (String) null);
        OptionGroup receiver = new OptionGroup();
        receiver.addOption(option);

        String result = receiver.toString();

        assertEquals("[-]", result);
        assertNull(receiver.getSelected());
        assertFalse(receiver.isRequired());
    }

    @Test
    void getSelectedReturnsText() throws Throwable {
        Option option = new Option("a", (String) null);
        OptionGroup receiver = new OptionGroup();
        receiver.setSelected(option);

        String result = receiver.getSelected();

        assertEquals("a", result);
        assertFalse(receiver.isRequired());
        assertEquals("[]", receiver.toString());
    }
}
