package jacana.trial;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** JaCoCo's marks in the measured classes, which every try adds to. */
final class Probes {
    private final List<boolean[]> live = new ArrayList<>();
    private final List<boolean[]> seen = new ArrayList<>();

    Probes(List<String> classes) {
        for (String name : classes) {
            try {
                add(Class.forName(name.replace('/', '.')));
            } catch (Throwable unmeasured) {
                // Nothing is known of it then: its static initialiser may fail in any way.
            }
        }
    }

    /** A method that JaCoCo adds answers them. */
    private void add(Class<?> measured) throws IllegalAccessException, InvocationTargetException {
        for (Method method : measured.getDeclaredMethods()) {
            if (method.getName().equals("$jacocoInit")) {
                method.setAccessible(true);
                boolean[] probes = (boolean[]) method.invoke(null, new Object[method.getParameterCount()]);
                live.add(probes);
                seen.add(probes.clone());
            }
        }
    }

    /** Whether something was executed that was not before. */
    boolean grew() {
        for (int at = 0; at < live.size(); at++) {
            if (!Arrays.equals(live.get(at), seen.get(at))) {
                return true;
            }
        }
        return false;
    }

    /** What is new since the last time that it counted. */
    List<boolean[]> fresh() {
        List<boolean[]> all = new ArrayList<>();
        for (int at = 0; at < live.size(); at++) {
            boolean[] fresh = live.get(at).clone();
            for (int probe = 0; probe < fresh.length; probe++) {
                fresh[probe] &= !seen.get(at)[probe];
            }
            all.add(fresh);
        }
        return all;
    }

    /** These too: what happens once only need not be found again. */
    void count(List<boolean[]> others) {
        for (int at = 0; at < live.size(); at++) {
            for (int probe = 0; probe < live.get(at).length; probe++) {
                live.get(at)[probe] |= others.get(at)[probe];
                seen.get(at)[probe] |= live.get(at)[probe];
            }
        }
    }

    /** As if the last try had not been. */
    void goBack() {
        for (int at = 0; at < live.size(); at++) {
            System.arraycopy(seen.get(at), 0, live.get(at), 0, seen.get(at).length);
        }
    }

    boolean isFull() {
        for (boolean[] probes : seen) {
            for (boolean probe : probes) {
                if (!probe) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public String toString() {
        int hit = 0;
        int all = 0;
        for (boolean[] probes : seen) {
            for (boolean probe : probes) {
                hit += probe ? 1 : 0;
            }
            all += probes.length;
        }
        return hit + " of " + all;
    }

    /** Are these executed now? */
    boolean have(List<boolean[]> wanted) {
        for (int at = 0; at < live.size(); at++) {
            for (int probe = 0; probe < live.get(at).length; probe++) {
                if (wanted.get(at)[probe] && !live.get(at)[probe]) {
                    return false;
                }
            }
        }
        return true;
    }
}
