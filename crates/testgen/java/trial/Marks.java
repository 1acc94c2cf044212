package jacana.trial;

import jacana.probe.Passed;
import java.util.Arrays;
import java.util.List;

/** Marks of probes in the measured classes, which every try adds to. */
final class Marks {
    private final boolean[] live = Passed.hits();
    private final boolean[] seen;

    /** What the classes do when they are initialised is no try's. */
    Marks(List<String> classes) {
        for (String name : classes) {
            try {
                Class.forName(name);
            } catch (Throwable unmeasured) {
                // Nothing is known of it then: its static initialiser may fail in any way.
            }
        }
        seen = live.clone();
    }

    /** What was passed, which changes as classes run. */
    boolean[] live() {
        return live;
    }

    /** Whether something was executed that was not before. */
    boolean grew() {
        return !Arrays.equals(live, seen);
    }

    /** What is new since the last time that it counted. */
    boolean[] fresh() {
        boolean[] fresh = live.clone();
        for (int mark = 0; mark < fresh.length; mark++) {
            fresh[mark] &= !seen[mark];
        }
        return fresh;
    }

    /** These too: what happens once only need not be found again. */
    void count(boolean[] others) {
        for (int mark = 0; mark < live.length; mark++) {
            live[mark] |= others[mark];
            seen[mark] |= live[mark];
        }
    }

    /** As if the last try had not been. */
    void goBack() {
        System.arraycopy(seen, 0, live, 0, seen.length);
    }

    boolean isFull() {
        for (boolean mark : seen) {
            if (!mark) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        int hit = 0;
        for (boolean mark : seen) {
            hit += mark ? 1 : 0;
        }
        return hit + " of " + seen.length;
    }

    /** Are these executed now? */
    boolean have(boolean[] wanted) {
        for (int mark = 0; mark < live.length; mark++) {
            if (wanted[mark] && !live[mark]) {
                return false;
            }
        }
        return true;
    }
}
