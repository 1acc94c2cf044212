package jacana.search;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What objects look like, the same for isomorphic heaps: as far as it matters, or all of it. */
final class Picture {
    private static final int MOST_OBJECTS = 2000;
    private final StringBuilder text = new StringBuilder();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final Deque<Object> waiting = new ArrayDeque<>();
    /** How many objects of each class there are, and the length of the longest array. */
    final Map<String, Integer> counts = new HashMap<>();
    /** What is in the cells, without order. */
    final Map<String, Integer> cells = new HashMap<>();
    int longest;

    /** {@code relevant} is null if all fields matter. */
    Picture(List<?> roots, Set<String> relevant) {
        for (Object root : roots) {
            text.append(shown(root)).append(';');
        }
        while (!waiting.isEmpty() && numbers.size() < MOST_OBJECTS) {
            Object object = waiting.poll();
            Class<?> type = object.getClass();
            text.append('\n').append(type.getName());
            counts.merge(type.getName(), 1, Integer::sum);
            if (type.isArray()) {
                elements(object, relevant == null || relevant.contains("[]"));
            } else {
                for (Memory.Cell cell : Memory.cells(type)) {
                    if (relevant == null || relevant.contains(cell.name())) {
                        part(cell.name(), cell.of(object), cell.type().isPrimitive());
                    }
                }
            }
        }
    }

    private void elements(Object array, boolean isRelevant) {
        int length = Array.getLength(array);
        longest = Math.max(longest, length);
        part("length", length, true);
        for (int i = 0; isRelevant && i < Math.min(length, MOST_OBJECTS); i++) {
            part("[" + i + "]", Array.get(array, i), array.getClass().getComponentType().isPrimitive());
        }
    }

    private void part(String name, Object value, boolean isNumber) {
        String shown = isNumber ? value.toString() : shown(value);
        text.append(' ').append(shown);
        cells.merge(name + (shown.startsWith("#") ? "#" : shown), 1, Integer::sum);
    }

    private String shown(Object object) {
        if (object == null) {
            return "null";
        }
        if (Memory.isValue(object)) {
            return object.getClass().getName() + ":" + (object instanceof Class || object instanceof ClassLoader || object instanceof Thread ? "" : object);
        }
        Integer known = numbers.get(object);
        if (known == null) {
            known = numbers.size();
            numbers.put(object, known);
            waiting.add(object);
        }
        return "#" + known;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
