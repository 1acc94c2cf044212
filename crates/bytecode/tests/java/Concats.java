import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatFactory;
import java.lang.reflect.Method;

/** The sites are listed in java.rs under the same names. */
class Concats {
    static class Counting {
        static int calls;
        final int id;
        Counting(int id) { this.id = id; }
        @Override public String toString() { return id + "/" + calls++; }
    }

    static class NullString {
        @Override public String toString() { return null; }
    }

    static class Failing {
        @Override public String toString() { throw new IllegalStateException(); }
    }

    public static void main(String[] args) throws Throwable {
        Object[][] prims = {
            {true, (byte) -3, 'x', (short) -4, 5, 1L << 40, 1.5e-7f, -0.0},
            {false, (byte) 127, '\ud800', (short) 9, Integer.MIN_VALUE, Long.MIN_VALUE, Float.NaN, 1e300},
        };
        run("prims", "(ZBCSIJFD)Ljava/lang/String;", "z\1b\1c\1s\1i\1j\1f\1d\1", of(), prims);
        Object[][] objects = {
            {"a", 7L, "b", null},
            {null, 7L, null, null},
            {new Counting(1), 7L, new Counting(2), null},
            {new NullString(), 7L, new StringBuilder("b"), null},
            {new Failing(), 7L, "x", null},
        };
        run("objects", "(Ljava/lang/Object;JLjava/lang/Object;[C)Ljava/lang/String;", "\1, \1\1\1", of(), objects);
        Object[][] strings = {{"a", new StringBuilder("b")}, {null, null}};
        run("strings", "(Ljava/lang/String;Ljava/lang/CharSequence;)Ljava/lang/String;", "\1\1", of(), strings);
        run("units", "(Ljava/lang/String;)Ljava/lang/String;", "\ud800\1\0é\2", of("\1😀"), new Object[][] {{"a\1"}});
        run("constants", "()Ljava/lang/String;", "\2\2\2\2\2", of(70000, 1.5f, 1L << 40, 1e300, int[].class), new Object[][] {{}});
        run("empty", "()Ljava/lang/String;", "", of(), new Object[][] {{}});
        Driver.end();
    }

    static Object[] of(Object... values) { return values; }

    static void run(String site, String descriptor, String recipe, Object[] constants, Object[][] calls) throws Throwable {
        MethodType type = MethodType.fromMethodDescriptorString(descriptor, null);
        var real = StringConcatFactory.makeConcatWithConstants(MethodHandles.lookup(), "concat", type, recipe, constants).getTarget();
        Method ours = Driver.method(Driver.define(MethodHandles.lookup(), site), "concat");
        for (Object[] arguments : calls) {
            Counting.calls = 0;
            Object expected;
            try {
                expected = real.invokeWithArguments(arguments);
            } catch (IllegalStateException e) {
                expected = e.getClass();
            }
            Counting.calls = 0;
            Driver.same(site, expected, Driver.call(ours, null, arguments));
        }
    }
}
