package jacana.probe;

/**
 * What comparisons had on their two sides, while somebody wants to know: of branches with a way that was not taken yet. Arrays alone, since any class of
 * the JDK may have probes itself.
 */
public final class Sides {
    /** What was compared. */
    public enum Sort { WHOLE, REAL, TEXT }

    /** Comparisons that are kept, and those of one branch. */
    private static final int MOST = 400;
    private static final int OF_ONE = 12;

    /** Nobody wants to know if there are none. */
    private static boolean[] hits;
    private static int[] counts = new int[0];
    private static int count;
    private static final Sort[] SORTS = new Sort[MOST];
    private static final long[] LEFT = new long[MOST];
    private static final long[] RIGHT = new long[MOST];
    private static final Object[] LEFT_TEXT = new Object[MOST];
    private static final Object[] RIGHT_TEXT = new Object[MOST];
    /** Of a comparison whose other side is told next. */
    private static long right;

    private Sides() {
    }

    /** From now on, with the numbers that were passed. */
    public static void begin(boolean[] passed) {
        counts = new int[passed.length];
        count = 0;
        hits = passed;
    }

    /** How many there are. */
    public static int end() {
        hits = null;
        return count;
    }

    public static Sort sort(int at) {
        return SORTS[at];
    }

    /** A number, or the bits of a double. */
    public static long left(int at) {
        return LEFT[at];
    }

    public static long right(int at) {
        return RIGHT[at];
    }

    public static Object leftText(int at) {
        return LEFT_TEXT[at];
    }

    public static Object rightText(int at) {
        return RIGHT_TEXT[at];
    }

    static void whole(long a, long b, int number) {
        if (hits != null) {
            keep(Sort.WHOLE, a, b, number);
        }
    }

    static void real(double a, double b, int number) {
        if (hits != null) {
            keep(Sort.REAL, Double.doubleToRawLongBits(a), Double.doubleToRawLongBits(b), number);
        }
    }

    static void text(Object a, Object b, int number) {
        if (hits != null && a instanceof String && b instanceof String) {
            int at = keep(Sort.TEXT, 0, 0, number);
            if (at >= 0) {
                LEFT_TEXT[at] = a;
                RIGHT_TEXT[at] = b;
            }
        }
    }

    /** Keys of ways that were not taken. */
    static void switched(int key, int[] keys, int[] ways, int number) {
        boolean[] passed = hits;
        for (int at = 0; passed != null && at < keys.length; at++) {
            if (!passed[number + ways[at]]) {
                keep(Sort.WHOLE, key, keys[at], number);
            }
        }
    }

    static void keepRight(long bits) {
        right = bits;
    }

    static long kept() {
        return right;
    }

    /** Where it is kept; -1 if it is not. */
    private static int keep(Sort sort, long a, long b, int number) {
        boolean[] passed = hits;
        int at = count;
        boolean isOpen = passed != null && number + 1 < passed.length && !(passed[number] && passed[number + 1]);
        if (!isOpen || at >= MOST || counts[number] >= OF_ONE) {
            return -1;
        }
        counts[number]++;
        SORTS[at] = sort;
        LEFT[at] = a;
        RIGHT[at] = b;
        count = at + 1;
        return at;
    }
}
