package jacana.search;

import jacana.search.Wanted.Thing;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values that calls may get: those of the heap that is wanted, and a few that are always at hand. */
final class Pool {
    /** Of one call. */
    private static final int MOST = 300;
    private final Api api;
    private final Set<Long> integers = new LinkedHashSet<>();
    private final Set<Double> fractions = new LinkedHashSet<>();
    private final List<Object> values = new ArrayList<>();
    private final Map<String, Class<?>> variables = new LinkedHashMap<>();
    private int fresh;

    Pool(Api api, Collection<Thing> things) {
        this.api = api;
        for (Thing thing : things) {
            if (thing.isValue()) {
                Object value = Values.of(thing);
                values.add(value);
                number(value);
            } else if (thing.kind.equals("array")) {
                array(thing);
            } else {
                for (Memory.Cell cell : Memory.cells(Values.named(thing.type))) {
                    String word = thing.parts.get(cell.name());
                    if (word != null && cell.type().isPrimitive()) {
                        number(Values.primitive(cell.type(), word));
                    }
                }
            }
        }
        // Room for what is there, and for one less or more.
        for (Thing thing : things) {
            if (thing.kind.equals("array")) {
                integers.add((long) thing.length());
                integers.add(thing.length() - 1L);
            }
        }
        if (integers.isEmpty()) {
            integers.addAll(List.of(0L, 1L));
        }
        if (fractions.isEmpty()) {
            fractions.add(1.0);
        }
    }

    void add(String variable, Class<?> type) {
        variables.put(variable, type);
    }

    private void array(Thing thing) {
        Class<?> type = Values.type(thing.type);
        if (type.isPrimitive()) {
            Object array = Array.newInstance(type, thing.length());
            thing.parts.forEach((at, word) -> Array.set(array, Integer.parseInt(at), Values.primitive(type, word)));
            values.add(array);
            for (int i = 0; i < thing.length(); i++) {
                number(Array.get(array, i));
            }
        }
    }

    private void number(Object value) {
        if (value instanceof Float || value instanceof Double) {
            fractions.add(((Number) value).doubleValue());
        } else if (value instanceof Number number) {
            integers.add(number.longValue());
        } else if (value instanceof Character unit) {
            integers.add((long) unit);
        }
    }

    /** All ways to call; {@code bound} has what the type variables of the class stand for, where that is known. */
    List<List<Step.Argument>> arguments(Executable call, Map<String, Class<?>> bound) {
        List<List<Step.Argument>> ways = new ArrayList<>(List.of(List.of()));
        for (int i = 0; i < call.getParameterCount(); i++) {
            Class<?> known = call.getGenericParameterTypes().length == call.getParameterCount()
                    ? bound.get(call.getGenericParameterTypes()[i].getTypeName())
                    : null;
            Class<?> type = known != null ? known : call.getParameterTypes()[i];
            List<List<Step.Argument>> longer = new ArrayList<>();
            for (List<Step.Argument> way : ways) {
                for (Step.Argument argument : of(type)) {
                    List<Step.Argument> next = new ArrayList<>(way);
                    next.add(argument);
                    longer.add(next);
                }
            }
            ways = longer.size() > MOST ? longer.subList(0, MOST) : longer;
        }
        return ways;
    }

    private List<Step.Argument> of(Class<?> type) {
        List<Step.Argument> found = new ArrayList<>();
        if (type == boolean.class) {
            return List.of(new Step.Literal(false), new Step.Literal(true));
        }
        if (type == float.class || type == double.class) {
            fractions.forEach(number -> found.add(new Step.Literal(type == float.class ? (Object) number.floatValue() : (Object) number)));
            return found;
        }
        if (type.isPrimitive()) {
            integers.stream().map(number -> integer(type, number)).filter(number -> number != null).forEach(number -> found.add(new Step.Literal(number)));
            return found;
        }
        if (type == Object.class) {
            // Rather something of its own than a number that is there for another purpose.
            found.add(new Step.Fresh(type, fresh++));
        }
        variables.forEach((name, of) -> {
            if (type.isAssignableFrom(of)) {
                found.add(new Step.Variable(name));
            }
        });
        values.stream().filter(type::isInstance).map(Step.Literal::new).distinct().forEach(found::add);
        if (found.isEmpty() && type == String.class) {
            found.add(new Step.Literal("a"));
        }
        if (type != Object.class && api.canMake(type)) {
            found.add(new Step.Fresh(type, fresh++));
        }
        found.add(new Step.Literal(null));
        return found;
    }

    /** Null if it does not fit. */
    private static Object integer(Class<?> type, long number) {
        return switch (type.getName()) {
            case "byte" -> (byte) number == number ? (Object) (byte) number : null;
            case "short" -> (short) number == number ? (Object) (short) number : null;
            case "char" -> (char) number == number ? (Object) (char) number : null;
            case "int" -> (int) number == number ? (Object) (int) number : null;
            default -> (Object) number;
        };
    }
}
