package com.google.common.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of com.google.common.math.PairedStatsAccumulator. */
class PairedStatsAccumulatorTest {
    @Test
    void constructorMakesObject() throws Throwable {
        PairedStatsAccumulator result = new PairedStatsAccumulator();

        assertNotNull(result);
    }

    @Test
    void addReturns() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        receiver.add(Double.NEGATIVE_INFINITY, 0.0);
    }

    @Test
    void addThrowsIllegalStateException() throws Throwable {
        Stats stats = new Stats(6148914691236517205L, 0.0, 0.0, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        assertThrows(IllegalStateException.class, () -> receiver.add(0.0, 0.0));
    }

    @Test
    void addReturns2() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);

        receiver.add(0.0, 0.0);
    }

    @Test
    void addAllReturns() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        Stats stats = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, (Stats) null, 0.0);

        receiver.addAll(pairedStats);
    }

    @Test
    void snapshotReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        PairedStats result = receiver.snapshot();

        assertNotNull(result);
    }

    @Test
    void countReturnsZero() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        long result = receiver.count();

        assertEquals(0L, result);
    }

    @Test
    void countReturnsNegativeNumber() throws Throwable {
        Stats stats = new Stats(-1L, 0.0, 0.0, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        long result = receiver.count();

        assertEquals(-1L, result);
    }

    @Test
    void countReturnsNumber() throws Throwable {
        Stats stats = Stats.of(new double[] {0.0});
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        long result = receiver.count();

        assertEquals(1L, result);
    }

    @Test
    void xStatsReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        Stats result = receiver.xStats();

        assertNotNull(result);
    }

    @Test
    void yStatsReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        Stats result = receiver.yStats();

        assertNotNull(result);
    }

    @Test
    void populationCovarianceThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.populationCovariance());
    }

    @Test
    void populationCovarianceReturnsZero() throws Throwable {
        Stats stats = new Stats(-1L, 0.0, 0.0, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        double result = receiver.populationCovariance();

        assertEquals(-0.0, result);
    }

    @Test
    void sampleCovarianceThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.sampleCovariance());
    }

    @Test
    void sampleCovarianceReturnsZero() throws Throwable {
        Stats stats = new Stats(2L, 0.0, 0.0, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        double result = receiver.sampleCovariance();

        assertEquals(0.0, result);
    }

    @Test
    void pearsonsCorrelationCoefficientThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.pearsonsCorrelationCoefficient());
    }

    @Test
    void pearsonsCorrelationCoefficientThrowsIllegalStateException2() throws Throwable {
        Stats stats = new Stats(2L, 0.0, 0.0, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        assertThrows(IllegalStateException.class, () -> receiver.pearsonsCorrelationCoefficient());
    }

    @Test
    void pearsonsCorrelationCoefficientThrowsIllegalStateException3() throws Throwable {
        Stats stats = new Stats(2L, 0.0, 5e-324, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        assertThrows(IllegalStateException.class, () -> receiver.pearsonsCorrelationCoefficient());
    }

    @Test
    void pearsonsCorrelationCoefficientReturnsNumber() throws Throwable {
        Stats stats = new Stats(2L, 0.0, 0.0, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, Double.longBitsToDouble(0x7ff8000000000000L));
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        double result = receiver.pearsonsCorrelationCoefficient();

        assertEquals(Double.NaN, result);
    }
}
