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
}
