package jacana.trial;

import jacana.probe.Passed;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** What probes in the classes under test saw, if the agent is there. */
final class Measured {
    /** What was passed while arguments were made; nothing as long as no method acts. */
    private static boolean[] made;

    private Measured() {}

    static void startOver() {
        made = null;
        Arrays.fill(Passed.hits(), false);
    }

    /** What is passed from now on the method under test does. */
    static void act() {
        made = Passed.hits().clone();
        Arrays.fill(Passed.hits(), false);
    }

    /** A line with the numbers that were passed. */
    static String hits() {
        boolean[] hits = Passed.hits();
        return line("hits", number -> hits[number] || made != null && made[number]);
    }

    /** A line with those that the method under test passed itself. */
    static String acted() {
        boolean[] hits = Passed.hits();
        return line("acted", number -> hits[number]);
    }

    private static String line(String word, IntPredicate isPassed) {
        StringBuilder line = new StringBuilder(word);
        for (int number = 0; number < Passed.hits().length; number++) {
            if (isPassed.test(number)) {
                line.append(' ').append(number);
            }
        }
        return line.toString();
    }
}
