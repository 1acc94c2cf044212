package org.joda.time.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.joda.time.Chronology;
import org.joda.time.chrono.CopticChronology;
import org.joda.time.DateTimeField;
import org.joda.time.DateTimeFieldType;
import org.joda.time.DateTimeUtils;
import org.joda.time.DateTimeZone;
import org.joda.time.DurationField;
import org.joda.time.DurationFieldType;
import org.joda.time.chrono.EthiopicChronology;
import org.joda.time.IllegalFieldValueException;
import org.joda.time.LocalDate;
import org.joda.time.LocalDateTime;
import org.joda.time.LocalTime;
import java.util.Locale;
import org.joda.time.MutableDateTime;
import org.joda.time.Partial;
import org.joda.time.ReadablePartial;
import org.joda.time.chrono.StrictChronology;
import org.junit.jupiter.api.Test;
import org.joda.time.chrono.ZonedChronology;

/** Written by Jacana: tests of org.joda.time.field.SkipDateTimeField. */
class SkipDateTimeFieldTest {
    @Test
    void constructorThrowsUnsupportedOperationException() throws Throwable {
        MutableDateTime mutableDateTime = new MutableDateTime((DateTimeZone) null);
        MutableDateTime mutableDateTime2 = new MutableDateTime();
        Chronology chronology = DateTimeUtils.getIntervalChronology(mutableDateTime, mutableDateTime2);
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        UnsupportedDurationField unsupportedDurationField = UnsupportedDurationField.getInstance(durationFieldType);
        UnsupportedDateTimeField unsupportedDateTimeField = UnsupportedDateTimeField.getInstance(dateTimeFieldType, unsupportedDurationField);
        DateTimeField dateTimeField = StrictDateTimeField.getInstance(unsupportedDateTimeField);
        DelegatedDateTimeField delegatedDateTimeField = new DelegatedDateTimeField(dateTimeField);

        assertThrows(UnsupportedOperationException.class, () -> new SkipDateTimeField(chronology, delegatedDateTimeField));
    }

    @Test
    void constructorThrowsUnsupportedOperationException2() throws Throwable {
        EthiopicChronology ethiopicChronology = EthiopicChronology.getInstance(DateTimeZone.UTC, 3);
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        UnsupportedDurationField unsupportedDurationField = UnsupportedDurationField.getInstance(durationFieldType);
        UnsupportedDateTimeField unsupportedDateTimeField = UnsupportedDateTimeField.getInstance(dateTimeFieldType, unsupportedDurationField);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        UnsupportedDurationField unsupportedDurationField2 = UnsupportedDurationField.getInstance(durationFieldType2);
        DateTimeFieldType dateTimeFieldType2 = DateTimeFieldType.millisOfSecond();
        DelegatedDateTimeField delegatedDateTimeField = new DelegatedDateTimeField(unsupportedDateTimeField, unsupportedDurationField2, dateTimeFieldType2);
        DateTimeField dateTimeField = StrictDateTimeField.getInstance(delegatedDateTimeField);

        assertThrows(UnsupportedOperationException.class, () -> new SkipDateTimeField(ethiopicChronology, dateTimeField, 255));
    }

    @Test
    void constructorThrowsIllegalArgumentException() throws Throwable {
        assertThrows(IllegalArgumentException.class, () -> new SkipDateTimeField((Chronology) null, (DateTimeField) null));
    }

    @Test
    void getMaximumValueReturns() throws Throwable {
        CopticChronology copticChronology = CopticChronology.getInstanceUTC();
        DateTimeZone dateTimeZone = DateTimeZone.getDefault();
        ZonedChronology zonedChronology = ZonedChronology.getInstance(copticChronology, dateTimeZone);
        LocalDateTime localDateTime = new LocalDateTime(DateTimeZone.UTC);
        StrictChronology strictChronology = StrictChronology.getInstance(zonedChronology);
        strictChronology.set(localDateTime, 0L);
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.clockhourOfDay();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, -8869148464118507846L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField(strictChronology, preciseDateTimeField, 0);

        receiver.getMaximumValue();
    }

