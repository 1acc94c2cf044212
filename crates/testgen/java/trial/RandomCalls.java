package jacana.trial;

import jacana.probe.Passed;
import jacana.probe.Sides;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

/**
 * Calls the methods of a class with random arguments, and keeps what executes something new or ends as nothing before did: `GRAMMAR RESULTS SEED
 * MILLIS MOST TRIES OWN MEASURED`. What is kept is changed and tried again. MILLIS or TRIES are 0 if they do not count; as long as something is found
 * it goes on for MOST milliseconds. MEASURED are the names of the classes with the first OWN marks; classes around them have the others, by which calls
 * are found that are worth changing.
 */
public final class RandomCalls {
    /** For one try by the clock; where there shall be none, of the processor, and by the clock only if it waits for something. */
    private static final long PATIENCE = 400;
    /** For one that waits, if there is a clock. */
    private static final long IDLE = 100;
    private static final long WAITING = 5000;
    private static final long INITIALISING = 20_000;
    private static final long LOOKS = 20;
    /** Tries of one method that do not end: it is left out if there are so many, and more than one of so many tries. */
    private static final int ENDLESS = 3;
    private static final long OF_TRIES = 3000;
    /** Probes that one try may pass: a loop that goes round for ever is noticed at once. */
    private static final long PROBES = 300_000;
    /** Milliseconds of one try: methods that take longer have fewer tries. */
    private static final double SLOW = 3;
    /** Threads that cannot be stopped. */
    private static final int LOST = 4;
    private static final int THREADS = 200;
    private static final ThreadMXBean CLOCKS = ManagementFactory.getThreadMXBean();
    /** Kept of one method for how they end. */
    private static final int ENDS = 4;
    private static final int KEPT = 600;
    /** Calls that are kept as they were, too, before they were made simpler. */
    private static final int ORIGINALS = 150;
    /** Calls that executed something new in classes around. */
    private static final int SEEDS = 400;
    /** To make one of them simpler. */
    private static final int SIMPLER = 60;
    /** Tries without anything new after which a method is half as likely. */
    private static final double STALE = 150;
    /** Tries for each method without anything new after which there is hardly more to find, and where everything was executed. */
    private static final int SATURATED = 4000;
    private static final int ALL = 200;
    /** Tries for each method before other calls are call: what these execute shall have tests of their own. */
    private static final int PLAIN = 20;
    /** Percent of the tries that are followed by aims, and aims at the comparisons of one call. */
    private static final int AIMED = 4;
    private static final int AIMS = 24;

    private final Grammar grammar;
    private final RandomArguments source;
    private final Aim aim;
    /** Calls that found something new, whose comparisons may lead to more. */
    private final Queue<RandomCall> promising = new ArrayDeque<>();
    private final List<String> measured;
    private final int own;
    private volatile Marks marks;
    private final PrintStream out;
    private final Time time;
    private final Statics statics = new Statics();
    private final long most;
    private long tries;
    /** Tries until something new was found for the last time. */
    private long found;
    private int kept;
    private int originals;
    private int seeds;
    /** When the current try began; 0 if there is none. */
    private volatile long started;
    private volatile long startedCpu;
    private volatile RandomCall current;
    /** The thread that may go on. */
    private volatile Thread drawing;
    private volatile boolean done;

    private RandomCalls(String[] words, PrintStream out) throws Exception {
        this.out = out;
        time = new Time(Long.parseLong(words[3]), Long.parseLong(words[4]));
        most = Long.parseLong(words[5]) == 0 ? Long.MAX_VALUE : Long.parseLong(words[5]);
        grammar = new Grammar(Path.of(words[0]));
        source = new RandomArguments(grammar, Long.parseLong(words[2]));
        aim = new Aim(source);
        own = Integer.parseInt(words[6]);
        measured = Arrays.asList(words).subList(7, words.length);
    }

