/** A loop that its clauses prove for arrays of any length. */
public class Largest {
    //@ requires a != null && a.length > 0;
    //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
    public static int max(int[] a) {
        int max = a[0];
        //@ maintaining 1 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; a[k] <= max);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) {
            if (a[i] > max) {
                max = a[i];
            }
        }
        return max;
    }
}
