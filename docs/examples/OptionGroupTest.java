package org.apache.commons.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collection;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.apache.commons.cli.OptionGroup. */
class OptionGroupTest {
    @Test
    void createsOptionGroup() {
        OptionGroup result = new OptionGroup();

        assertEquals("[]", result.toString());
    }

    @Test
    void addOptionReturns() {
        OptionGroup optionGroup = new OptionGroup();
        Option option = new Option("", "", false, "");

        OptionGroup result = optionGroup.addOption(option);

        assertSame(optionGroup, result);
        assertEquals("[- ]", optionGroup.toString());
    }

    @Test
    void getNamesReturnsEmptyCollection() {
        OptionGroup optionGroup = new OptionGroup();

        Collection<String> result = optionGroup.getNames();

        assertEquals(Set.of(), result);
    }

    @Test
    void getOptionsReturns() throws Exception {
        Option option = new Option("true", "");
        Option option2 = new Option("true", "");
        OptionGroup optionGroup = new OptionGroup();
        optionGroup.setSelected(option);
        optionGroup.setSelected(option2);

        Collection<Option> result = optionGroup.getOptions();

        assertEquals(0, result.size());
    }

    @Test
    void getSelectedReturnsNull() {
        OptionGroup optionGroup = new OptionGroup();

        String result = optionGroup.getSelected();

        assertNull(result);
    }

    @Test
    void isRequiredReturnsFalse() {
        OptionGroup optionGroup = new OptionGroup();

        boolean result = optionGroup.isRequired();

        assertFalse(result);
    }

    @Test
    void setRequiredWithFalse() {
        OptionGroup optionGroup = new OptionGroup();

        optionGroup.setRequired(false);

        assertEquals("[]", optionGroup.toString());
    }

    @Test
    @DisplayName("setSelected: option == null")
    void setSelectedWhenOptionIsNull() throws Exception {
        OptionGroup optionGroup = new OptionGroup();

        optionGroup.setSelected((Option) null);

        assertEquals("[]", optionGroup.toString());
    }

    @Test
    @DisplayName("setSelected: option != null")
    void setSelectedThrowsAlreadySelectedWhenOptionIsNotNull() throws Exception {
        Option option2 = new Option("t", "");
        OptionGroup optionGroup2 = new OptionGroup();
        optionGroup2.setSelected(option2);
        Option option3 = new Option((String) null, "", false, "");
        AlreadySelectedException alreadySelectedException = new AlreadySelectedException(optionGroup2, option3);
        OptionGroup optionGroup = alreadySelectedException.getOptionGroup();
        Option option = new Option("", false, "");

        assertThrows(AlreadySelectedException.class, () -> optionGroup.setSelected(option));
    }

    @Test
    @DisplayName("toString: option.getOpt() != null && option.getDescription() != null")
    void toStringReturnsTextWhenOptionOptIsNotNull() {
        OptionGroup optionGroup2 = new OptionGroup();
        Option option = new Option("", "", false, "");
        OptionGroup optionGroup3 = optionGroup2.addOption(option);
        Option option2 = new Option("1", false, "");
        OptionGroup optionGroup = optionGroup3.addOption(option2);

        String result = optionGroup.toString();

        assertEquals("[- , -1 ]", result);
    }

    @Test
    @DisplayName("toString: option.getOpt() == null")
    void toStringReturnsTextWhenOptionOptIsNull() {
        OptionGroup optionGroup2 = new OptionGroup();
        Option option = new Option((String) null, "", false, "");
        OptionGroup optionGroup = optionGroup2.addOption(option);

        String result = optionGroup.toString();

        assertEquals("[-- ]", result);
    }

    @Test
    @DisplayName("toString: option.getDescription() == null")
    void toStringReturnsTextWhenOptionDescriptionIsNull() {
        OptionGroup optionGroup2 = new OptionGroup();
        Option option = new Option("", "", false, (String) null);
        OptionGroup optionGroup = optionGroup2.addOption(option);

        String result = optionGroup.toString();

        assertEquals("[-]", result);
    }
}
