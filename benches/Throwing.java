/** CPU: exceptions thrown, caught and passed on. */
public class Throwing {
    static class Odd extends Exception {
        final int value;

        Odd(int value) {
            super("odd " + value);
            this.value = value;
        }
    }

    static class Quick extends RuntimeException {
        Quick() {
            super(null, null, false, false);
        }
    }

    static int half(int value) throws Odd {
        if ((value & 1) != 0) {
            throw new Odd(value);
        }
        return value / 2;
    }

    static int deep(int depth, int value) throws Odd {
        if (depth == 0) {
            return half(value);
        }
        try {
            return deep(depth - 1, value) + 1;
        } finally {
            finals++;
        }
    }

    static int finals;

    public static void main(String[] args) {
        int sum = 0;
        int[] small = new int[4];
        for (int i = 0; i < 150_000; i++) {
            try {
                sum += deep(i % 8, i);
            } catch (Odd odd) {
                sum -= odd.value;
            }
            try {
                small[i & 7]++;
            } catch (ArrayIndexOutOfBoundsException e) {
                sum++;
            }
            try {
                throw new Quick();
            } catch (Quick quick) {
                sum += 2;
            }
        }
        System.out.println(sum + " " + finals + " " + small[1]);
    }
}
