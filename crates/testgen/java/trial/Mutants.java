package jacana.trial;

import jacana.probe.Passed;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs candidates on mutants of the class under test: `MUTANTS RESULTS MILLIS`. A mutant takes the place of its class while candidates run, and what
 * holds then is compared with what holds without it. MILLIS is 0 if no clock shall end it.
 */
public final class Mutants {
    /** For one run of a candidate, of the processor and by the clock: it may wait for something. */
    private static final long MILLIS = 1000;
    private static final long PATIENCE = 10_000;
    private static final long LOOKS = 10;
    /** Of loops in the changed method, for one run. */
    private static final long TURNS = 20_000;
    /** Candidates that do not end on one mutant: no other one needs to say the same. */
    private static final int ENDLESS = 2;
    /** Threads that could not be stopped: each takes time from all others. */
    private static final int LOST = 6;
    private static final ThreadMXBean CLOCKS = ManagementFactory.getThreadMXBean();

    private final PrintStream out;
    private final List<Class<?>> candidates = new ArrayList<>();
    /** What holds of each without a mutant; nothing if that differs from run to run. */
    private final List<List<String>> without = new ArrayList<>();
    private final Statics statics = new Statics();
    private int lost;

    private Mutants(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] words) throws Exception {
        Alone.begin();
        long millis = Long.parseLong(words[2]);
        long ends = millis == 0 ? Long.MAX_VALUE : System.nanoTime() + millis * 1_000_000;
        try (PrintStream out = new PrintStream(words[1], StandardCharsets.UTF_8);
            DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(Path.of(words[0]))))) {
            new Mutants(out).all(in, ends);
            out.println("done");
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private void all(DataInputStream in, long ends) throws Exception {
        for (int left = in.readInt(); left > 0; left--) {
            Class<?> candidate = Class.forName(in.readUTF());
            candidates.add(candidate);
            List<String> first = run(candidate);
            List<String> second = run(candidate);
            // The rest would be kills by chance.
            without.add(first == null || second == null || !first.get(0).equals(second.get(0)) ? null : common(first, second));
        }
        for (int at = 0; at < candidates.size(); at++) {
            if (without.get(at) != null) {
                out.println("base " + at);
                without.get(at).forEach(line -> out.println("holds " + line));
            }
        }
        Map<String, byte[]> originals = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            originals.put(in.readUTF(), in.readNBytes(in.readInt()));
        }
        int mutants = in.readInt();
        Observed.beginMutants();
        for (int mutant = 0; mutant < mutants && System.nanoTime() < ends && lost < LOST; mutant++) {
            String name = in.readUTF();
            byte[] changed = in.readNBytes(in.readInt());
            int[] runs = new int[in.readInt()];
            for (int at = 0; at < runs.length; at++) {
                runs[at] = in.readInt();
            }
            mutant(mutant, Class.forName(name), changed, originals.get(name), runs);
        }
    }

    private static List<String> common(List<String> first, List<String> second) {
        return first.stream().filter(second::contains).toList();
    }

    private void mutant(int number, Class<?> target, byte[] changed, byte[] original, int[] runs) throws Exception {
        try {
            Passed.redefine(target, changed);
        } catch (LinkageError | UnsupportedOperationException refused) {
            return;
        }
        try {
            int endless = 0;
            for (int next = 0; next < runs.length && endless < ENDLESS; next++) {
                int at = runs[next];
                if (without.get(at) != null) {
                    List<String> now = run(candidates.get(at));
                    endless += now == null ? 1 : 0;
                    compare(number, at, now);
                }
            }
        } finally {
            Passed.redefine(target, original);
        }
        out.println("ran " + number);
        out.flush();
    }

    private void compare(int mutant, int at, List<String> now) {
        List<String> before = without.get(at);
        if (now == null || !now.get(0).equals(before.get(0))) {
            out.println("kill " + mutant + " " + at + " always");
            return;
        }
        String missing = IntStream.range(1, before.size())
            .filter(line -> !now.contains(before.get(line)))
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(" "));
        if (!missing.isEmpty()) {
            out.println("kill " + mutant + " " + at + " " + missing);
        }
    }

    /** How it ends and what holds then; nothing if it does not end. */
    @SuppressWarnings({"deprecation", "removal"})
    private List<String> run(Class<?> candidate) throws InterruptedException {
        List<List<String>> said = new ArrayList<>();
        Thread thread = new Thread(null, () -> said.add(told(candidate)), "mutant", 4 << 20);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, thrown) -> {});
        thread.start();
        long waited = 0;
        for (thread.join(LOOKS); thread.isAlive(); thread.join(LOOKS)) {
            waited += LOOKS;
            if (waited > PATIENCE || CLOCKS.getThreadCpuTime(thread.getId()) > MILLIS * 1_000_000) {
                break;
            }
        }
        if (thread.isAlive()) {
            try {
                thread.stop();
            } catch (UnsupportedOperationException newer) {
                thread.interrupt();
            }
            thread.join(LOOKS);
            lost += thread.isAlive() ? 1 : 0;
            return null;
        }
        return said.isEmpty() ? null : said.get(0);
    }

    private List<String> told(Class<?> candidate) {
        statics.restoreInTime();
        Passed.allow(TURNS);
        List<String> lines = new ArrayList<>();
        try {
            Object[] happened = TestProbe.run(candidate, true);
            lines.add("returned");
            // Questions have turns of their own.
            Passed.allow(TURNS);
            lines.addAll(Observed.of(candidate, happened[0], (Object[]) happened[1]));
        } catch (InvocationTargetException outer) {
            Thrown.rethrowDeath(outer);
            return outer.getCause() instanceof Passed.Endless ? null : thrown(candidate, outer.getCause());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            lines.add("refused");
        } catch (Passed.Endless endless) {
            lines.add("endless");
        }
        return lines;
    }

    private static List<String> thrown(Class<?> candidate, Throwable thrown) {
        List<String> lines = new ArrayList<>(List.of("threw " + thrown.getClass().getName()));
        try {
            Passed.allow(TURNS);
            lines.addAll(Thrown.assertions(thrown, candidate));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError | Passed.Endless refused) {
            // Then nothing more is known.
        }
        return lines;
    }
}
