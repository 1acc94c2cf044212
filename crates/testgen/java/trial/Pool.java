package jacana.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Arguments of calls that found something: what leads somewhere in one method is given to others, too. */
final class Pool {
    /** Of one type. */
    private static final int MOST = 40;
    /** What has more parts only grows. */
    private static final int LARGEST = 20;

    private final Grammar grammar;
    private final Random random;
    private final Map<Grammar.Kind, List<Node>> known = new HashMap<>();

    Pool(Grammar grammar, Random random) {
        this.grammar = grammar;
        this.random = random;
    }

    /** What a constructor or factory under test made is an argument, too. */
    void add(RandomCall call, boolean returned) {
        call.nodes().stream().filter(Pool::isWorthIt).forEach(this::add);
        boolean isAlone = call.nodes().stream().allMatch(node -> node.sort != Node.Sort.SAME);
        for (Grammar.Made made : returned && isAlone ? grammar.madeBy(call.tested.call) : List.<Grammar.Made>of()) {
            Node node = new Node(made.kind());
            node.sort = Node.Sort.WAY;
            node.descriptor = made.kind().descriptor;
            node.way = made.way();
            call.arguments.forEach(argument -> node.parts.add(argument.copy()));
            add(node);
        }
    }

    private void add(Node node) {
        List<Node> parts = new ArrayList<>();
        node.collect(parts);
        // What another object is means nothing elsewhere.
        if (parts.size() > LARGEST || parts.stream().anyMatch(part -> part.sort == Node.Sort.SAME)) {
            return;
        }
        List<Node> others = known.computeIfAbsent(node.kind, kind -> new ArrayList<>());
        if (others.size() < MOST) {
            others.add(node.copy());
        } else {
            others.set(random.nextInt(MOST), node.copy());
        }
    }

    /** What is made of nothing is drawn often enough. */
    private static boolean isWorthIt(Node node) {
        return node.kind != null && switch (node.sort) {
            case TEXT -> !((String) node.value).isEmpty();
            case NUMBERS -> true;
            case ELEMENTS, WAY -> !node.parts.isEmpty() || !node.steps.isEmpty();
            default -> false;
        };
    }

    /** `null` if there is none. */
    Node any(Grammar.Kind kind) {
        List<Node> all = known.get(kind);
        return all == null ? null : all.get(random.nextInt(all.size()));
    }
}
