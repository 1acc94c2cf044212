package jacana.java.beans;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Constructor;
import java.beans.Statement;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of java.beans.Statement. */
class StatementSuspectedBugsTest {
    /** java.lang.ClassCastException at java.desktop/java.beans.Statement.invokeInternal(Statement.java:292): class java.lang.reflect.Constructor cannot be cast to class java.lang.Integer (java.lang.reflect.Constructor and java.lang.Integer are in module java.base of loader 'bootstrap') */
    @Test
    void executeThrowsClassCastException() throws Throwable {
        Object[] array = new Object[] {};
        Constructor constructor = Statement.class.getDeclaredConstructor(Object.class, String.class, Object[].class);
        Object[] array2 = new Object[] {constructor};
        Statement receiver = new Statement(array, "set", array2);

        assertThrows(ClassCastException.class, () -> receiver.execute());
    }

    /** java.lang.ArrayIndexOutOfBoundsException at java.desktop/java.beans.Statement.invokeInternal(Statement.java:297): Index 1 out of bounds for length 1 */
    @Test
    void executeThrowsArrayIndexOutOfBoundsException() throws Throwable {
        Object[] array = new Object[] {};
        Object[] array2 = new Object[] {Integer.valueOf(1)};
        Statement receiver = new Statement(array, "set", array2);

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.execute());
    }

    /** java.lang.ArrayIndexOutOfBoundsException at java.desktop/java.beans.Statement.invokeInternal(Statement.java:216): Index 0 out of bounds for length 0 */
    @Test
    void executeThrowsArrayIndexOutOfBoundsException2() throws Throwable {
        Object[] array = new Object[] {};
        Statement receiver = new Statement(Class.class, "forName", array);

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.execute());
    }

    /** java.lang.ArrayIndexOutOfBoundsException at java.desktop/java.beans.Statement.invokeInternal(Statement.java:292): Index 0 out of bounds for length 0 */
    @Test
    void executeThrowsArrayIndexOutOfBoundsException3() throws Throwable {
        Object[] array = new Object[] {};
        Object[] array2 = new Object[] {};
        Statement receiver = new Statement(array, "get", array2);

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.execute());
    }
}
