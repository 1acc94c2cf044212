import jacana.Jacana;

/** Whether every number comes to 1 is an open question; the loop has no last round that anybody knows. */
public class Collatz {
    public static void main(String[] args) {
        long n = Jacana.anyInt();
        Jacana.assume(n > 0);
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            assert n > 0;
        }
    }
}
