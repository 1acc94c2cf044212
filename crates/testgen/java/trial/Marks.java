package jacana.trial;

import jacana.probe.Passed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Marks of probes in the measured classes, which every try adds to; behind them those of classes around. */
final class Marks {
    private final boolean[] live = Passed.hits();
    private final boolean[] seen;
    /** Marks of the measured classes. */
    private final int own;

    private final List<Class<?>> initialised = new ArrayList<>();

    /** What the classes do when they are initialised is no try's. */
    Marks(List<String> classes, int own) {
        this.own = own;
        for (String name : classes) {
            try {
                initialised.add(Class.forName(name));
            } catch (Throwable unmeasured) {
                // Nothing is known of it then: its static initialiser may fail in any way.
            }
        }
        seen = live.clone();
    }

    /** Those of the measured classes. */
    Class<?>[] initialised() {
        return initialised.toArray(new Class<?>[0]);
    }

    /** What was passed, which changes as classes run. */
    boolean[] live() {
        return live;
    }

    /** Whether something was executed that was not before. */
    boolean grew() {
        return !Arrays.equals(live, 0, own, seen, 0, own);
    }

    /** The same of classes around: then it counts from now on. */
    boolean grewAround() {
        if (Arrays.equals(live, own, live.length, seen, own, seen.length)) {
            return false;
        }
        System.arraycopy(live, own, seen, own, seen.length - own);
        return true;
    }

    /** What is new since the last time that it counted. */
    boolean[] fresh() {
        boolean[] fresh = Arrays.copyOf(live, own);
        for (int mark = 0; mark < fresh.length; mark++) {
            fresh[mark] &= !seen[mark];
        }
        return fresh;
    }

    /** These too: what happens once only need not be found again. */
    void count(boolean[] others) {
        for (int mark = 0; mark < live.length; mark++) {
            live[mark] |= mark < own && others[mark];
            seen[mark] |= live[mark];
        }
    }

    /** What this executes is no try's. */
    void aside(Runnable work) {
        boolean[] before = live.clone();
        work.run();
        System.arraycopy(before, 0, live, 0, live.length);
    }

    /** As if the last try had not been. */
    void goBack() {
        System.arraycopy(seen, 0, live, 0, seen.length);
    }

    boolean isFull() {
        for (int mark = 0; mark < own; mark++) {
            if (!seen[mark]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        int hit = 0;
        for (int mark = 0; mark < own; mark++) {
            hit += seen[mark] ? 1 : 0;
        }
        return hit + " of " + own;
    }

    /** Are these executed now? */
    boolean have(boolean[] wanted) {
        for (int mark = 0; mark < own; mark++) {
            if (wanted[mark] && !live[mark]) {
                return false;
            }
        }
        return true;
    }
}
