package org.joda.time.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.joda.time.Chronology;
import org.joda.time.DateTimeField;
import org.joda.time.DateTimeFieldType;
import org.joda.time.DurationFieldType;
import org.joda.time.IllegalFieldValueException;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of org.joda.time.field.SkipDateTimeField. */
class SkipDateTimeFieldTest {
    @Test
    void constructorThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> new SkipDateTimeField((Chronology) null, (DateTimeField) null));
    }

    @Test
    void constructorThrowsIllegalArgumentException2() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> new SkipDateTimeField((Chronology) null, (DateTimeField) null, 0));
    }

    @Test
    void getReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.get(0L);

        assertEquals(-1, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, -9223371491198758122L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.get(4172231708336193518L);

        assertEquals(8388740, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(195171093, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void setThrowsIllegalFieldValueException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.set(0L, 0));
    }

    @Test
    void setReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.set(0L, 1);

        assertEquals(1L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMinimumValueReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMinimumValue();

        assertEquals(1, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void constructorMakesObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);

        SkipDateTimeField result = new SkipDateTimeField((Chronology) null, preciseDateTimeField, 1);

        assertNotNull(result);
    }

    @Test
    void constructorMakesObject2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);

        SkipDateTimeField result = new SkipDateTimeField((Chronology) null, preciseDateTimeField, -1789569707);

        assertNotNull(result);
    }

    @Test
    void constructorMakesObject3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);

        SkipDateTimeField result = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertNotNull(result);
    }
}
