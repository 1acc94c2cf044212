package jacana.search;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Steps as Java statements. */
final class Source {
    private static final Set<String> KEYWORDS = Set.of("short", "long", "byte", "char", "int", "float", "double", "boolean", "enum", "interface",
            "class", "package", "record", "switch", "case", "default", "object");
    private final Names names;
    private final Map<String, String> written;
    private final Map<Object, String> variables = new HashMap<>();
    private final Set<String> taken = new HashSet<>(Set.of("result", "heap"));
    final List<String> lines = new ArrayList<>();
    boolean throwsChecked;

    /** {@code written} has types of variables that are not to be derived from their classes. */
    Source(Names names, Map<String, String> written) {
        this.names = names;
        this.written = written;
    }

    String declared(String id, Class<?> type) {
        return written.containsKey(id) ? written.get(id) : names.generic(type);
    }

    /** The variable of an object, by its id or by the argument that makes it. */
    String variable(Object key, Class<?> type) {
        return variables.computeIfAbsent(key, any -> {
            // tree of a BinarySearchTree
            String simple = type.isArray() ? "Array" : type.getSimpleName();
            String[] words = simple.split("(?<=[a-z0-9])(?=[A-Z])");
            String last = words[words.length - 1].toLowerCase().replaceAll("[^a-z0-9]", "");
            String base = last.isEmpty() || KEYWORDS.contains(last) || !Character.isLetter(last.charAt(0)) ? "it" : last;
            String name = base;
            for (int i = 2; !taken.add(name); i++) {
                name = base + i;
            }
            return name;
        });
    }

    boolean knows(Object key) {
        return variables.containsKey(key);
    }

    void step(Step step, Set<Step.Fresh> named, Map<String, Class<?>> types) {
        for (Step.Argument argument : step.arguments()) {
            if (argument instanceof Step.Fresh fresh && named.contains(fresh) && !knows(fresh)) {
                lines.add(names.generic(fresh.type()) + " " + variable(fresh, fresh.type()) + " = new " + names.diamond(fresh.type()) + "();");
            }
        }
        String call = step.call() == null ? Values.initializer(((Step.Literal) step.arguments().get(0)).value(), names) : call(step, types);
        if (step.makes() == null) {
            lines.add(call + ";");
        } else {
            Class<?> type = types.get(step.makes());
            lines.add(declared(step.makes(), type) + " " + variable(step.makes(), type) + " = " + call + ";");
        }
    }

    String call(Step step, Map<String, Class<?>> types) {
        Executable call = step.call();
        throwsChecked |= Arrays.stream(call.getExceptionTypes())
                .anyMatch(type -> !RuntimeException.class.isAssignableFrom(type) && !Error.class.isAssignableFrom(type));
        String target;
        if (call instanceof Constructor<?> constructor) {
            target = "new " + names.diamond(constructor.getDeclaringClass());
        } else if (step.receiver() == null) {
            target = names.type(call.getDeclaringClass()) + "." + call.getName();
        } else {
            target = variable(step.receiver(), types.get(step.receiver())) + "." + call.getName();
        }
        List<String> arguments = new ArrayList<>();
        boolean isOverloaded = isOverloaded(call, step.receiver() == null ? call.getDeclaringClass() : types.get(step.receiver()));
        for (int i = 0; i < call.getParameterCount(); i++) {
            Class<?> type = call.getParameterTypes()[i];
            String argument = argument(step.arguments().get(i), types);
            arguments.add(isOverloaded && !type.isPrimitive() ? "(" + names.type(type) + ") " + argument : argument);
        }
        return target + "(" + String.join(", ", arguments) + ")";
    }

    private static boolean isOverloaded(Executable call, Class<?> type) {
        if (call instanceof Constructor<?>) {
            return Arrays.stream(call.getDeclaringClass().getDeclaredConstructors())
                    .anyMatch(other -> !other.equals(call) && other.getParameterCount() == call.getParameterCount());
        }
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            for (Method other : above.getDeclaredMethods()) {
                if (other.getName().equals(call.getName()) && other.getParameterCount() == call.getParameterCount()
                        && !Arrays.equals(other.getParameterTypes(), call.getParameterTypes())) {
                    return true;
                }
            }
        }
        return false;
    }

    private String argument(Step.Argument argument, Map<String, Class<?>> types) {
        if (argument instanceof Step.Literal literal) {
            return Values.source(literal.value(), names);
        }
        if (argument instanceof Step.Variable variable) {
            return variable(variable.name(), types.get(variable.name()));
        }
        Step.Fresh fresh = (Step.Fresh) argument;
        return knows(fresh) ? variable(fresh, fresh.type()) : "new " + names.diamond(fresh.type()) + "()";
    }
}
