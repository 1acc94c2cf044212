package jacana.search;

import jacana.search.Wanted.Thing;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Whether objects of the JVM are those of a case: different objects are different ones, what does not matter is not looked at. */
final class Matching {
    private final Wanted wanted;
    private final Map<Thing, Object> images = new HashMap<>();
    private final Map<Object, Thing> taken = new IdentityHashMap<>();

    Matching(Wanted wanted) {
        this.wanted = wanted;
    }

    boolean fits(Thing thing, Object object) {
        if (object == null) {
            return false;
        }
        if (!thing.isExplored) {
            return true;
        }
        if (thing.isValue()) {
            return Values.of(thing).equals(object);
        }
        if (images.containsKey(thing)) {
            return images.get(thing) == object;
        }
        if (taken.putIfAbsent(object, thing) != null) {
            return false;
        }
        images.put(thing, object);
        return thing.kind.equals("array") ? isArray(thing, object) : isInstance(thing, object);
    }

    private boolean isInstance(Thing thing, Object object) {
        if (!object.getClass().getName().equals(thing.type)) {
            return false;
        }
        List<Memory.Cell> cells = Memory.cells(object.getClass());
        return cells.stream().allMatch(cell -> !thing.parts.containsKey(cell.name()) || fits(thing.parts.get(cell.name()), cell.type(), cell.of(object)));
    }

    private boolean isArray(Thing thing, Object object) {
        if (!object.getClass().isArray() || Array.getLength(object) != thing.length()) {
            return false;
        }
        Class<?> type = object.getClass().getComponentType();
        return thing.parts.entrySet().stream().allMatch(part -> fits(part.getValue(), type, Array.get(object, Integer.parseInt(part.getKey()))));
    }

    private boolean fits(String word, Class<?> type, Object value) {
        if (type.isPrimitive()) {
            return Values.primitive(type, word).equals(value);
        }
        return word.equals("null") ? value == null : fits(wanted.thing(word), value);
    }
}
