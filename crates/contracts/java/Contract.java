package jacana;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What code calls that checks contracts: Jacana writes such code into classes with contracts. Under {@code jacana check} some of these methods are
 * answered by the engine (assume, begin, end, invariant, the frame); on a JVM they do what they say.
 */
public final class Contract extends Before {
    private Contract() {}

    /** A clause of a contract does not hold. */
    public static final class Broken extends AssertionError {
        final int clause;

        Broken(int clause, Throwable cause) {
            super(Integer.toString(clause), cause);
            this.clause = clause;
        }
    }

    /** The heap is none that the contract speaks of. */
    static final class NotAssumed extends Error {}

    private static int broken = -1;

    public static void assume(boolean condition) {
        if (!condition) {
            throw new NotAssumed();
        }
    }

    /** The method is about to be called. */
    public static void begin() {}

    /** The method has ended. */
    public static void end() {}

    public static void demand(boolean condition, int clause) {
        if (!condition) {
            breaks();
            throw new Broken(clause, null);
        }
    }

    /** A clause is broken. */
    private static void breaks() {}

    /** Something is about to be told: in a proof, if what is known of all elements allows it. */
    public static void refute() {}

    /** The program says that a condition holds here. */
    public static void stated(String clause) {}

    /** The exception that tells of one that should not have been. */
    public static Throwable forbidden(Throwable thrown, int clause) {
        return thrown instanceof VirtualMachineError || thrown instanceof Broken ? thrown : new Broken(clause, thrown);
    }

    /** A condition threw, so it does not hold; what is none of its own doing is passed on. */
    public static void unmet(Throwable thrown) {
        if (thrown instanceof VirtualMachineError || thrown instanceof LinkageError || thrown instanceof Broken) {
            throw (Error) thrown;
        }
    }

    public static boolean never() {
        return false;
    }

    /** One condition of an invariant. */
    public static boolean clause(boolean condition, int clause) {
        if (!condition) {
            broken = clause;
        }
        return condition;
    }

    /** The condition of an invariant that failed last. */
    public static int broken() {
        return broken;
    }

    /** Whether an object is as its class says. */
    public static boolean invariant(Object object) {
        for (Class<?> type = object == null ? null : object.getClass(); type != null; type = type.getSuperclass()) {
            for (String name : new String[] {"jacana$invariant", "repOK", "invariant"}) {
                try {
                    Method method = type.getDeclaredMethod(name);
                    if (method.getReturnType() == boolean.class && !Modifier.isStatic(method.getModifiers())) {
                        method.setAccessible(true);
                        return (boolean) method.invoke(object);
                    }
                } catch (NoSuchMethodException other) {
                    continue;
                } catch (ReflectiveOperationException failure) {
                    return false;
                }
            }
        }
        return true;
    }

    public static boolean nonNullElements(Object[] array) {
        if (array == null) {
            return false;
        }
        for (Object element : array) {
            if (element == null) {
                return false;
            }
        }
        return true;
    }

