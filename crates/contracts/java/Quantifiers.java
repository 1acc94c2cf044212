package jacana;

/** Quantifiers of contracts: calls of what {@link Contract} inherits. */
abstract class Quantifiers {
    Quantifiers() {}

    public interface IntTest {
        boolean test(int value);
    }

    public interface LongTest {
        boolean test(long value);
    }

    public interface BooleanTest {
        boolean test(boolean value);
    }

    public interface IntAction {
        void run(int value);
    }

    public interface IntInt {
        int apply(int value);
    }

    public interface IntLong {
        long apply(int value);
    }

    public interface IntDouble {
        double apply(int value);
    }

    public static boolean forall(int low, int high, IntTest test) {
        for (int i = low; i < high; i++) {
            if (!test.test(i)) {
                return false;
            }
        }
        return true;
    }

    public static boolean forallThrough(int low, int high, IntTest test) {
        for (int i = low; i <= high; i++) {
            if (!test.test(i)) {
                return false;
            }
            if (i == Integer.MAX_VALUE) {
                break;
            }
        }
        return true;
    }

    public static boolean forall(long low, long high, LongTest test) {
        for (long i = low; i < high; i++) {
            if (!test.test(i)) {
                return false;
            }
        }
        return true;
    }

    public static boolean forallThrough(long low, long high, LongTest test) {
        for (long i = low; i <= high; i++) {
            if (!test.test(i)) {
                return false;
            }
            if (i == Long.MAX_VALUE) {
                break;
            }
        }
        return true;
    }

    public static boolean forall(BooleanTest test) {
        return test.test(false) && test.test(true);
    }

    public static boolean exists(int low, int high, IntTest test) {
        for (int i = low; i < high; i++) {
            if (test.test(i)) {
                return true;
            }
        }
        return false;
    }

    public static boolean existsThrough(int low, int high, IntTest test) {
        for (int i = low; i <= high; i++) {
            if (test.test(i)) {
                return true;
            }
            if (i == Integer.MAX_VALUE) {
                break;
            }
        }
        return false;
    }

    public static boolean exists(long low, long high, LongTest test) {
        for (long i = low; i < high; i++) {
            if (test.test(i)) {
                return true;
            }
        }
        return false;
    }

    public static boolean existsThrough(long low, long high, LongTest test) {
        for (long i = low; i <= high; i++) {
            if (test.test(i)) {
                return true;
            }
            if (i == Long.MAX_VALUE) {
                break;
            }
        }
        return false;
    }

    public static boolean exists(BooleanTest test) {
        return test.test(false) || test.test(true);
    }

    public static void each(int low, int high, IntAction action) {
        for (int i = low; i < high; i++) {
            action.run(i);
        }
    }

    public static void eachThrough(int low, int high, IntAction action) {
        for (int i = low; i <= high; i++) {
            action.run(i);
            if (i == Integer.MAX_VALUE) {
                break;
            }
        }
    }

    public static int sum(int low, int high, IntInt term) {
        int sum = 0;
        for (int i = low; i < high; i++) {
            sum += term.apply(i);
        }
        return sum;
    }

    public static long sum(int low, int high, IntLong term) {
        long sum = 0;
        for (int i = low; i < high; i++) {
            sum += term.apply(i);
        }
        return sum;
    }

    public static double sum(int low, int high, IntDouble term) {
        double sum = 0;
        for (int i = low; i < high; i++) {
            sum += term.apply(i);
        }
        return sum;
    }

    public static int sumThrough(int low, int high, IntInt term) {
        return low > high ? 0 : sum(low, high, term) + term.apply(high);
    }

    public static long sumThrough(int low, int high, IntLong term) {
        return low > high ? 0 : sum(low, high, term) + term.apply(high);
    }

    public static double sumThrough(int low, int high, IntDouble term) {
        return low > high ? 0 : sum(low, high, term) + term.apply(high);
    }

    public static int product(int low, int high, IntInt factor) {
        int product = 1;
        for (int i = low; i < high; i++) {
            product *= factor.apply(i);
        }
        return product;
    }

    public static long product(int low, int high, IntLong factor) {
        long product = 1;
        for (int i = low; i < high; i++) {
            product *= factor.apply(i);
        }
        return product;
    }

    public static int productThrough(int low, int high, IntInt factor) {
        return low > high ? 1 : product(low, high, factor) * factor.apply(high);
    }

    public static long productThrough(int low, int high, IntLong factor) {
        return low > high ? 1 : product(low, high, factor) * factor.apply(high);
    }

    public static int max(int low, int high, IntTest counts, IntInt value) {
        boolean found = false;
        int max = 0;
        for (int i = low; i < high; i++) {
            if (counts.test(i)) {
                int here = value.apply(i);
                max = found && max > here ? max : here;
                found = true;
            }
        }
        if (!found) {
            throw new IllegalStateException("the largest of no numbers");
        }
        return max;
    }

