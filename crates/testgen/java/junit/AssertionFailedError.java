package org.opentest4j;

/** What a failed assertion of JUnit throws. */
public class AssertionFailedError extends AssertionError {
    private static final long serialVersionUID = 1;

    public AssertionFailedError(String why) {
        super(why);
    }
}
