package jacana.probe;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.management.ObjectName;

/** Sees what no thread of the program tells: that one is blocked or has ended, that a schedule comes to nothing, that all of them stand still. */
final class Watcher extends Thread {
    /** Exit codes. */
    static final int DIVERGED = 91;
    static final int NEEDS = 92;
    static final int DEADLOCKED = 93;
    static final int RACED = 94;
    static final int STOOD = 95;

    private static final long MILLI = 1_000_000;
    /** How long a thread is blocked that counts as standing still: lists have no steps that block, so it may soon go on. */
    private static final long STUCK = 300 * MILLI;
    /** After how long nothing will happen any more. */
    private static final long HOPELESS = 3000 * MILLI;
    /** How long all threads must stand still for a deadlock. */
    private static final long FOR_EVER = 300 * MILLI;
    /** How long threads may go on behind the last step: where a deadlock is expected, and where an exception is. */
    private static final long LONGEST_WAY_TO_DEADLOCK = 2000 * MILLI;
    private static final long LONGEST_WAY_TO_EXCEPTION = 4000 * MILLI;

    private int seen = -1;
    /** Since when no thread has come to another place or step, and since when the one that runs has stood still besides. */
    private long seenSince;
    private long hopelessSince;
    private long freeSince;
    private long stillSince;
    private String still = "";
    private long lookedAtClasses;
    private Set<Thread> initializing = Set.of();

    Watcher(ThreadGroup group) {
        super(group, "jacana-turns");
        setDaemon(true);
    }

