package jacana.java.beans;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.beans.Statement;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of java.beans.Statement. */
class StatementSuspectedBugsTest {
    /** java.lang.ArrayIndexOutOfBoundsException at java.desktop/java.beans.Statement.invokeInternal(Statement.java:216): Index 0 out of bounds for length 0 */
    @Test
    void executeThrowsArrayIndexOutOfBoundsException() throws Throwable {
        Object[] array = new Object[] {};
        Statement receiver = new Statement(Class.class, "forName", array);

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.execute());
    }
}
