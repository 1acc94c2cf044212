package jacana.search;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A call; objects have names. {@code receiver} is null for constructors and static methods, {@code makes} where nothing is kept. {@code call} is
 * null for an array that is written down, the only argument.
 */
record Step(Executable call, String receiver, List<Argument> arguments, String makes) {
    sealed interface Argument permits Literal, Variable, Fresh {}

    record Literal(Object value) implements Argument {}

    record Variable(String name) implements Argument {}

    /** A new object, the number tells them apart. */
    record Fresh(Class<?> type, int number) implements Argument {}

    /** What goes on while steps are carried out. */
    record Running(Map<String, Object> variables, Map<Fresh, Object> fresh) {}

    static final class Failed extends Exception {
        Failed(Throwable cause) {
            super(cause);
        }
    }

    Object run(Running running) throws Failed {
        List<Object> values = new ArrayList<>();
        for (Argument argument : arguments) {
            values.add(value(argument, running));
        }
        Object result = call == null ? values.get(0) : invoke(call, receiver == null ? null : running.variables().get(receiver), values);
        if (makes != null) {
            running.variables().put(makes, result);
        }
        return result;
    }

    private static Object value(Argument argument, Running running) throws Failed {
        if (argument instanceof Literal literal) {
            // An array is made anew each time: calls may change it.
            return Values.copy(literal.value());
        }
        if (argument instanceof Variable variable) {
            return running.variables().get(variable.name());
        }
        Fresh fresh = (Fresh) argument;
        Object made = Api.make(fresh.type());
        running.fresh().put(fresh, made);
        return made;
    }

    static Object invoke(Executable call, Object receiver, List<Object> values) throws Failed {
        try {
            return call instanceof Constructor<?> constructor
                    ? constructor.newInstance(values.toArray())
                    : ((Method) call).invoke(receiver, values.toArray());
        } catch (InvocationTargetException thrown) {
            throw new Failed(thrown.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException failure) {
            throw new Failed(failure);
        }
    }

    static boolean isStatic(Executable call) {
        return Modifier.isStatic(call.getModifiers());
    }
}
