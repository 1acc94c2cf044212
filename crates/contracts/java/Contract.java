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
public final class Contract {
    private Contract() {}

    /** A clause of a contract does not hold. */
    public static final class Broken extends Error {
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

    /** The exception that tells of one that should not have been. */
    public static Throwable forbidden(Throwable thrown, int clause) {
        return thrown instanceof VirtualMachineError || thrown instanceof Broken ? thrown : new Broken(clause, thrown);
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

    // Quantifiers.

    public interface IntTest {
        boolean test(int value);
    }

    public interface LongTest {
        boolean test(long value);
    }

    public interface BooleanTest {
        boolean test(boolean value);
    }

    public interface IntAction {
        void run(int value);
    }

    public interface IntInt {
        int apply(int value);
    }

    public interface IntLong {
        long apply(int value);
    }

    public interface IntDouble {
        double apply(int value);
    }

    public static boolean forall(int low, int high, IntTest test) {
        for (int i = low; i < high; i++) {
            if (!test.test(i)) {
                return false;
            }
        }
        return true;
    }

    public static boolean forallThrough(int low, int high, IntTest test) {
        for (int i = low; i <= high; i++) {
            if (!test.test(i)) {
                return false;
            }
            if (i == Integer.MAX_VALUE) {
                break;
            }
        }
        return true;
    }

    public static boolean forall(long low, long high, LongTest test) {
        for (long i = low; i < high; i++) {
            if (!test.test(i)) {
                return false;
            }
        }
        return true;
    }

    public static boolean forallThrough(long low, long high, LongTest test) {
        for (long i = low; i <= high; i++) {
            if (!test.test(i)) {
                return false;
            }
            if (i == Long.MAX_VALUE) {
                break;
            }
        }
        return true;
    }

    public static boolean forall(BooleanTest test) {
        return test.test(false) && test.test(true);
    }

    public static boolean exists(int low, int high, IntTest test) {
        for (int i = low; i < high; i++) {
            if (test.test(i)) {
                return true;
            }
        }
        return false;
    }

    public static boolean existsThrough(int low, int high, IntTest test) {
        for (int i = low; i <= high; i++) {
            if (test.test(i)) {
                return true;
            }
            if (i == Integer.MAX_VALUE) {
                break;
            }
        }
        return false;
    }

    public static boolean exists(long low, long high, LongTest test) {
        for (long i = low; i < high; i++) {
            if (test.test(i)) {
                return true;
            }
        }
        return false;
    }

    public static boolean existsThrough(long low, long high, LongTest test) {
        for (long i = low; i <= high; i++) {
            if (test.test(i)) {
                return true;
            }
            if (i == Long.MAX_VALUE) {
                break;
            }
        }
        return false;
    }

    public static boolean exists(BooleanTest test) {
        return test.test(false) || test.test(true);
    }

    public static void each(int low, int high, IntAction action) {
        for (int i = low; i < high; i++) {
            action.run(i);
        }
    }

    public static void eachThrough(int low, int high, IntAction action) {
        for (int i = low; i <= high; i++) {
            action.run(i);
            if (i == Integer.MAX_VALUE) {
                break;
            }
        }
    }

    public static int sum(int low, int high, IntInt term) {
        int sum = 0;
        for (int i = low; i < high; i++) {
            sum += term.apply(i);
        }
        return sum;
    }

    public static long sum(int low, int high, IntLong term) {
        long sum = 0;
        for (int i = low; i < high; i++) {
            sum += term.apply(i);
        }
        return sum;
    }

    public static double sum(int low, int high, IntDouble term) {
        double sum = 0;
        for (int i = low; i < high; i++) {
            sum += term.apply(i);
        }
        return sum;
    }

    public static int sumThrough(int low, int high, IntInt term) {
        return low > high ? 0 : sum(low, high, term) + term.apply(high);
    }

    public static long sumThrough(int low, int high, IntLong term) {
        return low > high ? 0 : sum(low, high, term) + term.apply(high);
    }

    public static double sumThrough(int low, int high, IntDouble term) {
        return low > high ? 0 : sum(low, high, term) + term.apply(high);
    }

    public static int product(int low, int high, IntInt factor) {
        int product = 1;
        for (int i = low; i < high; i++) {
            product *= factor.apply(i);
        }
        return product;
    }

    public static long product(int low, int high, IntLong factor) {
        long product = 1;
        for (int i = low; i < high; i++) {
            product *= factor.apply(i);
        }
        return product;
    }

    public static int productThrough(int low, int high, IntInt factor) {
        return low > high ? 1 : product(low, high, factor) * factor.apply(high);
    }

    public static long productThrough(int low, int high, IntLong factor) {
        return low > high ? 1 : product(low, high, factor) * factor.apply(high);
    }

    public static int max(int low, int high, IntTest counts, IntInt value) {
        boolean found = false;
        int max = 0;
        for (int i = low; i < high; i++) {
            if (counts.test(i)) {
                int here = value.apply(i);
                max = found && max > here ? max : here;
                found = true;
            }
        }
        if (!found) {
            throw new IllegalStateException("the largest of no numbers");
        }
        return max;
    }

    public static int maxThrough(int low, int high, IntTest counts, IntInt value) {
        return max(low, high + 1, counts, value);
    }

    public static int min(int low, int high, IntTest counts, IntInt value) {
        boolean found = false;
        int min = 0;
        for (int i = low; i < high; i++) {
            if (counts.test(i)) {
                int here = value.apply(i);
                min = found && min < here ? min : here;
                found = true;
            }
        }
        if (!found) {
            throw new IllegalStateException("the smallest of no numbers");
        }
        return min;
    }

    public static int minThrough(int low, int high, IntTest counts, IntInt value) {
        return min(low, high + 1, counts, value);
    }

    // Values of the state before. That one cannot be had matters only to who asks for it.

    public interface OfBoolean {
        boolean get();
    }

    public interface OfByte {
        byte get();
    }

    public interface OfChar {
        char get();
    }

    public interface OfShort {
        short get();
    }

    public interface OfInt {
        int get();
    }

    public interface OfLong {
        long get();
    }

    public interface OfFloat {
        float get();
    }

    public interface OfDouble {
        double get();
    }

    public interface OfObject<T> {
        T get();
    }

    public static OfBoolean old(OfBoolean value) {
        try {
            boolean kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfByte old(OfByte value) {
        try {
            byte kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfChar old(OfChar value) {
        try {
            char kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfShort old(OfShort value) {
        try {
            short kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfInt old(OfInt value) {
        try {
            int kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfLong old(OfLong value) {
        try {
            long kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfFloat old(OfFloat value) {
        try {
            float kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static OfDouble old(OfDouble value) {
        try {
            double kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    public static <T> OfObject<T> old(OfObject<T> value) {
        try {
            T kept = value.get();
            return () -> kept;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    // Values of the state before, one for each value of the variables around them.

    /** What was kept, by its keys. */
    public abstract static class Table<S> {
        private final List<int[]> keys = new ArrayList<>();
        private final List<S> values = new ArrayList<>();

        abstract S before(int first, int second);

        S find(int first, int second) {
            for (int at = 0; at < keys.size(); at++) {
                int[] key = keys.get(at);
                if (key[0] == first && key[1] == second) {
                    return values.get(at);
                }
            }
            missing();
            return null;
        }

        public void keep(int first) {
            keep(first, 0);
        }

        public void keep(int first, int second) {
            keys.add(new int[] {first, second});
            values.add(before(first, second));
        }
    }

    public interface IntBoolean {
        boolean apply(int value);
    }

    public interface IntIntBoolean {
        boolean apply(int first, int second);
    }

    public abstract static class TableOfBoolean extends Table<OfBoolean> {
        public boolean get(int first) {
            return find(first, 0).get();
        }

        public boolean get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfBoolean old(IntBoolean value) {
        return new TableOfBoolean() {
            @Override
            OfBoolean before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfBoolean old(IntIntBoolean value) {
        return new TableOfBoolean() {
            @Override
            OfBoolean before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntIntInt {
        int apply(int first, int second);
    }

    public abstract static class TableOfInt extends Table<OfInt> {
        public int get(int first) {
            return find(first, 0).get();
        }

        public int get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfInt old(IntInt value) {
        return new TableOfInt() {
            @Override
            OfInt before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfInt old(IntIntInt value) {
        return new TableOfInt() {
            @Override
            OfInt before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntIntLong {
        long apply(int first, int second);
    }

    public abstract static class TableOfLong extends Table<OfLong> {
        public long get(int first) {
            return find(first, 0).get();
        }

        public long get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfLong old(IntLong value) {
        return new TableOfLong() {
            @Override
            OfLong before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfLong old(IntIntLong value) {
        return new TableOfLong() {
            @Override
            OfLong before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntIntDouble {
        double apply(int first, int second);
    }

    public abstract static class TableOfDouble extends Table<OfDouble> {
        public double get(int first) {
            return find(first, 0).get();
        }

        public double get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static TableOfDouble old(IntDouble value) {
        return new TableOfDouble() {
            @Override
            OfDouble before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static TableOfDouble old(IntIntDouble value) {
        return new TableOfDouble() {
            @Override
            OfDouble before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    public interface IntObject<T> {
        T apply(int value);
    }

    public interface IntIntObject<T> {
        T apply(int first, int second);
    }

    public abstract static class TableOfObject<T> extends Table<OfObject<T>> {
        public T get(int first) {
            return find(first, 0).get();
        }

        public T get(int first, int second) {
            return find(first, second).get();
        }
    }

    public static <T> TableOfObject<T> old(IntObject<T> value) {
        return new TableOfObject<T>() {
            @Override
            OfObject<T> before(int first, int second) {
                return old(() -> value.apply(first));
            }
        };
    }

    public static <T> TableOfObject<T> old(IntIntObject<T> value) {
        return new TableOfObject<T>() {
            @Override
            OfObject<T> before(int first, int second) {
                return old(() -> value.apply(first, second));
            }
        };
    }

    /** An array with the same elements; arrays in it are copied, too. */
    @SuppressWarnings("unchecked")
    public static <T> T copy(T array) {
        Object copy;
        if (array instanceof Object[] objects) {
            Object[] elements = objects.clone();
            for (int i = 0; i < elements.length; i++) {
                if (elements.getClass().getComponentType().isArray()) {
                    elements[i] = copy(elements[i]);
                }
            }
            copy = elements;
        } else if (array instanceof int[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof boolean[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof byte[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof char[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof short[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof long[] numbers) {
            copy = numbers.clone();
        } else if (array instanceof float[] numbers) {
            copy = numbers.clone();
        } else {
            copy = ((double[]) array).clone();
        }
        return (T) copy;
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
