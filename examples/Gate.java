/** Who may pass: for inputs by condition (MC/DC). */
public class Gate {
    public static boolean admits(int age, boolean guarded, boolean member, int guests) {
        boolean old = age >= 18 || age >= 12 && guarded;
        return old && (member || guests == 0);
    }
}