    public static int maxThrough(int low, int high, IntTest counts, IntInt value) {
        return max(low, high + 1, counts, value);
    }

    public static int min(int low, int high, IntTest counts, IntInt value) {
        boolean found = false;
        int min = 0;
        for (int i = low; i < high; i++) {
            if (counts.test(i)) {
                int here = value.apply(i);
                min = found && min < here ? min : here;
                found = true;
            }
        }
        if (!found) {
            throw new IllegalStateException("the smallest of no numbers");
        }
        return min;
    }

    public static int minThrough(int low, int high, IntTest counts, IntInt value) {
        return min(low, high + 1, counts, value);
    }

    // Quantifiers whose answer must be right on one side. A proof goes through no range: where the condition is demanded it takes one index of
    // which nothing is known, where it is assumed it keeps the condition as a fact about all.

    /** Whether a proof is looked for: only the engine says so. */
    static boolean proving() {
        return false;
    }

    /** Whether a condition is evaluated for a fact about all values of a variable around it. */
    static boolean nested() {
        return false;
    }

    /** Any number, one for each evaluation. */
    static int some() {
        throw onlyInProofs();
    }

    /** All numbers: a variable of the fact that is made. */
    static int every() {
        throw onlyInProofs();
    }

    /** True and false. */
    static boolean either() {
        throw onlyInProofs();
    }

    /** From here on the condition holds of all numbers of the range. False if the engine cannot make that a fact. */
    static boolean fact(int low, int high, boolean through, IntTest test) {
        throw onlyInProofs();
    }

    /** Numbers of the range that may be the one. */
    static int[] candidates(int low, int high, boolean through) {
        throw onlyInProofs();
    }

    private static IllegalStateException onlyInProofs() {
        return new IllegalStateException("under jacana check only");
    }

    private static boolean isInside(int low, int high, boolean through, int value) {
        return low <= value && (through ? value <= high : value < high);
    }

    public static boolean forallDemanded(int low, int high, IntTest test) {
        return proving() ? forallOfOne(low, high, false, test) : forall(low, high, test);
    }

    public static boolean forallDemandedThrough(int low, int high, IntTest test) {
        return proving() ? forallOfOne(low, high, true, test) : forallThrough(low, high, test);
    }

    private static boolean forallOfOne(int low, int high, boolean through, IntTest test) {
        int value = some();
        return !isInside(low, high, through, value) || test.test(value);
    }

    public static boolean existsAssumed(int low, int high, IntTest test) {
        return proving() ? existsOne(low, high, false, test) : exists(low, high, test);
    }

    public static boolean existsAssumedThrough(int low, int high, IntTest test) {
        return proving() ? existsOne(low, high, true, test) : existsThrough(low, high, test);
    }

    private static boolean existsOne(int low, int high, boolean through, IntTest test) {
        int value = some();
        return isInside(low, high, through, value) && test.test(value);
    }

    public static boolean forallAssumed(int low, int high, IntTest test) {
        if (!proving()) {
            return forall(low, high, test);
        }
        if (nested()) {
            int value = every();
            return !isInside(low, high, false, value) || test.test(value);
        }
        return either() && (isFact(low, high, false, test) || forall(low, high, test));
    }

    public static boolean forallAssumedThrough(int low, int high, IntTest test) {
        if (!proving()) {
            return forallThrough(low, high, test);
        }
        if (nested()) {
            int value = every();
            return !isInside(low, high, true, value) || test.test(value);
        }
        return either() && (isFact(low, high, true, test) || forallThrough(low, high, test));
    }

    /** If the objects that the condition speaks of are not known yet, a look at any element finds them. */
    private static boolean isFact(int low, int high, boolean through, IntTest test) {
        return fact(low, high, through, test) || isSeen(test) && fact(low, high, through, test);
    }

    private static boolean isSeen(IntTest test) {
        try {
            test.test(some());
        } catch (RuntimeException failure) {
            // Only a look.
        }
        return true;
    }

    public static boolean existsDemanded(int low, int high, IntTest test) {
        return proving() ? existsAmong(low, high, false, test) : exists(low, high, test);
    }

    public static boolean existsDemandedThrough(int low, int high, IntTest test) {
        return proving() ? existsAmong(low, high, true, test) : existsThrough(low, high, test);
    }

    private static boolean existsAmong(int low, int high, boolean through, IntTest test) {
        if (nested()) {
            int value = every();
            return isInside(low, high, through, value) && test.test(value);
        }
        for (int value : candidates(low, high, through)) {
            if (isInside(low, high, through, value) && test.test(value)) {
                return true;
            }
        }
        return false;
    }
}