    @Test
    void getAsShortTextThrowsIllegalArgumentException() throws Throwable {
        DateTimeZone dateTimeZone = DateTimeZone.getDefault();
        CopticChronology copticChronology = CopticChronology.getInstance(dateTimeZone, 6);
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.secondOfMinute();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 8L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField(copticChronology, preciseDateTimeField, 0);
        CopticChronology copticChronology2 = CopticChronology.getInstanceUTC();
        Partial partial = new Partial(copticChronology2);
        Locale locale = Locale.getDefault();

        assertThrows(IllegalArgumentException.class, () -> receiver.getAsShortText(partial, locale));
    }

    @Test
    void getAsTextThrowsUnsupportedOperationException() throws Throwable {
        CopticChronology copticChronology = CopticChronology.getInstance();
        DurationFieldType durationFieldType = DurationFieldType.minutes();
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        UnsupportedDurationField unsupportedDurationField = UnsupportedDurationField.getInstance(durationFieldType2);
        UnsupportedDateTimeField unsupportedDateTimeField = UnsupportedDateTimeField.getInstance(dateTimeFieldType, unsupportedDurationField);
        DurationFieldType durationFieldType3 = DurationFieldType.minutes();
        DateTimeFieldType dateTimeFieldType2 = new DateTimeFieldType("") {
            public DurationFieldType getDurationType() {
                return durationFieldType;
            }
            public DateTimeField getField(Chronology p0) {
                return unsupportedDateTimeField;
            }
            public DurationFieldType getRangeDurationType() {
                return durationFieldType3;
            }
        };
        DurationFieldType durationFieldType4 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType4, 1L);
        DurationFieldType durationFieldType5 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType5, 4L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType2, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField(copticChronology, preciseDateTimeField, 0);
        EthiopicChronology ethiopicChronology = EthiopicChronology.getInstanceUTC();
        LocalTime localTime = new LocalTime((Chronology) ethiopicChronology);

        assertThrows(UnsupportedOperationException.class, () -> receiver.getAsText(localTime, Locale.FRENCH));
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

        SkipDateTimeField result = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

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
    void getWrappedFieldReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        DateTimeField result = receiver.getWrappedField();

