package jacana.trial;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

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

    /** How it ended: nothing or the name of an exception; `null` if the method was not reached. */
    String run(Grammar grammar) {
        Object receiver = null;
        Object[] values;
        try {
            int first = tested.call.of == null ? 0 : 1;
            if (first == 1) {
                receiver = arguments.get(0).make(grammar, null);
                if (receiver == null) {
                    return null;
                }
            }
            values = new Object[arguments.size() - first];
            for (int at = 0; at < values.length; at++) {
                values[at] = arguments.get(first + at).make(grammar, receiver);
            }
        } catch (Throwable impossible) {
            Thrown.rethrowDeath(impossible);
            return null;
        }
        try {
            tested.call.maker.make(receiver, values);
            return "";
        } catch (InvocationTargetException outer) {
            Thrown.rethrowDeath(outer.getCause());
            return outer.getCause() instanceof VirtualMachineError ? null : outer.getCause().getClass().getName();
        } catch (Throwable impossible) {
            Thrown.rethrowDeath(impossible);
            return null;
        }
    }

    String written() {
        StringBuilder out = new StringBuilder("call ").append(tested.number);
        arguments.forEach(argument -> argument.write(out));
        return out.toString();
    }
}
