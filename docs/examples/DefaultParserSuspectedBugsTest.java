package org.apache.commons.cli;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of org.apache.commons.cli.DefaultParser. */
class DefaultParserSuspectedBugsTest {
    /** java.lang.NullPointerException at org.apache.commons.cli.DefaultParser.handleToken(DefaultParser.java:539): Cannot invoke "String.startsWith(String)" because "token" is null */
    @Test
    @DisplayName("parse: !skipParsing && currentOption == null")
    void parseThrowsNullPointerWhenNotSkipParsing() {
        DefaultParser defaultParser = new DefaultParser();
        Options options = new Options();
        String[] arguments = new String[] {null};

        assertThrows(NullPointerException.class, () -> defaultParser.parse(options, arguments));
    }

    /** java.lang.NullPointerException at org.apache.commons.cli.DefaultParser.parse(DefaultParser.java:701): Cannot invoke "org.apache.commons.cli.Options.getRequiredOptions()" because "options" is null (null: argument 1 (options), argument 2 (arguments)) */
    @Test
    void parseThrowsNullPointer() {
        DefaultParser defaultParser = new DefaultParser();

        assertThrows(NullPointerException.class, () -> defaultParser.parse((Options) null, (String[]) null));
    }
}
