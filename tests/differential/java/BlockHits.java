/** The blocks that were entered (BlockTrace): every class can see it, so it is on the boot class path. */
public final class BlockHits {
    public static boolean[] hits = new boolean[0];

    private BlockHits() {}

    public static void hit(int block) {
        hits[block] = true;
    }
}
