package jacana.trial;

import jacana.probe.Passed;
import java.util.Arrays;

/** What probes in the classes under test saw, if the agent is there. */
final class Measured {
    private Measured() {}

    static void startOver() {
        Arrays.fill(Passed.hits(), false);
    }

    /** A line with the numbers that were passed. */
    static String hits() {
        StringBuilder line = new StringBuilder("hits");
        boolean[] hits = Passed.hits();
        for (int number = 0; number < hits.length; number++) {
            if (hits[number]) {
                line.append(' ').append(number);
            }
        }
        return line.toString();
    }
}
