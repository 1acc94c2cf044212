package org.apache.commons.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.cli.OptionGroup. */
class OptionGroupTest {
    @Test
    void createsOptionGroup() {
        OptionGroup result = new OptionGroup();

        assertNotNull(result);
    }

    @Test
    void addOptionReturnsOptionGroup() {
        OptionGroup optionGroup = new OptionGroup();
        Option option = new Option("", "", false, "");

        OptionGroup result = optionGroup.addOption(option);

        assertNotNull(result);
    }

    @Test
    void getNamesReturnsCollection() throws Exception {
        Option option = new Option("abc", "", false, "");
        Option option2 = new Option("abc", "", false, "0");
        OptionGroup optionGroup = new OptionGroup();
        optionGroup.setSelected(option);
        optionGroup.setSelected(option2);

        Collection result = optionGroup.getNames();

        assertNotNull(result);
        assertEquals("abc", optionGroup.getSelected());
        assertFalse(optionGroup.isRequired());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    void getOptionsReturnsCollection() {
        OptionGroup optionGroup = new OptionGroup();

        Collection result = optionGroup.getOptions();

        assertNotNull(result);
        assertNull(optionGroup.getSelected());
        assertFalse(optionGroup.isRequired());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    void getSelectedReturnsNull() {
        OptionGroup optionGroup = new OptionGroup();

        String result = optionGroup.getSelected();

        assertNull(result);
        assertFalse(optionGroup.isRequired());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    void getSelectedReturnsA() throws Exception {
        Option option = new Option("a", (String) null);
        OptionGroup optionGroup = new OptionGroup();
        optionGroup.setSelected(option);

        String result = optionGroup.getSelected();

        assertEquals("a", result);
        assertFalse(optionGroup.isRequired());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    void isRequiredReturnsFalse() {
        OptionGroup optionGroup = new OptionGroup();

        boolean result = optionGroup.isRequired();

        assertFalse(result);
        assertNull(optionGroup.getSelected());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    void setRequiredWithFalse() {
        OptionGroup optionGroup = new OptionGroup();

        optionGroup.setRequired(false);

        assertNull(optionGroup.getSelected());
        assertFalse(optionGroup.isRequired());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    @DisplayName("setSelected: option != null")
    void setSelectedThrowsAlreadySelectedWhenOptionIsNotNull() throws Exception {
        Option option2 = new Option("", "");
        OptionGroup optionGroup = new OptionGroup();
        optionGroup.setSelected(option2);
        Option option = new Option("0", "");

        assertThrows(AlreadySelectedException.class, () -> optionGroup.setSelected(option));
    }

    @Test
    @DisplayName("setSelected: option == null")
    void setSelectedWhenOptionIsNull() throws Exception {
        OptionGroup optionGroup = new OptionGroup();

        optionGroup.setSelected((Option) null);

        assertNull(optionGroup.getSelected());
        assertFalse(optionGroup.isRequired());
        assertEquals("[]", optionGroup.toString());
    }

    @Test
    @DisplayName("toString: option.getDescription() != null")
    void toStringReturnsTextWhenOptionDescriptionIsNotNull() {
        Option option = new Option("", "");
        Option option2 = new Option((String) null, "");
        OptionGroup optionGroup = new OptionGroup();
        optionGroup.addOption(option);
        optionGroup.addOption(option2);

        String result = optionGroup.toString();

        assertEquals("[- , --null ]", result);
        assertNull(optionGroup.getSelected());
        assertFalse(optionGroup.isRequired());
    }

    @Test
    @DisplayName("toString: option.getDescription() == null")
    void toStringReturnsTextWhenOptionDescriptionIsNull() {
        Option option = new Option((String) null, (String) null);
        OptionGroup optionGroup = new OptionGroup();
        optionGroup.addOption(option);

        String result = optionGroup.toString();

        assertEquals("[--null]", result);
        assertNull(optionGroup.getSelected());
        assertFalse(optionGroup.isRequired());
    }
}
