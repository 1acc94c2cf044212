package jacana.java.text;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.text.ChoiceFormat;
import java.text.FieldPosition;
import java.text.ParsePosition;
import org.junit.jupiter.api.Test;

/** Written by Jacana: what looks like a bug of java.text.ChoiceFormat. */
class ChoiceFormatSuspectedBugsTest {
    /** java.lang.ArrayIndexOutOfBoundsException at java.base/java.text.ChoiceFormat.format(ChoiceFormat.java:415): Index 0 out of bounds for length 0 */
    @Test
    void formatThrowsArrayIndexOutOfBoundsException() throws Throwable {
        ChoiceFormat receiver = new ChoiceFormat("a");

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.format(0L, (StringBuffer) null, (FieldPosition) null));
    }

    /** java.lang.ArrayIndexOutOfBoundsException at java.base/java.text.ChoiceFormat.format(ChoiceFormat.java:415): Index 0 out of bounds for length 0 */
    @Test
    void formatThrowsArrayIndexOutOfBoundsException2() throws Throwable {
        ChoiceFormat receiver = new ChoiceFormat("a");

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.format(0.0, (StringBuffer) null, (FieldPosition) null));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.applyPattern(ChoiceFormat.java:192): Cannot invoke "String.length()" because "newPattern" is null (null: argument 1 (newPattern)) */
    @Test
    void constructorThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> new ChoiceFormat((String) null));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.setChoices(ChoiceFormat.java:354): Cannot read the array length because "limits" is null (null: argument 1 (limits), argument 2 (formats)) */
    @Test
    void constructorThrowsNullPointerException2() throws Throwable {
        assertThrows(NullPointerException.class, () -> new ChoiceFormat((double[]) null, (String[]) null));
    }

    /** null argument: argument 2 (status). java.lang.NullPointerException at java.base/java.text.ChoiceFormat.parse(ChoiceFormat.java:435): Cannot read field "index" because "status" is null */
    @Test
    void parseThrowsNullPointerException() throws Throwable {
        ChoiceFormat receiver = new ChoiceFormat("");

        assertThrows(NullPointerException.class, () -> receiver.parse((String) null, (ParsePosition) null));
    }
}
