package jacana.trial;

import jacana.probe.Passed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Marks of probes in the measured classes, which every try adds to; behind them those of classes around. */
final class Marks {
    private final boolean[] live = Passed.hits();
    private final boolean[] seen;
    /** What the methods under test themselves executed, once their arguments were made: what they shall be asked about. */
    private final boolean[] acted;
    /** What the making of arguments executed; nothing as long as no method acts. */
    private boolean[] made;
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
        acted = new boolean[own];
    }

    /** What is executed from now on the method under test does. */
    void act() {
        made = Arrays.copyOf(live, own);
        Arrays.fill(live, 0, own, false);
    }

    /** Those of the measured classes. */
    Class<?>[] initialised() {
        return initialised.toArray(new Class<?>[0]);
    }

    /** What was passed, which changes as classes run. */
    boolean[] live() {
        return live;
    }

    /** Whether something was executed that was not before, or by no method under test itself. */
    boolean grew() {
        for (int mark = 0; mark < own; mark++) {
            if (live[mark] && (!seen[mark] || made != null && !acted[mark])) {
                return true;
            }
        }
        return grewBefore();
    }

    /** Whether making the arguments executed what was not before. */
    boolean grewBefore() {
        boolean[] passed = made == null ? live : made;
        for (int mark = 0; mark < own; mark++) {
            if (passed[mark] && !seen[mark]) {
                return true;
            }
        }
        return false;
    }

    /** The same of classes around: then it counts from now on. */
    boolean grewAround() {
        if (Arrays.equals(live, own, live.length, seen, own, seen.length)) {
            return false;
        }
        System.arraycopy(live, own, seen, own, seen.length - own);
        return true;
    }

    /** What is new: at all, and by a method under test itself. */
    record Fresh(boolean[] passed, boolean[] acted) {}

    /** What is new since the last time that it counted. */
    Fresh fresh() {
        boolean[] passed = new boolean[own];
        boolean[] by = new boolean[own];
        for (int mark = 0; mark < own; mark++) {
            passed[mark] = isPassed(mark) && !seen[mark];
            by[mark] = made != null && live[mark] && !acted[mark];
        }
        return new Fresh(passed, by);
    }

    private boolean isPassed(int mark) {
        return live[mark] || made != null && made[mark];
    }

    /** These too: what happens once only need not be found again. */
    void count(Fresh others) {
        for (int mark = 0; mark < own; mark++) {
            acted[mark] |= others.acted[mark] || made != null && live[mark];
            live[mark] = isPassed(mark) || others.passed[mark];
            seen[mark] |= live[mark];
        }
        for (int mark = own; mark < live.length; mark++) {
            seen[mark] |= live[mark];
        }
        made = null;
    }

    /** What this executes is no try's. */
    void aside(Runnable work) {
        boolean[] before = live.clone();
        work.run();
        System.arraycopy(before, 0, live, 0, live.length);
    }

    /** As if the last try had not been. */
    void goBack() {
        made = null;
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

    /** Are these executed now, and by the same? */
    boolean have(Fresh wanted) {
        for (int mark = 0; mark < own; mark++) {
            if (wanted.passed[mark] && !isPassed(mark) || wanted.acted[mark] && !(made != null && live[mark])) {
                return false;
            }
        }
        return true;
    }
}
