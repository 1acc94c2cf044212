package com.google.common.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import com.google.common.collect.ConcurrentHashMultiset;
import java.util.Iterator;
import com.google.common.collect.Iterators;
import org.junit.jupiter.api.Test;

/** Written by Jacana: tests of com.google.common.math.PairedStatsAccumulator. */
class PairedStatsAccumulatorTest {
    @Test
    void sampleCovarianceThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.sampleCovariance());
    }

    @Test
    void yStatsReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        Stats result = receiver.yStats();

        assertNotNull(result);
    }

    @Test
    void pearsonsCorrelationCoefficientThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.pearsonsCorrelationCoefficient());
    }

    @Test
    void snapshotReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        PairedStats result = receiver.snapshot();

        assertNotNull(result);
    }

    @Test
    void leastSquaresFitThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.leastSquaresFit());
    }

    @Test
    void constructorMakesObject() throws Throwable {
        PairedStatsAccumulator result = new PairedStatsAccumulator();

        assertNotNull(result);
    }

    @Test
    void xStatsReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        Stats result = receiver.xStats();

        assertNotNull(result);
    }

    @Test
    void populationCovarianceThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        assertThrows(IllegalStateException.class, () -> receiver.populationCovariance());
    }

    @Test
    void countReturnsZero() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        long result = receiver.count();

        assertEquals(0L, result);
    }

    @Test
    void addReturns() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();

        receiver.add(Double.POSITIVE_INFINITY, 0.0);
    }

    @Test
    void populationCovarianceReturnsZero() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);

        double result = receiver.populationCovariance();

        assertEquals(0.0, result);
    }

    @Test
    void sampleCovarianceReturnsZero() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        receiver.add(0.0, 0.0);

        double result = receiver.sampleCovariance();

        assertEquals(0.0, result);
    }

    @Test
    void addAllThrowsIllegalStateException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        Stats stats = new Stats(59L, 0.0, 0.0, 0.0, 0.0);
        ConcurrentHashMultiset concurrentHashMultiset = ConcurrentHashMultiset.create();
        Iterator iterator = Iterators.cycle(concurrentHashMultiset);
        Stats stats2 = Stats.of(iterator);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);

        assertThrows(IllegalStateException.class, () -> receiver.addAll(pairedStats));
    }

    @Test
    void pearsonsCorrelationCoefficientThrowsIllegalStateException2() throws Throwable {
        Stats stats = Stats.of(new double[] {Double.POSITIVE_INFINITY, 63.0});
        Stats stats2 = Stats.of(new double[] {});
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        assertThrows(IllegalStateException.class, () -> receiver.pearsonsCorrelationCoefficient());
    }

    @Test
    void leastSquaresFitReturnsObject() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        receiver.add(255.0, 1e300);

        LinearTransformation result = receiver.leastSquaresFit();

        assertNotNull(result);
    }

    @Test
    void leastSquaresFitReturnsObject2() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        receiver.add(0.0, Double.longBitsToDouble(0x7ff8000000000000L));

        LinearTransformation result = receiver.leastSquaresFit();

        assertNotNull(result);
    }

    @Test
    void leastSquaresFitReturnsObject3() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        receiver.add(0.0, 1694.7493273480432);

        LinearTransformation result = receiver.leastSquaresFit();

        assertNotNull(result);
    }

    @Test
    void pearsonsCorrelationCoefficientReturnsNumber() throws Throwable {
        Stats stats = Stats.of(new double[] {Double.POSITIVE_INFINITY});
        Stats stats2 = Stats.of(new double[] {Double.longBitsToDouble(0x7ff8000000000000L)});
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        Stats stats3 = Stats.of(new double[] {Double.POSITIVE_INFINITY});
        Stats stats4 = Stats.of(new double[] {Double.longBitsToDouble(0x7ff8000000000000L)});
        PairedStats pairedStats2 = new PairedStats(stats3, stats4, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);
        receiver.addAll(pairedStats2);

        double result = receiver.pearsonsCorrelationCoefficient();

        assertEquals(Double.NaN, result);
    }

    @Test
    void pearsonsCorrelationCoefficientReturnsZero() throws Throwable {
        Stats stats = Stats.of(new double[] {0.5, -1.0});
        Stats stats2 = Stats.of(new double[] {1566.312916891123, 0.0});
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        double result = receiver.pearsonsCorrelationCoefficient();

        assertEquals(0.0, result);
    }

    @Test
    void leastSquaresFitThrowsIllegalArgumentException() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(1e300, 10000000000.0);
        receiver.add(0.0, 0.0);

        assertThrows(IllegalArgumentException.class, () -> receiver.leastSquaresFit());
    }

    @Test
    void leastSquaresFitReturnsObject4() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        receiver.add(255.0, 0.0);

        LinearTransformation result = receiver.leastSquaresFit();

        assertNotNull(result);
    }

    @Test
    void addThrowsIllegalStateException() throws Throwable {
        Stats stats = Stats.of(new double[] {388.0247832807581});
        Iterator iterator = Collections.emptyIterator();
        Stats stats2 = Stats.of(iterator);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        assertThrows(IllegalStateException.class, () -> receiver.add(0.0, 0.0));
    }

    @Test
    void leastSquaresFitThrowsIllegalStateException2() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.add(0.0, 0.0);
        receiver.add(0.0, 0.0);

        assertThrows(IllegalStateException.class, () -> receiver.leastSquaresFit());
    }

    @Test
    void addAllReturns() throws Throwable {
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        Stats stats = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, (Stats) null, 0.0);

        receiver.addAll(pairedStats);
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
    void pearsonsCorrelationCoefficientThrowsIllegalStateException3() throws Throwable {
        Stats stats = new Stats(2L, 0.0, 5e-324, 0.0, 0.0);
        Stats stats2 = new Stats(0L, 0.0, 0.0, 0.0, 0.0);
        PairedStats pairedStats = new PairedStats(stats, stats2, 0.0);
        PairedStatsAccumulator receiver = new PairedStatsAccumulator();
        receiver.addAll(pairedStats);

        assertThrows(IllegalStateException.class, () -> receiver.pearsonsCorrelationCoefficient());
    }
}
