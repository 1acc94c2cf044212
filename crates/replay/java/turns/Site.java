package jacana.probe;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** A place in the code at which threads take steps, and what must happen behind the last one. */
final class Site {
    static final int EXCEPTION = 0;
    static final int DEADLOCK = 1;
    static final int RACE = 2;

    static Site[] ALL;
    /** Classes whose `run` tells that it begins, as they are loaded. */
    static final Set<String> BEGINS = Collections.synchronizedSet(new HashSet<>());
    static int end;
    /** Of a race: its threads. */
    private static int[] racing = new int[0];

    final String told;
    final boolean isOfJdk;
    /** The field that is accessed, if it is one. */
    private final String field;

    private Site(String told, boolean isOfJdk, String field) {
        this.told = told;
        this.isOfJdk = isOfJdk;
        this.field = field;
    }

    static void read(DataInputStream in) throws IOException {
        ALL = new Site[in.readInt()];
        for (int at = 0; at < ALL.length; at++) {
            String told = in.readUTF();
            boolean isOfJdk = in.readInt() != 0;
            ALL[at] = new Site(told, isOfJdk, in.readUTF());
        }
    }

    static void readEnd(DataInputStream in) throws IOException {
        end = in.readInt();
        if (end == RACE) {
            racing = new int[] {in.readInt(), in.readInt()};
        }
    }

    /** The class in which the `run` of a class of threads is. */
    static String beginning(Class<?> of) {
        Class<?> at = of;
        while (at != Thread.class) {
            try {
                at.getDeclaredMethod("run");
                break;
            } catch (NoSuchMethodException none) {
                at = at.getSuperclass();
            }
        }
        return at.getName();
    }

    /** A thread of the race that is not where it accesses the variable. */
    static Turn unready() {
        for (int number : racing) {
            Turn turn = Schedule.numbered(number);
            if (turn == null || turn.place != Turn.Place.STANDS || turn.site != turn.lastSite) {
                return turn == null ? Schedule.runner : turn;
            }
        }
        return null;
    }

    static Turn[] racing() {
        return new Turn[] {Schedule.numbered(racing[0]), Schedule.numbered(racing[1])};
    }

    /** Are the next accesses of two threads to one variable? */
    static boolean isOneVariable(Turn one, Turn other) {
        String field = ALL[one.site].field;
        boolean isElement = one.element >= 0;
        if (field.isEmpty() && !isElement || ALL[other.site].field.isEmpty() && other.element < 0) {
            // Through a handle, or many elements at once: the JVM cannot tell.
            return true;
        }
        return one.accessed == other.accessed && one.element == other.element && field.equals(ALL[other.site].field);
    }

    /**
     * Does the JVM come here for its own ends: to load, link or initialise classes of the JDK, which it does where it likes? Code of the
     * program that it calls on the way counts.
     */
    static boolean isReachedByJvm() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith("jacana.probe.")) {
                continue;
            }
            if (frame.getModuleName() == null) {
                return false;
            }
            boolean loads = name.startsWith("jdk.internal.loader.") || name.equals("java.lang.ClassLoader");
            boolean links = name.equals("java.lang.invoke.MethodHandleNatives") || name.startsWith("sun.launcher.") || name.startsWith("sun.instrument.");
            if (loads || links || frame.getMethodName().equals("<clinit>")) {
                return true;
            }
        }
        return false;
    }
}