    @Override
    public void run() {
        while (true) {
            synchronized (Schedule.NAP) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException nobody) {
                    continue;
                }
            }
            synchronized (Schedule.LOCK) {
                long now = System.nanoTime();
                wake();
                if (Schedule.isFree()) {
                    lookAtEnd(now);
                } else {
                    look(now);
                    Schedule.pass();
                }
            }
        }
    }

    /** Lets threads out of Object.wait that may go on. */
    private static void wake() {
        for (Turn turn : Schedule.turns) {
            boolean goes = turn.place == Turn.Place.RUNS || Schedule.isFree() && (turn.timed || turn.notices > 0);
            boolean waits = turn.inWait && !turn.prodded && turn.thread.getState() == State.WAITING;
            if (goes && waits && !turn.thread.isInterrupted()) {
                turn.prodded = true;
                Natives.interrupts(turn.thread);
            }
        }
    }

    private void look(long now) {
        Turn runner = Schedule.runner;
        State state = runner.thread.getState();
        if (runner.place == Turn.Place.RUNS && state == State.RUNNABLE && now - seenSince > STUCK) {
            if (now - lookedAtClasses > STUCK) {
                lookedAtClasses = now;
                runner.stuck = !initializing(List.of(runner.thread)).isEmpty();
            }
        } else if (runner.place != Turn.Place.RUNS || state == State.RUNNABLE || state == State.NEW) {
            runner.blockedSince = 0;
            runner.stuck = false;
        } else if (runner.blockedSince == 0) {
            runner.blockedSince = now;
        } else {
            runner.stuck = now - runner.blockedSince > STUCK;
        }
        int looks = Schedule.position;
        for (Turn turn : Schedule.turns) {
            looks = looks * 31 + turn.place.ordinal();
        }
        if (looks != seen) {
            seen = looks;
            seenSince = now;
        }
        if (seenSince == now || !runner.isStill()) {
            hopelessSince = now;
        } else if (now - hopelessSince > HOPELESS) {
            diverged(hopeless());
        }
    }

    private static String hopeless() {
        int position = Schedule.position;
        if (position == Schedule.kinds.length) {
            Turn turn = Site.unready();
            return turn + " does not come to " + (turn.lastSite < 0 ? "its end" : Site.ALL[turn.lastSite].told) + where(turn);
        }
        int site = Schedule.sites[position];
        String step = "step " + position + " of " + Schedule.kinds.length;
        String place = site < 0 ? " wakes" : " is at " + Site.ALL[site].told + " for";
        Turn turn = Schedule.numbered(Schedule.owners[position]);
        return step + place + (turn == null ? " a thread that was not started" : " " + turn + where(turn));
    }

    private static String where(Turn turn) {
        String strayed = turn.strayed < 0 ? "" : " and last came to " + Site.ALL[turn.strayed].told;
        switch (turn.place) {
            case STANDS:
                return ", which stands at " + Site.ALL[turn.site].told;
            case WAITS:
                return turn.heard ? ", which waits" : ", which waits, and nobody notified it";
            default:
                return ", which is " + turn.thread.getState() + strayed;
        }
    }

    /** All steps are taken. */
    private void lookAtEnd(long now) {
        if (freeSince == 0) {
            freeSince = now;
        }
        StringBuilder states = new StringBuilder();
        Thread moves = null;
        List<Thread> threads = ofProgram();
        if (Site.end == Site.DEADLOCK && now - lookedAtClasses > FOR_EVER / 2) {
            lookedAtClasses = now;
            initializing = initializing(threads);
        }
        for (Thread thread : threads) {
            State state = thread.getState();
            states.append(thread.getId()).append(state).append(' ');
            if (state != State.BLOCKED && state != State.WAITING && !initializing.contains(thread)) {
                moves = thread;
            }
        }
        if (threads.isEmpty()) {
            return;
        }
        if (moves != null || !states.toString().equals(still)) {
            still = states.toString();
            stillSince = now;
        }
        boolean isDeadlock = Site.end == Site.DEADLOCK;
        if (isDeadlock && moves != null) {
            List<Thread> circle = circle(threads);
            if (!circle.isEmpty()) {
                end(DEADLOCKED, deadlock(circle));
            }
        }
        if (moves == null && now - stillSince > FOR_EVER) {
            end(isDeadlock ? DEADLOCKED : STOOD, isDeadlock ? deadlock(threads) : "jacana: the program stands still");
        }
        if (isDeadlock && now - freeSince > LONGEST_WAY_TO_DEADLOCK) {
            diverged("there is no deadlock: thread \"" + (moves == null ? threads.get(0) : moves).getName() + "\" goes on");
        }
        if (!isDeadlock && now - freeSince > LONGEST_WAY_TO_EXCEPTION) {
            end(STOOD, "jacana: the program goes on");
        }
    }

    /** Threads that wait for another one to initialise a class: Java calls them runnable, HotSpot's own list of threads knows better. */
    private static Set<Thread> initializing(List<Thread> threads) {
        Set<Thread> found = new HashSet<>();
        boolean isAsked = false;
        for (Thread thread : threads) {
            isAsked |= thread.getState() == State.RUNNABLE;
        }
        if (!isAsked) {
            return found;
        }
        try {
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            Object[] arguments = {new String[0]};
            String[] types = {String[].class.getName()};
            Object told = ManagementFactory.getPlatformMBeanServer().invoke(commands, "threadPrint", arguments, types);
            String[] lines = told.toString().split("\n");
            for (Thread thread : threads) {
                for (int at = 0; at + 1 < lines.length; at++) {
                    boolean isIt = lines[at].startsWith("\"" + thread.getName() + "\" #") && lines[at + 1].contains("State: RUNNABLE");
                    if (isIt && lines[at].contains(" in Object.wait()")) {
                        found.add(thread);
                    }
                }
            }
        } catch (Throwable missing) {
            // A JDK without the module.
        }
        return found;
    }

    /** Those that keep the JVM from its end. */
    private static List<Thread> ofProgram() {
        ThreadGroup group = Schedule.turns[0].thread.getThreadGroup();
        if (group == null) {
            group = TurnsAgent.group;
        }
        Thread[] all = new Thread[group.activeCount() * 2 + 16];
        int count = group.enumerate(all, true);
        List<Thread> found = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            if (!all[at].isDaemon() && !all[at].getName().equals("DestroyJavaVM")) {
                found.add(all[at]);
            }
        }
        return found;
    }

    /** Threads that wait for each other's locks, whatever others do. */
    private static List<Thread> circle(List<Thread> threads) {
        List<Thread> found = new ArrayList<>();
        try {
            long[] ids = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
            for (int at = 0; ids != null && at < ids.length; at++) {
                for (Thread thread : threads) {
                    if (thread.getId() == ids[at]) {
                        found.add(thread);
                    }
                }
            }
        } catch (Throwable missing) {
            // A JDK without the module.
        }
        return found;
    }

    private static String deadlock(List<Thread> threads) {
        StringBuilder told = new StringBuilder("jacana: deadlock confirmed");
        for (Thread thread : threads) {
            told.append("\n\"").append(thread.getName()).append("\" ").append(thread.getState()).append(lock(thread));
        }
        return told.toString();
    }

    private static String lock(Thread thread) {
        try {
            ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
            String lock = info == null ? null : info.getLockName();
            String owner = lock == null ? null : info.getLockOwnerName();
            return lock == null ? "" : " on " + lock + (owner == null ? "" : " of \"" + owner + "\"");
        } catch (Throwable missing) {
            // A JDK without the module.
            return "";
        }
    }

    /** Both threads of a race stand before their accesses. */
    static void race() {
        Turn[] both = Site.racing();
        if (!Site.isOneVariable(both[0], both[1])) {
            diverged("the two accesses are not to one variable");
        }
        StringBuilder told = new StringBuilder("jacana: race confirmed");
        for (Turn turn : both) {
            told.append("\n\"").append(turn.thread.getName()).append("\" at ").append(Site.ALL[turn.site].told);
        }
        end(RACED, told.toString());
    }

    static void diverged(String why) {
        end(DIVERGED, "jacana: turns diverged: " + why);
    }

    /** Past System.err, whose lock a thread that stands may hold. */
    static void end(int code, String told) {
        try {
            new FileOutputStream(FileDescriptor.err).write((told + "\n").getBytes());
        } catch (IOException closed) {
            // The code says enough.
        }
        Runtime.getRuntime().halt(code);
    }
}