    public static void main(String[] words) throws Exception {
        Alone.begin();
        PrintStream out = new PrintStream(words[1], StandardCharsets.UTF_8);
        try {
            RandomCalls calls = new RandomCalls(words, out);
            if (calls.isInitialised()) {
                calls.watch();
                out.println(Measured.hits());
                out.println("tries " + calls.tries + " marks " + calls.marks);
            } else {
                out.println("failed its static initialiser does not end");
            }
        } catch (Throwable failed) {
            out.println("failed " + failed.toString().replaceAll("\\s+", " "));
        } finally {
            out.close();
            Runtime.getRuntime().halt(0);
        }
    }

    /** Whether the classes that are measured came into being: that runs code of theirs. */
    private boolean isInitialised() throws InterruptedException {
        Thread thread = new Thread(() -> {
            Marks made = new Marks(measured, own);
            statics.look(made.initialised());
            marks = made;
        });
        thread.setDaemon(true);
        thread.start();
        thread.join(INITIALISING);
        return marks != null;
    }

    /** Threads that draw are replaced when a try does not end. */
    @SuppressWarnings({"deprecation", "removal"})
    private void watch() throws InterruptedException {
        int lost = 0;
        for (int threads = 0; !done && lost < LOST && threads < THREADS; threads++) {
            Thread thread = new Thread(null, this::draw, "draw", 4 << 20);
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((of, thrown) -> {});
            drawing = thread;
            started = 0;
            thread.start();
            while (thread.isAlive()) {
                thread.join(LOOKS);
                if (isExiting(thread)) {
                    // It waits for good; stopped there it would end the JVM.
                    drawing = null;
                    current.tested.isOut = true;
                    lost++;
                    break;
                }
                if (isOverdue(thread)) {
                    drawing = null;
                    current.blame();
                    try {
                        thread.stop();
                    } catch (UnsupportedOperationException newer) {
                        thread.interrupt();
                    }
                    thread.join(5 * LOOKS);
                    lost += thread.isAlive() ? 1 : 0;
                    break;
                }
            }
            marks.goBack();
            if (time.isOver()) {
                return;
            }
        }
    }

    private boolean isExiting(Thread thread) {
        boolean isSlow = started != 0 && System.nanoTime() - started > LOOKS * 1_000_000;
        return isSlow && Arrays.stream(thread.getStackTrace()).anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"));
    }

    private boolean isOverdue(Thread thread) {
        long since = started;
        long millis = (System.nanoTime() - since) / 1_000_000;
        boolean hasClock = time.counts();
        if (since == 0 || millis < (hasClock && waits(thread) ? IDLE : PATIENCE)) {
            return false;
        }
        return hasClock || millis > WAITING || CLOCKS.getThreadCpuTime(thread.getId()) - startedCpu > PATIENCE * 1_000_000;
    }

