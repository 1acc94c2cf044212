/** Loops over an array and a list of any length. */
public class Scores {
    //@ requires scores != null;
    //@ ensures \result >= 0;
    public static int best(int[] scores) {
        int best = 0;
        int i = 0;
        while (i < scores.length) {
            best = Math.max(best, scores[i++]);
        }
        return best;
    }

    //@ ensures \result ==> entry != null;
    public static boolean has(Entry entry, int score) {
        Entry at = entry;
        while (at != null) {
            if (at.score == score) {
                return true;
            }
            at = at.next;
        }
        return false;
    }

    static class Entry {
        int score;
        Entry next;
    }
}
