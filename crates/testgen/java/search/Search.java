package jacana.search;

import jacana.search.Wanted.Thing;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Calls that bring about the objects of a case: best first over what the API offers, by how much of the wanted heap is there already. A heap
 * is followed once, and none with many more objects than are wanted.
 */
final class Search {
    private static final int MOST_CALLS = 14;
    /** Objects of a class beyond those that are wanted: removals need one that was there before. */
    private static final int[] SLACKS = {0, 1, 2};
    /** A method that never changed anything that matters in so many calls will not. */
    private static final int PATIENCE = 40;
    /** Of calls on a builder. */
    private static final int MOST_CHAINS = 2000;
    private final Api api;
    private final Wanted wanted;
    private final long deadline;
    /** What type variables of arguments stand for, by the id of the object. */
    private final Map<String, Map<String, Class<?>>> bound;
    int tried;

    Search(Api api, Wanted wanted, Map<String, Map<String, Class<?>>> bound, long deadline) {
        this.bound = bound;
        this.api = api;
        this.wanted = wanted;
        this.deadline = deadline;
    }

    private record Reached(List<Step> steps, Picture picture, int order, int rank) {}

    /** Steps that make these objects, which belong together; null if none were found. {@code accepts} has the last word. */
    List<Step> find(List<Thing> roots, Map<Thing, Step> leaves, Predicate<List<Step>> accepts) {
        for (int slack : SLACKS) {
            List<Step> found = find(roots, leaves, accepts, slack);
            if (found != null || System.nanoTime() > deadline) {
                return found;
            }
        }
        return null;
    }

    private List<Step> find(List<Thing> roots, Map<Thing, Step> leaves, Predicate<List<Step>> accepts, int slack) {
        Set<Thing> things = new LinkedHashSet<>();
        roots.forEach(root -> things.addAll(wanted.reached(root)));
        Set<String> relevant = Wanted.relevant(things);
        Goal goal = new Goal(wanted, things);
        Pool pool = new Pool(api, things);
        List<Step> first = new ArrayList<>();
        leaves.forEach((thing, step) -> {
            if (things.contains(thing)) {
                first.add(step);
                pool.add(step.makes(), Values.classOf(thing));
            }
        });
        Set<String> seen = new HashSet<>();
        Map<Method, int[]> changes = new HashMap<>();
        PriorityQueue<Reached> open = new PriorityQueue<>(Comparator.comparingInt(Reached::rank).thenComparingInt(Reached::order));
        for (List<Step> start : starts(roots, 0, first, pool)) {
            Reached reached = System.nanoTime() < deadline ? look(start, roots, relevant, goal, slack) : null;
            if (reached != null && seen.add(reached.picture.toString())) {
                if (isRight(start, roots) && accepts.test(start)) {
                    return start;
                }
                open.add(reached);
            }
        }
        if (roots.size() > 1) {
            roots.forEach(root -> pool.add(root.id, Values.named(root.type)));
        }
        while (!open.isEmpty() && System.nanoTime() < deadline) {
            Reached from = open.poll();
            if (from.steps.size() >= MOST_CALLS) {
                continue;
            }
            for (Thing root : roots) {
                for (Method method : api.methods(Values.named(root.type))) {
                    int[] change = changes.computeIfAbsent(method, any -> new int[2]);
                    if (change[0] == 0 && change[1] >= PATIENCE) {
                        continue;
                    }
                    for (List<Step.Argument> arguments : pool.arguments(method, bound(root))) {
                        List<Step> steps = new ArrayList<>(from.steps);
                        steps.add(new Step(method, root.id, arguments, null));
                        Reached reached = look(steps, roots, relevant, goal, slack);
                        change[1]++;
                        if (reached == null || reached.picture.toString().equals(from.picture.toString())) {
                            continue;
                        }
                        change[0]++;
                        if (seen.add(reached.picture.toString())) {
                            if (isRight(steps, roots) && accepts.test(steps)) {
                                return steps;
                            }
                            open.add(reached);
                        }
                    }
                }
            }
        }
        return null;
    }

    private Map<String, Class<?>> bound(Thing root) {
        return bound.getOrDefault(root.id, Map.of());
    }

    /** Ways to make the objects, one after the other. */
    private List<List<Step>> starts(List<Thing> roots, int at, List<Step> before, Pool pool) {
        if (at == roots.size()) {
            return List.of(before);
        }
        List<List<Step>> starts = new ArrayList<>();
        for (Executable maker : api.makers(Values.named(roots.get(at).type))) {
            for (List<Step.Argument> arguments : pool.arguments(maker, bound(roots.get(at)))) {
                List<Step> steps = new ArrayList<>(before);
                steps.add(new Step(maker, null, arguments, roots.get(at).id));
                starts.addAll(starts(roots, at + 1, steps, pool));
            }
        }
        for (Method build : api.builds(Values.named(roots.get(at).type))) {
            for (List<Step> steps : builders(build.getDeclaringClass(), roots.get(at), before, pool)) {
                steps.add(new Step(build, "builder of " + roots.get(at).id, List.of(), roots.get(at).id));
                starts.addAll(starts(roots, at + 1, steps, pool));
            }
        }
        return starts;
    }

