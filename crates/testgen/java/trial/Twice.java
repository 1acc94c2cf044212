package jacana.trial;

import java.util.ArrayList;
import java.util.List;

/** What a call is given more than once: the same object, or another one that is made in the same way. */
final class Twice {
    /** Percent of the calls in which one argument is another one, too, and of those in which an object that was given before is given again. */
    private static final int SAME = 4;
    private static final int AGAIN = 10;
    /** Percent of the calls in which an argument is made as another one is, and of those that are asked whether they equal something. */
    private static final int ALIKE = 8;
    private static final int EQUAL = 40;

    private final Grammar grammar;
    private final RandomArguments source;
    private int labels;

    Twice(Grammar grammar, RandomArguments source) {
        this.grammar = grammar;
        this.source = source;
    }

    void give(RandomCall drawn) {
        giveTwice(drawn);
        giveAgain(drawn);
        makeAlike(drawn);
    }

    /** Makes one argument the same object as an earlier one, in some calls. */
    private void giveTwice(RandomCall drawn) {
        if (drawn.arguments.size() < 2 || !source.chance(SAME)) {
            return;
        }
        int later = 1 + source.random.nextInt(drawn.arguments.size() - 1);
        int earlier = source.random.nextInt(later);
        if (isObject(drawn.arguments.get(earlier)) && grammar.canBeSame(drawn.tested.kind(earlier), drawn.tested.kind(later))) {
            unite(drawn.arguments.get(earlier), drawn.arguments.get(later));
        }
    }

    /** What a call before was given, this one is given, too: who is to be removed must have been added. */
    private void giveAgain(RandomCall drawn) {
        List<Node> nodes = drawn.nodes();
        if (!source.withSteps || nodes.isEmpty() || !source.chance(AGAIN)) {
            return;
        }
        Node later = nodes.get(source.random.nextInt(nodes.size()));
        if (later.kind == null || !later.kind.isNullable() || later.kind.isText() || later == drawn.arguments.get(0) && drawn.tested.call.of != null) {
            return;
        }
        List<Node> earlier = new ArrayList<>();
        for (Node node : nodes.subList(0, nodes.indexOf(later))) {
            if (isObject(node) && node.kind != null && grammar.canBeSame(node.kind, later.kind) && !isInside(later, node)) {
                earlier.add(node);
            }
        }
        if (!earlier.isEmpty()) {
            unite(earlier.get(source.random.nextInt(earlier.size())), later);
        }
    }

    private static boolean isInside(Node inner, Node outer) {
        List<Node> all = new ArrayList<>();
        outer.collect(all);
        return all.contains(inner);
    }

    private static boolean isObject(Node node) {
        return switch (node.sort) {
            case WAY, NUMBERS, ELEMENTS -> true;
            default -> false;
        };
    }

    private void unite(Node earlier, Node later) {
        earlier.label = earlier.label == 0 ? ++labels : earlier.label;
        Node same = new Node(later.kind);
        same.sort = Node.Sort.SAME;
        same.value = earlier.label;
        later.take(same);
    }

    /** Makes one argument in the same way as an earlier one, with something else or not: equal objects, and nearly equal ones. */
    private void makeAlike(RandomCall drawn) {
        Grammar.Way call = drawn.tested.call;
        boolean isEquals = call.parameters.size() == 1 && call.parameters.get(0).descriptor.equals("Ljava/lang/Object;");
        if (drawn.arguments.size() < 2 || !source.chance(isEquals ? EQUAL : ALIKE)) {
            return;
        }
        int later = 1 + source.random.nextInt(drawn.arguments.size() - 1);
        int earlier = source.random.nextInt(later);
        boolean isSame = drawn.arguments.get(earlier).sort == Node.Sort.SAME;
        if (isSame || !grammar.canBeAlike(drawn.tested.kind(earlier), drawn.tested.kind(later))) {
            return;
        }
        Node alike = drawn.arguments.get(later);
        alike.take(drawn.arguments.get(earlier));
        if (source.chance(50)) {
            List<Node> nodes = new ArrayList<>();
            alike.collect(nodes);
            source.change(nodes.get(source.random.nextInt(nodes.size())));
        }
    }
}
