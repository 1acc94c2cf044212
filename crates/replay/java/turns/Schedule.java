package jacana.probe;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * The steps that threads of the program take, one after the other. At most one of them runs at a time, the others stand still; when
 * that one stands, too, the next step's thread goes on. Nothing here calls what programs may call as well, such as java.util.concurrent.
 */
final class Schedule {
    /** Kinds of steps; NONE is none. */
    static final int NONE = -1;
    static final int START = 1;
    static final int END = 2;
    static final int WAIT = 3;
    static final int PARK = 4;
    static final int PASS = 5;
    static final int WAKE = 6;
    static final int INTERRUPTED = 7;

    static final Object LOCK = new Object();
    /** Held by `Watcher` for a moment, again and again: who enters it has a rest that no interrupt ends. */
    static final Object NAP = new Object();

    /** By step. */
    static int[] owners;
    static int[] kinds;
    static int[] sites;
    private static int[] children;
    /** By thread, up to those that have steps or stand somewhere: their site, or -1. */
    private static int[] lastSites;

    /** How many steps are taken. */
    static int position;
    /** The thread that runs. */
    static Turn runner;
    /** All steps are taken, and the thread of the last one goes on alone. */
    private static boolean ending;
    /** All steps are taken, and the threads run as they like. */
    private static volatile boolean free;
    static volatile Turn[] turns = new Turn[0];

    private Schedule() {
    }

    static void read(DataInputStream in) throws IOException {
        int count = in.readInt();
        owners = new int[count];
        kinds = new int[count];
        sites = new int[count];
        children = new int[count];
        int threads = 1;
        for (int at = 0; at < count; at++) {
            owners[at] = in.readInt();
            kinds[at] = in.readInt();
            sites[at] = in.readInt();
            children[at] = in.readInt();
            threads = Math.max(threads, Math.max(owners[at], children[at]) + 1);
        }
        lastSites = new int[threads];
        Arrays.fill(lastSites, -1);
        for (int left = in.readInt(); left > 0; left--) {
            int thread = in.readInt();
            lastSites[thread] = in.readInt();
        }
    }

    static boolean isFree() {
        return free;
    }

    static Turn own() {
        Thread current = Thread.currentThread();
        for (Turn turn : turns) {
            if (turn.thread == current) {
                return turn;
            }
        }
        return null;
    }

    static Turn numbered(int number) {
        Turn[] known = turns;
        return number < known.length ? known[number] : null;
    }

    /** Threads are added in the order of their numbers. */
    static Turn add(Thread thread, Turn.Place place) {
        int number = turns.length;
        int[] steps = new int[owners.length];
        int count = 0;
        for (int at = 0; at < owners.length; at++) {
            if (owners[at] == number) {
                steps[count++] = at;
            }
        }
        Turn turn = new Turn(thread, number, Arrays.copyOf(steps, count), lastSites[number], place);
        Turn[] more = Arrays.copyOf(turns, number + 1);
        more[number] = turn;
        turns = more;
        return turn;
    }

    /** The kind of the step that a thread took last. */
    static int last(Turn own) {
        return own.taken == 0 ? NONE : kinds[own.steps[own.taken - 1]];
    }

    /** The site that a thread has to come to next, or -1. */
    private static int wanted(Turn own) {
        return own.isDone() ? own.lastSite : sites[own.steps[own.taken]];
    }

    /** A thread comes to a site. If its next step is there, it waits for its turn and takes the step, whose kind is answered. */
    static int take(Turn own, int site) {
        if (own == null || own.busy || free) {
            return NONE;
        }
        if (wanted(own) != site) {
            own.strayed = site;
            return NONE;
        }
        own.busy = true;
        try {
            if (Site.ALL[site].isOfJdk && Site.isReachedByJvm()) {
                return NONE;
            }
            own.site = site;
            return stand(own, Turn.Place.STANDS) ? last(own) : NONE;
        } finally {
            own.busy = false;
        }
    }

    /** Stands still until it may go on. False if that is because all threads are free. */
    static boolean stand(Turn own, Turn.Place place) {
        boolean wasBusy = own.busy;
        boolean interrupted = false;
        own.busy = true;
        try {
            synchronized (LOCK) {
                if (free) {
                    return false;
                }
                own.place = place;
                pass();
            }
            while (true) {
                boolean first = false;
                synchronized (LOCK) {
                    if (own.place == Turn.Place.RUNS) {
                        return true;
                    }
                    if (free) {
                        own.place = Turn.Place.RUNS;
                        return false;
                    }
                    if (!interrupted) {
                        try {
                            Natives.waits(LOCK, 0);
                            continue;
                        } catch (InterruptedException interruption) {
                            interrupted = true;
                            first = true;
                        }
                    }
                }
                if (first) {
                    // It is the program's, which must not miss it.
                    Natives.interrupts(own.thread);
                }
                synchronized (NAP) {
                    continue;
                }
            }
        } finally {
            own.busy = wasBusy;
        }
    }

