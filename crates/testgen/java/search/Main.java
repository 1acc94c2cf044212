package jacana.search;

import jacana.search.Wanted.Thing;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes tests of a method: {@code java ... jacana.search.Main CASES RESULTS SECONDS}. CASES begins with
 *
 * <pre>
 * method CLASS NAME SIGNATURE
 * package NAME            of the tests, - for none
 * case NUMBER             and then the lines of a case (see Wanted), for each; with the class of the exception if it throws
 * </pre>
 *
 * RESULTS gets for each case {@code case NUMBER api|helper|none}, then {@code reason TEXT} where it is not the API, {@code checked} if the test must
 * declare exceptions, {@code line TEXT} for each line of the test and {@code import CLASS}. It ends with {@code end}.
 */
public final class Main {
    /** For a case, as long as there is hope. */
    private static final long CASE_NANOS = 1_000_000_000L;
    private static final int FAILURES = 5;
    private static final long HOPELESS_NANOS = 100_000_000L;
    private final PrintStream results;
    private final String home;
    private final Executable method;
    private final long deadline;
    private final Api visible;
    /** Searches in a row that found nothing. */
    private int failures;

    private Main(String home, String[] method, long deadline, PrintStream results) throws ReflectiveOperationException {
        this.home = home;
        this.method = find(Values.named(method[1]), method[2], method[3]);
        this.deadline = deadline;
        this.results = results;
        this.visible = new Api(new Names(home));
    }

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        long seconds = Long.parseLong(arguments[2]);
        try (PrintStream results = new PrintStream(arguments[1], "UTF-8")) {
            String home = lines.get(1).split(" ")[1];
            Main main = new Main(home.equals("-") ? "" : home, lines.get(0).split(" "), System.nanoTime() + seconds * 1_000_000_000L, results);
            Thread work = new Thread(null, () -> main.all(read(lines.subList(2, lines.size()))), "search", 1 << 26);
            work.setDaemon(true);
            work.start();
            // A call may never end.
            work.join(seconds * 1000 + 10_000);
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }

