/** A tank that is filled or emptied by a litre, as often as one likes. */
public class Level {
    private static final int FULL = 40;

    static int fill(int[] changes) {
        int level = 0;
        for (int change : changes) {
            if (change > 0 && level < FULL) {
                level++;
            } else if (change < 0 && level > 0) {
                level--;
            }
        }
        assert level >= 0 && level <= FULL;
        return level;
    }
}
