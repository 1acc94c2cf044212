package jacana.trial;

/** A class that is measured to see whether classes like it can be. */
final class Sample {
    static int one() {
        return 1;
    }
}