    public static void quietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException failure) {
            // Values that could not be had are missing where somebody asks for them.
        }
    }

    /** Somebody asks for a value of the state before that was not kept: the engine gives up. */
    static void missing() {
        throw new IllegalStateException("no value of the state before");
    }

    // What stands for methods whose contracts are assumed: only under jacana check.

    private static IllegalStateException onlyUnderCheck() {
        return new IllegalStateException("under jacana check only");
    }

    /** A contract is taken for a call. */
    public static void assumed(String method) {
        throw onlyUnderCheck();
    }

    /** What an assumed contract ensures threw: no end of the call that satisfies the contract does that. */
    public static void undefined(Throwable thrown, int clause) {
        unmet(thrown);
        leaveOut(thrown, clause);
    }

    private static void leaveOut(Throwable thrown, int clause) {
        throw onlyUnderCheck();
    }

    /** True and false. */
    public static boolean maybe() {
        throw onlyUnderCheck();
    }

    /** An exception that nobody filled in. */
    public static Object thrown(Class<?> type) {
        throw onlyUnderCheck();
    }

    /** The field, or all with a star, holds anything. */
    public static void anyField(Object object, String name) {
        throw onlyUnderCheck();
    }

    public static void anyStatic(Class<?> type, String name) {
        throw onlyUnderCheck();
    }

    public static void anyElements(Object array, int low, int high) {
        throw onlyUnderCheck();
    }

    public static Object anyObject(Class<?> type) {
        throw onlyUnderCheck();
    }

    public static boolean anyBoolean() {
        throw onlyUnderCheck();
    }

    public static byte anyByte() {
        throw onlyUnderCheck();
    }

    public static char anyChar() {
        throw onlyUnderCheck();
    }

    public static short anyShort() {
        throw onlyUnderCheck();
    }

    public static int anyInt() {
        throw onlyUnderCheck();
    }

    public static long anyLong() {
        throw onlyUnderCheck();
    }

    public static float anyFloat() {
        throw onlyUnderCheck();
    }

    public static double anyDouble() {
        throw onlyUnderCheck();
    }

    // Frames.

    public interface Place {
        int get();
    }

    public static Frame frame(Class<?> type, Object... roots) {
        return new Frame(type, roots);
    }

    /** The objects of the state before with what they held, and what of it may change. */
    public static final class Frame {
        private final Map<Object, Object[]> before = new IdentityHashMap<>();
        private final Map<Class<?>, Object[]> globals = new IdentityHashMap<>();
        private final List<Object[]> allowed = new ArrayList<>();

        Frame(Class<?> type, Object[] roots) {
            look(type, roots);
        }

        public void field(OfObject<?> object, String name) {
            quietly(() -> allowField(object.get(), name));
        }

        public void fields(OfObject<?> object) {
            quietly(() -> allowField(object.get(), "*"));
        }

        public void elements(OfObject<?> array) {
            quietly(() -> allowElements(array.get(), 0, Integer.MAX_VALUE));
        }

        public void elements(OfObject<?> array, Place low, Place high) {
            quietly(() -> allowElements(array.get(), low.get(), high.get()));
        }

        public void global(Class<?> type, String name) {
            allowGlobal(type, name);
        }

        private void look(Class<?> type, Object[] roots) {
            Deque<Object> waiting = new ArrayDeque<>();
            globals.put(type, values(type, null));
            for (Object value : globals.get(type)) {
                reach(value, waiting);
            }
            for (Object root : roots) {
                reach(root, waiting);
            }
            while (!waiting.isEmpty()) {
                Object object = waiting.remove();
                Object[] values = values(object.getClass(), object);
                before.put(object, values);
                if (!isPrimitiveArray(object)) {
                    for (Object value : values) {
                        reach(value, waiting);
                    }
                }
            }
        }

        private static boolean isPrimitiveArray(Object object) {
            return object.getClass().isArray() && object.getClass().getComponentType().isPrimitive();
        }

        private void reach(Object value, Deque<Object> waiting) {
            if (value == null || before.containsKey(value) || value instanceof Class) {
                return;
            }
            before.put(value, new Object[0]);
            waiting.add(value);
        }

        private void allowField(Object object, String name) {
            if (object != null) {
                allowed.add(new Object[] {object, name});
            }
        }

        private void allowElements(Object array, int low, int high) {
            if (array != null) {
                allowed.add(new Object[] {array, low, high});
            }
        }

        private void allowGlobal(Class<?> type, String name) {
            allowed.add(new Object[] {type, name});
        }

        /** Whether everything else is as it was. */
        public boolean kept() {
            for (Map.Entry<Class<?>, Object[]> entry : globals.entrySet()) {
                if (!kept(entry.getKey(), entry.getKey(), null, entry.getValue())) {
                    return false;
                }
            }
            for (Map.Entry<Object, Object[]> entry : before.entrySet()) {
                if (!kept(entry.getKey(), entry.getKey().getClass(), entry.getKey(), entry.getValue())) {
                    return false;
                }
            }
            return true;
        }

        private boolean kept(Object owner, Class<?> type, Object object, Object[] was) {
            Object[] now = values(type, object);
            List<String> names = names(type, object);
            for (int i = 0; i < was.length; i++) {
                boolean primitive = was[i] != null && was[i].equals(now[i]) && isPrimitive(type, object, i);
                if (was[i] != now[i] && !primitive && !isAllowed(owner, names == null ? null : names.get(i), i)) {
                    return false;
                }
            }
            return true;
        }

        private boolean isAllowed(Object owner, String name, int place) {
            for (Object[] one : allowed) {
                if (one[0] != owner) {
                    continue;
                }
                boolean fits = one.length == 3
                        ? (int) one[1] <= place && place <= (int) one[2]
                        : one[1].equals("*") || one[1].equals(name);
                if (fits) {
                    return true;
                }
            }
            return false;
        }

        public boolean isFresh(Object object) {
            return object != null && !before.containsKey(object);
        }

        private static boolean isPrimitive(Class<?> type, Object object, int place) {
            return type.isArray() ? type.getComponentType().isPrimitive() : fields(type, object).get(place).getType().isPrimitive();
        }

        private static List<Field> fields(Class<?> type, Object object) {
            List<Field> found = new ArrayList<>();
            for (Class<?> one = type; one != null && one.getModule() == Frame.class.getModule(); one = one.getSuperclass()) {
                for (Field field : one.getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers()) == (object == null) && !field.isSynthetic()) {
                        field.setAccessible(true);
                        found.add(field);
                    }
                }
                if (object == null) {
                    break;
                }
            }
            return found;
        }

        private static List<String> names(Class<?> type, Object object) {
            if (type.isArray()) {
                return null;
            }
            List<String> names = new ArrayList<>();
            for (Field field : fields(type, object)) {
                names.add(field.getName());
            }
            return names;
        }

        private static Object[] values(Class<?> type, Object object) {
            if (type.isArray()) {
                Object[] values = new Object[Array.getLength(object)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Array.get(object, i);
                }
                return values;
            }
            List<Object> values = new ArrayList<>();
            for (Field field : fields(type, object)) {
                try {
                    values.add(field.get(object));
                } catch (IllegalAccessException failure) {
                    throw new LinkageError("a field that cannot be read", failure);
                }
            }
            return values.toArray();
        }
    }
}