    /** Builders on which some of their methods were called, each once. */
    private List<List<Step>> builders(Class<?> type, Thing root, List<Step> before, Pool pool) {
        String name = "builder of " + root.id;
        List<List<Step>> chains = new ArrayList<>();
        for (Executable maker : api.makers(type)) {
            for (List<Step.Argument> arguments : pool.arguments(maker, Map.of())) {
                List<Step> steps = new ArrayList<>(before);
                steps.add(new Step(maker, null, arguments, name));
                chains.add(steps);
            }
        }
        for (int i = 0; i < chains.size() && chains.size() < MOST_CHAINS; i++) {
            for (Method method : api.methods(type)) {
                boolean isUsed = chains.get(i).stream().anyMatch(step -> method.equals(step.call()));
                if (isUsed || method.getParameterCount() == 0) {
                    continue;
                }
                for (List<Step.Argument> arguments : pool.arguments(method, Map.of())) {
                    List<Step> steps = new ArrayList<>(chains.get(i));
                    steps.add(new Step(method, name, arguments, null));
                    chains.add(steps);
                }
            }
        }
        return chains;
    }

    /** Null if a call throws or what it makes is too large. */
    private Reached look(List<Step> steps, List<Thing> roots, Set<String> relevant, Goal goal, int slack) {
        tried++;
        Map<String, Object> made = carryOut(steps);
        if (made == null) {
            return null;
        }
        List<Object> objects = new ArrayList<>();
        roots.forEach(root -> objects.add(made.get(root.id)));
        Picture picture = new Picture(objects, relevant);
        return goal.isTooLarge(picture, slack) ? null : new Reached(steps, picture, tried, steps.size() + 2 * goal.distance(picture));
    }

    private boolean isRight(List<Step> steps, List<Thing> roots) {
        Map<String, Object> made = carryOut(steps);
        Matching matching = new Matching(wanted);
        if (made == null || !roots.stream().allMatch(root -> matching.fits(root, made.get(root.id)))) {
            return false;
        }
        // What is an argument itself is that very object wherever it is held.
        return wanted.roots().stream().allMatch(root -> !made.containsKey(root.id) || matching.fits(root, made.get(root.id)));
    }

    /** The objects by name; null if a call throws. */
    static Map<String, Object> carryOut(List<Step> steps) {
        Step.Running running = new Step.Running(new LinkedHashMap<>(), new HashMap<>());
        try {
            for (Step step : steps) {
                Object result = step.run(running);
                if (step.makes() != null && result == null) {
                    return null;
                }
            }
        } catch (Step.Failed failed) {
            return null;
        }
        return running.variables();
    }

    /** What the wanted objects look like together. */
    private static final class Goal {
        private final Map<String, Integer> counts = new HashMap<>();
        private final Map<String, Integer> cells = new HashMap<>();
        private int longest;

        Goal(Wanted wanted, Set<Thing> things) {
            for (Thing thing : things) {
                boolean isArray = thing.kind.equals("array");
                if (isArray) {
                    longest = Math.max(longest, thing.length());
                    cells.merge("length" + thing.word, 1, Integer::sum);
                }
                if (!thing.isValue()) {
                    counts.merge(isArray ? "[]" : thing.type, 1, Integer::sum);
                }
                thing.parts.forEach((name, word) -> cells.merge((isArray ? "[" + name + "]" : name) + shown(wanted, word), 1, Integer::sum));
            }
        }

        private static String shown(Wanted wanted, String word) {
            Thing thing = wanted.thing(word);
            if (thing == null) {
                return word;
            }
            return thing.isValue() ? thing.type + ":" + Values.of(thing) : "#";
        }

        boolean isTooLarge(Picture picture, int slack) {
            return picture.longest > longest + slack || picture.counts.entrySet().stream()
                    .anyMatch(count -> counts.containsKey(count.getKey()) && count.getValue() > counts.get(count.getKey()) + slack);
        }

        int distance(Picture picture) {
            int distance = 0;
            for (Map.Entry<String, Integer> cell : cells.entrySet()) {
                distance += Math.max(0, cell.getValue() - picture.cells.getOrDefault(cell.getKey(), 0));
            }
            for (Map.Entry<String, Integer> cell : picture.cells.entrySet()) {
                distance += Math.max(0, cell.getValue() - cells.getOrDefault(cell.getKey(), 0));
            }
            return distance;
        }
    }
}
