import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

class Records {
    static List<String> log = new ArrayList<>();

    static class Noisy {
        final int value;
        Noisy(int value) { this.value = value; }
        @Override public boolean equals(Object o) {
            log.add("equals" + value);
            return o instanceof Noisy n && n.value == value;
        }
        @Override public int hashCode() { log.add("hash" + value); return value; }
        @Override public String toString() { log.add("string" + value); return "N" + value; }
    }

    record Empty() {}
    record Prims(boolean z, byte b, char c, short s, int i, long j, float f, double d) {}
    record Mixed(Noisy first, long gap, Noisy last, int[] array, String text) {}

    public static void main(String[] args) throws Exception {
        Prims prims = new Prims(true, (byte) -1, 'c', (short) 2, 3, 4L << 33, Float.NaN, -0.0);
        run(prims, prims, null, "text", new Empty(),
            new Prims(true, (byte) -1, 'c', (short) 2, 3, 4L << 33, Float.NaN, -0.0),
            new Prims(true, (byte) -1, 'c', (short) 2, 3, 4L << 33, Float.NaN, 0.0),
            new Prims(true, (byte) -1, 'c', (short) 2, 3, 4L << 33, 0f, -0.0),
            new Prims(true, (byte) -1, 'c', (short) 2, 3, 4L, Float.NaN, -0.0),
            new Prims(true, (byte) -1, 'c', (short) 2, 0, 4L << 33, Float.NaN, -0.0),
            new Prims(false, (byte) -1, 'c', (short) 2, 3, 4L << 33, Float.NaN, -0.0));
        run(new Prims(false, (byte) 0, 'x', (short) 0, -7, -1L, -0f, Double.NaN), prims);
        run(new Empty(), new Empty(), null, prims);
        int[] array = {1};
        run(new Mixed(new Noisy(1), 1, new Noisy(2), null, "a"),
            new Mixed(new Noisy(1), 1, new Noisy(2), null, "a"),
            new Mixed(new Noisy(9), 1, new Noisy(2), null, "a"),
            new Mixed(new Noisy(1), 1, new Noisy(9), null, "a"),
            new Mixed(new Noisy(1), 1, new Noisy(2), null, "b"),
            new Mixed(null, 1, null, array, null));
        run(new Mixed(null, 1, null, null, null), new Mixed(null, 1, null, null, null), new Mixed(null, 1, null, array, null));
        Driver.end();
    }

    static void run(Record record, Object... others) throws Exception {
        Class<?> type = record.getClass();
        Class<?> ours = Driver.define(MethodHandles.privateLookupIn(type, MethodHandles.lookup()), type.getSimpleName());
        compare(record, record::toString, Driver.method(ours, "toString"), record);
        compare(record, record::hashCode, Driver.method(ours, "hashCode"), record);
        for (Object other : others) {
            compare(record + " and " + other, () -> record.equals(other), Driver.method(ours, "equals"), record, other);
        }
    }

    interface Action { Object run(); }

    static void compare(Object what, Action expected, Method ours, Object... arguments) throws Exception {
        String called = ours.getName() + " of " + what;
        log.clear();
        Object wanted = expected.run();
        List<String> wantedLog = new ArrayList<>(log);
        log.clear();
        Driver.same(called, wanted, Driver.call(ours, null, arguments));
        Driver.same("calls by " + called, wantedLog, log);
    }
}
