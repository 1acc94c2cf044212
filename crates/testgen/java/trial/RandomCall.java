package jacana.trial;

import jacana.probe.Passed;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A call of a method under test with all that leads to it. */
final class RandomCall {
    final Grammar.Tested tested;
    /** The receiver first, if there is one. */
    final List<Node> arguments;

    RandomCall(Grammar.Tested tested, List<Node> arguments) {
        this.tested = tested;
        this.arguments = arguments;
    }

    RandomCall copy() {
        List<Node> copies = new ArrayList<>(arguments.size());
        arguments.forEach(argument -> copies.add(argument.copy()));
        return new RandomCall(tested, copies);
    }

    List<Node> nodes() {
        List<Node> all = new ArrayList<>();
        arguments.forEach(argument -> argument.collect(all));
        return all;
    }

    /** Every call on the way to its arguments, as one of a method under test, in their order. */
    List<RandomCall> inner(Grammar grammar) {
        List<RandomCall> found = new ArrayList<>();
        for (Node node : nodes()) {
            if (node.sort != Node.Sort.WAY || node.kind == null) {
                continue;
            }
            Grammar.Tested maker = grammar.tested(node.way);
            if (maker != null) {
                found.add(new RandomCall(maker, node.parts).copy());
            }
            for (int at = 0; at < node.steps.size(); at++) {
                Grammar.Tested step = grammar.tested(node.steps.get(at).way);
                if (step != null) {
                    Node before = node.copy();
                    before.steps.subList(at, before.steps.size()).clear();
                    List<Node> given = new ArrayList<>(List.of(before));
                    given.addAll(node.steps.get(at).parts);
                    found.add(new RandomCall(step, given).copy());
                }
            }
        }
        return found;
    }

    /** How it ended: nothing or the name of an exception; `null` if the method was not reached. What is `beforeAct` runs when all arguments are made. */
    String run(Grammar grammar, Runnable beforeAct) {
        Object receiver = null;
        Object[] values;
        try {
            Object[] made = new Object[arguments.size()];
            Map<Integer, Object> earlier = new HashMap<>();
            for (int at = 0; at < made.length; at++) {
                made[at] = arguments.get(at).make(grammar, earlier);
            }
            if (tested.call.of != null) {
                receiver = made[0];
                if (receiver == null) {
                    return null;
                }
            }
            values = Arrays.copyOfRange(made, tested.first(), made.length);
        } catch (Throwable impossible) {
            Thrown.rethrowDeath(impossible);
            return null;
        }
        try {
            beforeAct.run();
            tested.call.maker.make(receiver, values);
            return "";
        } catch (InvocationTargetException outer) {
            Thrown.rethrowDeath(outer.getCause());
            if (outer.getCause() instanceof Passed.Endless) {
                return "it does not end";
            }
            return outer.getCause() instanceof VirtualMachineError ? null : outer.getCause().getClass().getName();
        } catch (Throwable impossible) {
            Thrown.rethrowDeath(impossible);
            return null;
        }
    }

    /** It did not end: perhaps because of an object that it was given, and else because of the method. */
    void blame() {
        List<Grammar.Way> ways = nodes().stream().filter(node -> node.sort == Node.Sort.WAY).map(node -> node.way).toList();
        if (ways.stream().noneMatch(Grammar.Way::isEndless)) {
            tested.endless++;
        }
        ways.forEach(way -> way.endless++);
        ways.stream().max(Comparator.comparingDouble(Grammar.Way::suspicion)).ifPresent(way -> way.blamed++);
    }

    String written() {
        StringBuilder out = new StringBuilder("call ").append(tested.number);
        arguments.forEach(argument -> argument.write(out));
        return out.toString();
    }
}
