package jacana;

/**
 * A loop with clauses, from its beginning to its end. On a JVM, what the clauses say is checked whenever the head is reached. In a
 * proof of {@code jacana check} the engine cuts the loop there: the state becomes any that a round may begin in, one round is
 * executed, and the path ends when it comes to the head again.
 */
public final class Loop {
    private final int number;
    /** Where the loop is, if nothing says that it ends. */
    private final String place;
    private boolean measured;
    private long measure;

    public Loop(int number, String place) {
        this.number = number;
        this.place = place;
    }

    /** The head is reached, and what the loop demands holds. Whether what rounds change holds anything from here on. */
    public boolean cut() {
        return false;
    }

    /** Where the head is reached: a round must have made the measure smaller, and it must not have been negative before. */
    public void decreases(long value, int clause) {
        if (measured) {
            Contract.demand(measure >= 0 && value < measure, clause);
        }
        begin(value);
    }

    /** The measure before a round. */
    public void begin(long value) {
        measured = true;
        measure = value;
    }
}