    private static List<Wanted> read(List<String> lines) {
        List<Wanted> all = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals("case")) {
                all.add(new Wanted(words[1], words.length > 2 ? words[2] : null));
            } else {
                all.get(all.size() - 1).read(line);
            }
        }
        return all;
    }

    private void all(List<Wanted> cases) {
        for (Wanted wanted : cases) {
            Names names = new Names(home);
            try {
                one(wanted, names);
            } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError failure) {
                answer(wanted, "none", "the test could not be written: " + failure, null, names);
            }
        }
        results.println("end");
        results.flush();
    }

    private void one(Wanted wanted, Names names) {
        if (!names.isVisible(method)) {
            answer(wanted, "none", "a test cannot call the method", null, names);
            return;
        }
        Api.open(method);
        Scene scene = new Scene(names, visible, method, wanted);
        if (wanted.isSeen) {
            wanted.thrown = scene.thrown();
        }
        Search search = new Search(visible, wanted, scene.bound(), Math.min(deadline, System.nanoTime() + (failures < FAILURES ? CASE_NANOS : HOPELESS_NANOS)));
        String reason = "Static fields hold other values than their initialisers give them.";
        if (!wanted.hasGlobals) {
            List<Step> steps = new ArrayList<>();
            reason = arrange(wanted, scene, search, steps);
            if (reason == null) {
                Source source = scene.write(scene.bySteps(steps));
                if (source != null) {
                    answer(wanted, "api", null, source, names);
                    return;
                }
                reason = "What the public API makes cannot be named in a test.";
            }
        }
        Source source = scene.write(scene.byReflection(reason));
        if (source == null) {
            answer(wanted, "none", "the JVM did something else on this heap, or its classes are hidden", null, names);
        } else {
            answer(wanted, "helper", reason, source, names);
        }
    }

    /** Adds the steps that make all arguments; answers why not if it cannot. */
    private String arrange(Wanted wanted, Scene scene, Search search, List<Step> steps) {
        Map<Thing, Step> leaves = leaves(wanted);
        List<List<Thing>> groups = new ArrayList<>();
        for (Thing root : wanted.roots()) {
            if (leaves.containsKey(root)) {
                steps.add(leaves.get(root));
            } else if (root.kind.equals("array")) {
                return "An array of objects is among the arguments.";
            } else if (!root.isValue()) {
                join(groups, root, wanted, leaves.keySet());
            }
        }
        for (int i = 0; i < groups.size(); i++) {
            boolean isLast = i + 1 == groups.size();
            List<Thing> group = groups.get(i);
            for (Thing root : group) {
                if (visible.makers(Values.named(root.type)).isEmpty() && visible.builds(Values.named(root.type)).isEmpty()) {
                    return "Objects of " + root.type + " cannot be made by a public constructor or factory.";
                }
            }
            List<Step> before = List.copyOf(steps);
            List<Step> found = search.find(group, leaves, candidate -> !isLast || scene.isRight(joined(before, candidate)));
            if (found == null) {
                failures++;
                return search.tried == 0
                        ? "There was no time to look for a way by the public API."
                        : "The public API did not lead to this heap: " + search.tried + " ways were tried.";
            }
            List<Step> all = joined(before, found);
            steps.clear();
            steps.addAll(all);
        }
        failures = 0;
        return groups.isEmpty() && !scene.isRight(steps) ? "What the public API makes behaves differently." : null;
    }

    private static List<Step> joined(List<Step> before, List<Step> more) {
        // Calls may be repeated; what is made is made once.
        List<Step> exact = new ArrayList<>(before);
        Set<String> made = new HashSet<>();
        before.forEach(step -> made.add(step.makes()));
        more.stream().filter(step -> step.makes() == null || !made.contains(step.makes())).forEach(exact::add);
        return exact;
    }

    /** Objects that share something are made together. */
    private static void join(List<List<Thing>> groups, Thing root, Wanted wanted, Set<Thing> leaves) {
        Set<Thing> mine = wanted.reached(root);
        mine.removeAll(leaves);
        List<Thing> group = new ArrayList<>();
        groups.removeIf(other -> {
            boolean isShared = other.stream().anyMatch(their -> {
                Set<Thing> reached = wanted.reached(their);
                return reached.stream().anyMatch(thing -> mine.contains(thing) && !thing.isValue());
            });
            if (isShared) {
                group.addAll(other);
            }
            return isShared;
        });
        group.add(root);
        groups.add(group);
    }

    /** Objects that one constructor without parameters makes as they are wanted, and arrays of values that are arguments. */
    private Map<Thing, Step> leaves(Wanted wanted) {
        Map<Thing, Step> leaves = new LinkedHashMap<>();
        for (Thing thing : wanted.things.values()) {
            boolean isNeeded = thing.isExplored || wanted.roots().contains(thing);
            if (thing.kind.equals("array") && wanted.roots().contains(thing)) {
                Object array = Values.array(thing, wanted);
                if (array != null && Values.initializer(array, visible.names) != null) {
                    leaves.put(thing, new Step(null, null, List.of(new Step.Literal(array)), thing.id));
                }
            }
            if (!thing.kind.equals("new") || !isNeeded || thing.parts.values().stream().anyMatch(part -> part.startsWith("@"))) {
                continue;
            }
            Class<?> type = Values.named(thing.type);
            try {
                if (visible.canMake(type) && new Matching(wanted).fits(thing, Api.make(type))) {
                    leaves.put(thing, new Step(type.getDeclaredConstructor(), null, List.of(), thing.id));
                }
            } catch (Step.Failed | NoSuchMethodException none) {
                // It has to be found.
            }
        }
        leaves.values().stream().filter(step -> step.call() != null).forEach(step -> Api.open(step.call()));
        return leaves;
    }

    private void answer(Wanted wanted, String how, String reason, Source source, Names names) {
        results.println("case " + wanted.number + " " + how);
        if (reason != null) {
            results.println("reason " + reason.lines().findFirst().orElse(""));
        }
        if (source != null) {
            if (source.throwsChecked) {
                results.println("checked");
            }
            source.lines.forEach(line -> results.println("line " + line));
            names.imports().forEach(name -> results.println("import " + name));
        }
        results.flush();
    }

    private static Executable find(Class<?> type, String name, String descriptor) throws ReflectiveOperationException {
        MethodType signature = MethodType.fromMethodDescriptorString(descriptor.replace('.', '/'), Main.class.getClassLoader());
        if (name.equals("<init>")) {
            return type.getDeclaredConstructor(signature.parameterArray());
        }
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            for (Method method : above.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getReturnType() == signature.returnType()
                        && Arrays.equals(method.getParameterTypes(), signature.parameterArray())) {
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(name);
    }
}