    /** Behind its last step a thread stands still until all steps are taken. */
    static void hold(Turn own) {
        if (own == null || free || own.busy) {
            return;
        }
        synchronized (LOCK) {
            if (!own.isDone() || own.lastSite >= 0 || position == kinds.length) {
                return;
            }
        }
        stand(own, Turn.Place.HELD);
    }

    /** A thread is about to start another one. */
    static void started(Turn own, Thread thread) {
        own.busy = true;
        try {
            String begins = Site.beginning(thread.getClass());
            synchronized (LOCK) {
                if (!Site.BEGINS.contains(begins)) {
                    Watcher.end(Watcher.NEEDS, "jacana: turns need " + begins);
                }
                add(thread, Turn.Place.STARTS);
            }
        } finally {
            own.busy = false;
        }
    }

    /** Lets the thread of the next step go on, if the one that runs stands still. Called with the lock, whenever something changed. */
    static void pass() {
        if (free || !runner.isStill()) {
            return;
        }
        if (position == kinds.length) {
            finish();
            return;
        }
        Turn next = numbered(owners[position]);
        if (next == null || !isReady(next)) {
            return;
        }
        if (next.place != Turn.Place.BEGINS) {
            next.taken++;
            position++;
        }
        run(next);
    }

    /** Is the next step one of a thread that stands still now? A thread that ends the program waits for that. */
    static boolean othersGoOn() {
        synchronized (LOCK) {
            Turn next = position < kinds.length ? numbered(owners[position]) : null;
            return next != null && next.place != Turn.Place.RUNS && next.thread.isAlive();
        }
    }

    /** Is the next step one of the thread that runs, perhaps to end the program? */
    static boolean isRunnersTurn() {
        synchronized (LOCK) {
            Turn next = position < kinds.length ? numbered(owners[position]) : null;
            return next != null && next == runner && next.thread.isAlive();
        }
    }

    private static void run(Turn next) {
        next.place = Turn.Place.RUNS;
        next.stuck = false;
        next.blockedSince = 0;
        runner = next;
        LOCK.notifyAll();
    }

    private static boolean isReady(Turn next) {
        int kind = kinds[position];
        boolean wakes = kind == WAKE || kind == INTERRUPTED;
        switch (next.place) {
            case BEGINS:
                return true;
            case STANDS:
                return !wakes && next.site == sites[position];
            case WAITS:
                return kind == INTERRUPTED ? next.interrupted : wakes && (next.timed || next.heard);
            case PARKS:
                return wakes;
            default:
                return false;
        }
    }

    /** All steps are taken, and the last thread that ran stands still. */
    private static void finish() {
        Turn unready = Site.end == Site.RACE ? Site.unready() : null;
        if (unready != null) {
            if (unready.place == Turn.Place.BEGINS) {
                run(unready);
            }
            return;
        }
        if (Site.end == Site.RACE) {
            Watcher.race();
        }
        if (Site.end == Site.DEADLOCK) {
            for (Turn turn : turns) {
                boolean begins = turn.place == Turn.Place.BEGINS;
                if (turn.lastSite >= 0 && (begins || turn.place == Turn.Place.STARTS)) {
                    // It takes no steps, but must come to where it stands before others go on.
                    if (begins) {
                        run(turn);
                    }
                    return;
                }
            }
        }
        if (Site.end == Site.EXCEPTION && !ending && kinds.length > 0) {
            ending = true;
            Turn last = numbered(owners[kinds.length - 1]);
            if (last != null && last.place == Turn.Place.HELD) {
                // Who throws must have told of it before another thread ends the program.
                run(last);
                return;
            }
        }
        free = true;
        LOCK.notifyAll();
    }

    /** A thread that waits got a notification of the program. */
    static void notified(Turn own) {
        own.notices++;
        for (Turn other : turns) {
            if (other.place == Turn.Place.WAITS && other.object == own.object) {
                other.heard = true;
            }
        }
    }

    /** HotSpot may have notified another thread than the one that the schedule lets go on: they change places. */
    static void useNotice(Turn own) {
        if (own.notices > 0 || own.timed) {
            return;
        }
        for (Turn other : turns) {
            if (other.place == Turn.Place.WAITS && other.object == own.object && other.notices > 0) {
                other.notices--;
                return;
            }
        }
    }
}
