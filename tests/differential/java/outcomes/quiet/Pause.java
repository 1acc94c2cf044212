/** What programs of random threads call between their steps: nothing. */
public class Pause {
    public static void begin() {
    }

    public static void here() {
    }
}