        assertNotNull(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getTypeReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        DateTimeFieldType result = receiver.getType();

        assertNotNull(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getNameReturnsText() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getName();

        assertEquals("millisOfSecond", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
    }

    @Test
    void isSupportedReturnsTrue() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        boolean result = receiver.isSupported();

        assertTrue(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void isLenientReturnsFalse() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        boolean result = receiver.isLenient();

        assertFalse(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsTextReturnsText() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsText(0L, (Locale) null);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsTextReturnsText2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsText(0L);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsTextReturnsText3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsText((ReadablePartial) null, 0, (Locale) null);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsTextReturnsText4() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsText(0, (Locale) null);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsShortTextReturnsText() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsShortText(0L, (Locale) null);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsShortTextReturnsText2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsShortText(0L);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsShortTextReturnsText3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsShortText((ReadablePartial) null, 0, (Locale) null);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsShortTextReturnsText4() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.getAsShortText(0, (Locale) null);

        assertEquals("0", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.add(0L, 0);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addThrowsArithmeticException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 8L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 4827383811518562347L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(ArithmeticException.class, () -> receiver.add(9223372028264841216L, 1073741824));
    }

    @Test
    void addReturnsZero2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.add(0L, 0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addReturnsNull() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int[] result = receiver.add((ReadablePartial) null, 0, (int[]) null, 0);

        assertNull(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addWrapPartialReturnsNull() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int[] result = receiver.addWrapPartial((ReadablePartial) null, 0, (int[]) null, 0);

        assertNull(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getDifferenceAsLongReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.getDifferenceAsLong(0L, 0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getDifferenceAsLongThrowsArithmeticException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(ArithmeticException.class, () -> receiver.getDifferenceAsLong(0L, -9223372036854775808L));
    }

    @Test
    void getDifferenceAsLongReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.getDifferenceAsLong(0L, 1L);

        assertEquals(-1L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void setThrowsIllegalFieldValueException2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.set(0L, "a", (Locale) null));
    }

    @Test
    void setThrowsIllegalFieldValueException3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.set(0L, "a"));
    }

    @Test
    void setThrowsIllegalFieldValueException4() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.set((ReadablePartial) null, 0, (int[]) null, "a", (Locale) null));
    }

    @Test
    void getDurationFieldReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        DurationField result = receiver.getDurationField();

        assertNotNull(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getRangeDurationFieldReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        DurationField result = receiver.getRangeDurationField();

        assertNotNull(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void isLeapReturnsFalse() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        boolean result = receiver.isLeap(0L);

        assertFalse(result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getLeapAmountReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getLeapAmount(0L);

        assertEquals(0, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getLeapDurationFieldReturnsNull() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        DurationField result = receiver.getLeapDurationField();

        assertNull(result);
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMinimumValueReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMinimumValue(0L);

        assertEquals(0, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMinimumValueReturnsZero2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMinimumValue((ReadablePartial) null);

        assertEquals(0, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMinimumValueReturnsZero3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMinimumValue((ReadablePartial) null, (int[]) null);

        assertEquals(0, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMaximumValueReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMaximumValue();

        assertEquals(2147483646, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMaximumValueReturnsNumber2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMaximumValue(0L);

        assertEquals(2147483646, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMaximumValueReturnsNumber3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMaximumValue((ReadablePartial) null);

        assertEquals(2147483646, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMaximumValueReturnsNumber4() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMaximumValue((ReadablePartial) null, (int[]) null);

        assertEquals(2147483646, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMaximumTextLengthReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMaximumTextLength((Locale) null);

        assertEquals(10, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getMaximumShortTextLengthReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getMaximumShortTextLength((Locale) null);

        assertEquals(10, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundFloorReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundFloor(0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundFloorReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundFloor(-9223372036854775808L);

        assertEquals(-9223372036854775808L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundCeilingReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundCeiling(0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundCeilingReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundCeiling(1L);

        assertEquals(1L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfFloorReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfFloor(0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfCeilingReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfCeiling(0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfEvenReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfEven(0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void remainderReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.remainder(0L);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void toStringReturnsText() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        String result = receiver.toString();

        assertEquals("DateTimeField[millisOfSecond]", result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void setExtendedThrowsIllegalFieldValueException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.setExtended(0L, 0));
    }

    @Test
    void setExtendedReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.setExtended(0L, 1);

        assertEquals(1L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2001272833L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, -5388586059539415040L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.add(0L, 1L);

        assertEquals(2001272833L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(1602387868, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addThrowsArithmeticException2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2001272833L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, -5388586059539415040L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(ArithmeticException.class, () -> receiver.add(0L, 4611686018427387905L));
    }

    @Test
    void addReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.add(0L, -9223372036854775808L);

        assertEquals(-9223372036854775808L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addThrowsArithmeticException3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(ArithmeticException.class, () -> receiver.add(9223372036854775807L, 1L));
    }

    @Test
    void addWrapFieldReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.addWrapField(0L, 0);

        assertEquals(0L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addWrapFieldReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 6663403304676968426L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.addWrapField(7176973938779386492L, -2147483648);

        assertEquals(7176973939666387536L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(1517242345, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getDifferenceReturnsZero() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getDifference(0L, 0L);

        assertEquals(0, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getDifferenceThrowsArithmeticException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, -71499010992504832L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(ArithmeticException.class, () -> receiver.getDifference(-8781456326908575744L, -8781456323419045888L));
    }

    @Test
    void getDifferenceThrowsArithmeticException2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(ArithmeticException.class, () -> receiver.getDifference(0L, -9223372036854775808L));
    }

    @Test
    void setReturnsNumber2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.set(0L, "2", (Locale) null);

        assertEquals(2L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void setThrowsIllegalFieldValueException5() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.set(0L, "-02051958003", (Locale) null));
    }

    @Test
    void setReturnsNumber3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.set(0L, "2");

        assertEquals(2L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void setThrowsIllegalFieldValueException6() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalFieldValueException.class, () -> receiver.set(0L, "-02051958003"));
    }

    @Test
    void roundHalfFloorReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfFloor(-9223372036854775808L);

        assertEquals(-9223372036854775808L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfCeilingReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfCeiling(-9223372036854775808L);

        assertEquals(-9223372036854775808L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addWrapFieldReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.addWrapField(-9223372036854775808L, 0);

        assertEquals(-9223372036854775808L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfFloorReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfFloor(2L);

        assertEquals(2L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfCeilingReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfCeiling(2L);

        assertEquals(2L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsTextThrowsIllegalArgumentException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        assertThrows(IllegalArgumentException.class, () -> receiver.getAsText(localDate, (Locale) null));
    }

    @Test
    void getAsShortTextThrowsIllegalArgumentException2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        assertThrows(IllegalArgumentException.class, () -> receiver.getAsShortText(localDate, (Locale) null));
    }

    @Test
    void getAsShortTextReturns() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDateTime localDateTime = new LocalDateTime();

        receiver.getAsShortText(localDateTime, (Locale) null);
    }

    @Test
    void setReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        int[] result = receiver.set(localDate, 2, new int[] {0, 0, 0}, "2", (Locale) null);

        assertArrayEquals(new int[] {0, 0, 2}, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getDifferenceReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        int result = receiver.getDifference(0L, 1L);

        assertEquals(-1, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void getAsTextReturns() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDateTime localDateTime = new LocalDateTime();

        receiver.getAsText(localDateTime, (Locale) null);
    }

    @Test
    void setReturnsObject2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        int[] result = receiver.set(localDate, 2, new int[] {0, 0, 0}, 0);

        assertArrayEquals(new int[] {0, 0, 0}, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void roundHalfEvenReturnsNegativeNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfEven(-9223372036854775808L);

        assertEquals(-9223372036854775808L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2305843009213693952L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 6917810502617792569L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        int[] result = receiver.add(localDate, 1, new int[] {0, -1073741823, 0, 0, 0}, 1073741825);

        assertArrayEquals(new int[] {0, 2, 1, 0, 0}, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addWrapPartialReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2305843009213693952L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 6917810502617792569L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        int[] result = receiver.addWrapPartial(localDate, 1, new int[] {0, -1073741823, 0, 0, 0}, 1073741825);

        assertArrayEquals(new int[] {0, 2, 1, 0, 0}, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addReturns() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2305843009213693952L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 6917810502617792569L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDateTime localDateTime = new LocalDateTime();

        receiver.add(localDateTime, 1, new int[] {0, -1073741823, 0, 0, 0}, 1073741825);
    }

    @Test
    void addThrowsIllegalArgumentException() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2305843009213693952L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 4611967493404098617L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalArgumentException.class, () -> receiver.add((ReadablePartial) null, 0, new int[] {0}, 2));
    }

    @Test
    void addWrapPartialReturns() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2305843009213693952L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 6917810502617792569L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDateTime localDateTime = new LocalDateTime();

        receiver.addWrapPartial(localDateTime, 1, new int[] {0, -1073741823, 0, 0, 0}, 1073741825);
    }

    @Test
    void roundHalfEvenReturnsNumber() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        long result = receiver.roundHalfEven(2L);

        assertEquals(2L, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(2147483646, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addWrapFieldReturnsObject() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 2775899439105L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 1316638674314004932L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        int[] result = receiver.addWrapField(localDate, 4, new int[] {0, 0, 0, 0, 615253233}, 813965429);

        assertArrayEquals(new int[] {0, 0, 0, 0, 122632}, result);
        assertNull(receiver.getLeapDurationField());
        assertEquals(474309, receiver.getMaximumValue());
        assertEquals(1, receiver.getMinimumValue());
        assertEquals("millisOfSecond", receiver.getName());
    }

    @Test
    void addThrowsIllegalArgumentException2() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 576460752303423488L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 8647192759528063033L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDate localDate = new LocalDate();

        assertThrows(IllegalArgumentException.class, () -> receiver.add(localDate, 1, new int[] {0, 4}, 1073741826));
    }

    @Test
    void addThrowsIllegalArgumentException3() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);

        assertThrows(IllegalArgumentException.class, () -> receiver.add((ReadablePartial) null, 0, new int[] {0}, -357913942));
    }

    @Test
    void setReturns() throws Throwable {
        DateTimeFieldType dateTimeFieldType = DateTimeFieldType.millisOfSecond();
        DurationFieldType durationFieldType = DurationFieldType.millis();
        PreciseDurationField preciseDurationField = new PreciseDurationField(durationFieldType, 1L);
        DurationFieldType durationFieldType2 = DurationFieldType.millis();
        PreciseDurationField preciseDurationField2 = new PreciseDurationField(durationFieldType2, 9223372034707292159L);
        PreciseDateTimeField preciseDateTimeField = new PreciseDateTimeField(dateTimeFieldType, preciseDurationField, preciseDurationField2);
        SkipDateTimeField receiver = new SkipDateTimeField((Chronology) null, preciseDateTimeField);
        LocalDateTime localDateTime = new LocalDateTime();

        receiver.set(localDateTime, 1, new int[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "2", (Locale) null);
    }
}
