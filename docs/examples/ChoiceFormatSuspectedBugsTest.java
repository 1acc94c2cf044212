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
        ChoiceFormat receiver = new ChoiceFormat("");

        assertThrows(ArrayIndexOutOfBoundsException.class, () -> receiver.format(0L));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.parse(ChoiceFormat.java:441): Cannot invoke "String.length()" because "tempString" is null */
    @Test
    void parseObjectThrowsNullPointerException() throws Throwable {
        String[] array = new String[] {"", "", null};
        ChoiceFormat receiver = new ChoiceFormat(new double[] {336.96733559509994, 30.0, 1.5}, array);

        assertThrows(NullPointerException.class, () -> receiver.parseObject(""));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.hashCode(ChoiceFormat.java:508): Cannot invoke "String.hashCode()" because "this.choiceFormats[...]" is null */
    @Test
    void hashCodeThrowsNullPointerException() throws Throwable {
        String[] array = new String[] {"", "", null};
        ChoiceFormat receiver = new ChoiceFormat("");
        receiver.setChoices(new double[] {-0.0, 10000000000.0, Double.longBitsToDouble(0x7ff8000000000000L)}, array);

        assertThrows(NullPointerException.class, () -> receiver.hashCode());
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.toPattern(ChoiceFormat.java:294): Cannot invoke "String.indexOf(int)" because "text" is null */
    @Test
    void toPatternThrowsNullPointerException() throws Throwable {
        String[] array = new String[] {null, null, null};
        ChoiceFormat receiver = new ChoiceFormat(new double[] {694242447.0, 7.0, Double.POSITIVE_INFINITY}, array);

        assertThrows(NullPointerException.class, () -> receiver.toPattern());
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.setChoices(ChoiceFormat.java:354): Cannot read the array length because "formats" is null (null: argument 2 (formats)) */
    @Test
    void constructorThrowsNullPointerException() throws Throwable {
        assertThrows(NullPointerException.class, () -> new ChoiceFormat(new double[] {}, (String[]) null));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.applyPattern(ChoiceFormat.java:192): Cannot invoke "String.length()" because "newPattern" is null (null: argument 1 (newPattern)) */
    @Test
    void constructorThrowsNullPointerException2() throws Throwable {
        assertThrows(NullPointerException.class, () -> new ChoiceFormat((String) null));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.parse(ChoiceFormat.java:435): Cannot read field "index" because "status" is null (null: argument 2 (pos)) */
    @Test
    void parseObjectThrowsNullPointerException2() throws Throwable {
        ChoiceFormat receiver = new ChoiceFormat("");

        assertThrows(NullPointerException.class, () -> receiver.parseObject("", (ParsePosition) null));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.parse(ChoiceFormat.java:441): Cannot invoke "String.regionMatches(int, String, int, int)" because "text" is null (null: argument 1 (source)) */
    @Test
    void parseThrowsNullPointerException() throws Throwable {
        String[] array = new String[] {"", "", ""};
        ChoiceFormat receiver = new ChoiceFormat(new double[] {188.71707215401727, Double.NEGATIVE_INFINITY, 100.0}, array);

        assertThrows(NullPointerException.class, () -> receiver.parse((String) null));
    }

    /** java.lang.NullPointerException at java.base/java.text.ChoiceFormat.format(ChoiceFormat.java:415): Cannot invoke "java.lang.StringBuffer.append(String)" because "toAppendTo" is null (null: argument 2 (toAppendTo), argument 3 (status)) */
    @Test
    void formatThrowsNullPointerException() throws Throwable {
        ChoiceFormat receiver = new ChoiceFormat("|");

        assertThrows(NullPointerException.class, () -> receiver.format(0L, (StringBuffer) null, (FieldPosition) null));
    }
}
