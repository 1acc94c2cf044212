/** CPU: int loops and a boolean array. */
public class Sieve {
    static int primes(int limit) {
        boolean[] composite = new boolean[limit + 1];
        int count = 0;
        for (int i = 2; i <= limit; i++) {
            if (!composite[i]) {
                count++;
                for (long j = (long) i * i; j <= limit; j += i) {
                    composite[(int) j] = true;
                }
            }
        }
        return count;
    }

    static int collatz(int limit) {
        int best = 0;
        int longest = 0;
        for (int start = 1; start < limit; start++) {
            int steps = 0;
            for (int n = start; n != 1 && n > 0; steps++) {
                n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
            }
            if (steps > longest) {
                longest = steps;
                best = start;
            }
        }
        return best;
    }

    public static void main(String[] args) {
        System.out.println(primes(10_000_000) + " " + collatz(200_000));
    }
}
