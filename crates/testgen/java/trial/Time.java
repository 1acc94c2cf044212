package jacana.trial;

/** When the calls end: after their part of the time, and later as long as they find something. */
final class Time {
    /** What found nothing in the last part of its time, one of so many, is over. */
    private static final int PARTS = 5;

    private final long begun = System.nanoTime();
    private final long ends;
    private final long latest;
    private long found = begun;

    /** In milliseconds; 0 if there is no clock. */
    Time(long part, long most) {
        ends = part == 0 ? Long.MAX_VALUE : begun + part * 1_000_000;
        latest = part == 0 ? Long.MAX_VALUE : begun + Math.max(part, most) * 1_000_000;
    }

    boolean counts() {
        return ends != Long.MAX_VALUE;
    }

    void found() {
        found = System.nanoTime();
    }

    boolean isOver() {
        long now = System.nanoTime();
        return counts() && now >= ends && (now >= latest || now - found > (now - begun) / PARTS);
    }
}
