package org.apache.commons.cli;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of org.apache.commons.cli.DefaultParser. */
class DefaultParserSuspectedBugsTest {
    /** java.lang.NullPointerException at org.apache.commons.cli.DefaultParser.handleToken(DefaultParser.java:539): Cannot invoke "String.startsWith(String)" because "token" is null */
    @Test
    void parseThrowsNullPointerException() throws Throwable {
        DefaultParser receiver = new DefaultParser();
        Options options = new Options();
        String[] array = new String[] {null};

        assertThrows(NullPointerException.class, () -> receiver.parse(options, array));
    }

    /** java.lang.StringIndexOutOfBoundsException at java.base/java.lang.String.checkBoundsBeginEnd(String.java:4606), called at org.apache.commons.cli.DefaultParser.isJavaProperty(DefaultParser.java:583): begin 0, end 1, length 0 */
    @Test
    void parseThrowsStringIndexOutOfBoundsException() throws Throwable {
        DefaultParser receiver = new DefaultParser();
        Options options = new Options();

        assertThrows(StringIndexOutOfBoundsException.class, () -> receiver.parse(options, new String[] {"-============================="}));
    }

    /** java.lang.NullPointerException at org.apache.commons.cli.DefaultParser.parse(DefaultParser.java:701): Cannot invoke "org.apache.commons.cli.Options.getRequiredOptions()" because "options" is null (null: argument 1 (options), argument 2 (arguments)) */
    @Test
    void parseThrowsNullPointerException2() throws Throwable {
        DefaultParser receiver = new DefaultParser();

        assertThrows(NullPointerException.class, () -> receiver.parse((Options) null, (String[]) null));
    }
}
