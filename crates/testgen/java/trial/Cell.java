package jacana.trial;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A place that can be changed, with what was there. */
abstract class Cell {
    /** Elements of an array or a collection that are looked at. */
    private static final int ELEMENTS = 1000;

    /** It cannot be restored. */
    boolean isGivenUp;

    abstract boolean isChanged();

    abstract void restore();

    /** What lies in it. */
    List<Object> inside() {
        return List.of();
    }

    /** Whether it takes long to see that nothing has changed. */
    boolean isDear() {
        return false;
    }

    /** Whether an object that is not the program's can be looked into. */
    static boolean isKnown(Object object) {
        return object.getClass().isArray() || isAtomic(object) || isOfTheJdk(object) && (object instanceof Map || object instanceof Collection);
    }

    private static boolean isOfTheJdk(Object object) {
        return object.getClass().getClassLoader() == null && object.getClass().getName().startsWith("java.util.");
    }

    private static boolean isAtomic(Object object) {
        return object instanceof AtomicInteger || object instanceof AtomicLong || object instanceof AtomicBoolean || object instanceof AtomicReference;
    }

    /** Nothing if it is an object of the program, or too large. */
    static Cell of(Object object) {
        if (object.getClass().isArray()) {
            return Array.getLength(object) <= ELEMENTS ? new OfArray(object) : null;
        }
        if (object instanceof AtomicInteger number) {
            return new Simple<>(number::get, number::set);
        }
        if (object instanceof AtomicLong number) {
            return new Simple<>(number::get, number::set);
        }
        if (object instanceof AtomicBoolean truth) {
            return new Simple<>(truth::get, truth::set);
        }
        if (object instanceof AtomicReference<?> reference) {
            return ofReference(reference);
        }
        if (isOfTheJdk(object) && object instanceof Map<?, ?> map && map.size() <= ELEMENTS) {
            return ofMap(map);
        }
        return isOfTheJdk(object) && object instanceof Collection<?> collection && collection.size() <= ELEMENTS ? ofCollection(collection) : null;
    }

    static List<Cell> ofTheJvm() {
        return List.of(
            new Simple<>(Locale::getDefault, Locale::setDefault),
            new Simple<>(TimeZone::getDefault, TimeZone::setDefault),
            new OfProperties()
        );
    }

    private static <T> Cell ofReference(AtomicReference<T> reference) {
        return new Simple<>(reference::get, reference::set);
    }

    private static <K, V> Cell ofMap(Map<K, V> map) {
        return new Elements() {
            private final List<K> keys = new ArrayList<>(map.keySet());
            private final List<V> values = new ArrayList<>(map.values());

            @Override
            Object[] elements() {
                return elements(map.keySet(), map.values());
            }

            @Override
            void write() {
                map.clear();
                for (int at = 0; at < keys.size(); at++) {
                    map.put(keys.get(at), values.get(at));
                }
            }
        };
    }

    private static <T> Cell ofCollection(Collection<T> collection) {
        return new Elements() {
            private final List<T> all = new ArrayList<>(collection);

            @Override
            Object[] elements() {
                return collection.toArray();
            }

            @Override
            void write() {
                collection.clear();
                collection.addAll(all);
            }
        };
    }

    static final class OfField extends Cell {
        private final Object object;
        private final Field field;
        private final Object value;

        OfField(Object object, Field field, Object value) {
            this.object = object;
            this.field = field;
            this.value = value;
        }

        @Override
        boolean isChanged() {
            try {
                Object now = field.get(object);
                return field.getType().isPrimitive() ? !now.equals(value) : now != value;
            } catch (IllegalAccessException closed) {
                throw new IllegalStateException(closed);
            }
        }

        @Override
        void restore() {
            try {
                field.set(object, value);
            } catch (IllegalAccessException closed) {
                throw new IllegalStateException(closed);
            }
        }
    }

    private static final class OfArray extends Cell {
        private final Object array;
        private final Object copy;

        OfArray(Object array) {
            this.array = array;
            int length = Array.getLength(array);
            copy = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, copy, 0, length);
        }

        @Override
        boolean isChanged() {
            return array instanceof Object[] objects ? !same(objects, (Object[]) copy) : !Objects.deepEquals(array, copy);
        }

        @Override
        void restore() {
            System.arraycopy(copy, 0, array, 0, Array.getLength(copy));
        }

        @Override
        List<Object> inside() {
            return array instanceof Object[] objects ? Arrays.asList(objects.clone()) : List.of();
        }
    }

    private static boolean same(Object[] these, Object[] those) {
        boolean same = these.length == those.length;
        for (int at = 0; same && at < these.length; at++) {
            same = these[at] == those[at];
        }
        return same;
    }

    /** What is in a collection, in the order in which it says so: each is the object that it was. */
    private abstract static class Elements extends Cell {
        private Object[] before;

        abstract Object[] elements();

        abstract void write();

        static Object[] elements(Collection<?> keys, Collection<?> values) {
            List<Object> all = new ArrayList<>(keys);
            all.addAll(values);
            return all.toArray();
        }

        @Override
        boolean isChanged() {
            return !same(elements(), before());
        }

        private Object[] before() {
            before = before == null ? elements() : before;
            return before;
        }

        /** What was there may come in another order then. */
        @Override
        void restore() {
            write();
            before = elements();
        }

        @Override
        List<Object> inside() {
            return Arrays.asList(before());
        }
    }

    /** One value, by questions and orders. */
    private static final class Simple<T> extends Cell {
        private final Supplier<T> get;
        private final Consumer<T> set;
        private final T value;

        Simple(Supplier<T> get, Consumer<T> set) {
            this.get = get;
            this.set = set;
            value = get.get();
        }

        @Override
        boolean isChanged() {
            T now = get.get();
            return now != value && !(isPlain(now) && now.equals(value));
        }

        private static boolean isPlain(Object value) {
            return value instanceof Number || value instanceof Boolean || value instanceof Locale || value instanceof TimeZone;
        }

        @Override
        void restore() {
            set.accept(value);
        }

        @Override
        List<Object> inside() {
            return value == null ? List.of() : List.of(value);
        }
    }

    private static final class OfProperties extends Cell {
        private final Properties object = System.getProperties();
        private final Properties before = (Properties) object.clone();

        @Override
        boolean isDear() {
            return true;
        }

        @Override
        boolean isChanged() {
            return System.getProperties() != object || !object.equals(before);
        }

        @Override
        void restore() {
            object.keySet().retainAll(before.keySet());
            object.putAll(before);
            System.setProperties(object);
        }
    }
}