    /** Nobody else is there who could end that. */
    static boolean waits(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            default -> false;
        };
    }

    private void draw() {
        while (mayGoOn()) {
            if (!promising.isEmpty()) {
                follow(promising.remove());
                continue;
            }
            Grammar.Tested tested = choose();
            long quiet = (tries - found) / Math.max(1, grammar.methods.size());
            if (tested == null || quiet > (marks.isFull() ? ALL : SATURATED)) {
                break;
            }
            source.withSteps = tries > (long) PLAIN * grammar.methods.size();
            int known = tested.kept.size() + tested.seeds.size();
            RandomCall call = known > 0 && source.chance(60) ? source.changed(tested.known(source.random.nextInt(known))) : source.fresh(tested);
            attempt(call);
            if (source.chance(AIMED)) {
                follow(call);
            }
        }
        if (drawing == Thread.currentThread()) {
            done = true;
        }
    }

    private boolean mayGoOn() {
        return tries < most && !time.isOver() && kept < KEPT && drawing == Thread.currentThread();
    }

    /** Makes arguments into what comparisons had on their other side. */
    private void follow(RandomCall call) {
        Sides.begin(marks.live());
        run(call, () -> {});
        int count = Sides.end();
        marks.goBack();
        List<Aim.Pair> pairs = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            pairs.add(Aim.Pair.at(at));
        }
        Collections.shuffle(pairs, source.random);
        for (Aim.Pair pair : pairs.subList(0, Math.min(AIMS, pairs.size()))) {
            RandomCall aimed = mayGoOn() ? aim.at(call, pair) : null;
            if (aimed != null) {
                attempt(aimed);
            }
        }
    }

    private String run(RandomCall call) {
        return run(call, marks::act);
    }

    private String run(RandomCall call, Runnable beforeAct) {
        current = call;
        startedCpu = time.counts() ? 0 : CLOCKS.getCurrentThreadCpuTime();
        started = System.nanoTime();
        Passed.allow(PROBES);
        String end = call.run(grammar, beforeAct);
        marks.aside(statics::restoreInTime);
        // Another one draws by now.
        if (drawing != Thread.currentThread()) {
            throw new ThreadDeath();
        }
        if (time.counts()) {
            call.tested.nanos += System.nanoTime() - started;
        }
        started = 0;
        tries++;
        call.tested.tries++;
        return end;
    }

    private void attempt(RandomCall call) {
        Grammar.Tested tested = call.tested;
        tested.stale++;
        String end = run(call);
        if (marks.grewBefore()) {
            // What executed something new shall be asked what it did, instead of what came after it.
            marks.goBack();
            for (RandomCall inner : call.inner(grammar)) {
                if (mayGoOn()) {
                    attempt(inner);
                }
            }
            end = run(call);
        }
        if (end == null) {
            marks.goBack();
            return;
        }
        boolean grew = marks.grew();
        boolean other = tested.isPublic && !tested.ends.contains(end) && tested.ends.size() < ENDS;
        if (!grew && !other) {
            if (marks.grewAround() && seeds < SEEDS) {
                seeds++;
                found = tries;
                time.found();
                tested.seeds.add(call);
                promising.add(call);
            }
            marks.goBack();
            return;
        }
        tested.stale = 0;
        Marks.Fresh fresh = marks.fresh();
        RandomCall simple = simplified(call, end, fresh);
        marks.count(fresh);
        tested.kept.add(simple);
        promising.add(simple);
        if (simple != call) {
            promising.add(call);
        }
        tested.ends.add(end);
        kept++;
        found = tries;
        time.found();
        source.learn(simple, end.isEmpty());
        if (simple != call) {
            source.learn(call, end.isEmpty());
        }
        out.println(simple.written());
        // Zeros and empty texts tell few mutants from the class itself.
        if (simple != call && originals < ORIGINALS) {
            originals++;
            out.println(call.written());
        }
        out.flush();
    }

    /** The same with less, as long as it ends so and executes what is new. */
    private RandomCall simplified(RandomCall call, String end, Marks.Fresh wanted) {
        RandomCall best = call;
        int left = SIMPLER;
        for (boolean changed = true; changed && left > 0 && mayGoOn();) {
            changed = false;
            for (RandomCall simple : source.simpler(best)) {
                if (left-- <= 0 || !mayGoOn()) {
                    break;
                }
                marks.goBack();
                if (end.equals(run(simple)) && marks.have(wanted)) {
                    best = simple;
                    changed = true;
                    break;
                }
            }
        }
        marks.goBack();
        run(best);
        return best;
    }

    /** Those that found something lately are more likely. */
    private Grammar.Tested choose() {
        double all = 0;
        for (Grammar.Tested tested : grammar.methods) {
            all += weight(tested);
        }
        double left = source.random.nextDouble() * all;
        for (Grammar.Tested tested : grammar.methods) {
            left -= weight(tested);
            if (left < 0) {
                return tested;
            }
        }
        return null;
    }

    private static double weight(Grammar.Tested tested) {
        if (tested.isOut || tested.endless >= ENDLESS && tested.endless * OF_TRIES > tested.tries) {
            return 0;
        }
        double priority = (tested.isPublic ? 1 : 0.5) / Math.max(1, tested.millis() / SLOW);
        return priority * Math.max(0.02, 1 / (1 + tested.stale / STALE));
    }
}
