import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.*;

class Lambdas {
    final int base;
    Lambdas(int base) { this.base = base; }
    Lambdas(Integer base, long more) { this.base = base + (int) more; }
    @Override public boolean equals(Object o) { return o instanceof Lambdas l && l.base == base; }

    int add(int x) { return base + x; }
    private int hidden(int x) { return base * x; }
    static long widened(long x) { return x * 2; }
    static double toDouble(double x) { return x / 2; }
    static Integer boxed(Integer x) { return x + 1; }
    static boolean truth(boolean x) { return !x; }
    static int charCode(int c) { return c; }
    static Object any(Object o) { return o; }
    static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
    static <T extends Number & Comparable<T>> int inter(T a) { return a.intValue(); }
    static String describe(byte b, short s, char c, float f, double d, Object o) { return "" + b + s + c + f + d + o; }

    interface Greeter { String greet(String name); default String twice(String name) { return greet(name) + greet(name); } static String hi(String n) { return "hi " + n; } }
    interface Wide { Object apply(long a, double b, Object c); }
    interface Base<T> { void accept(T t); }
    interface Strings { void accept(String s); }
    /** Two erasures of one method, so that javac asks for a bridge. */
    interface Derived extends Base<String>, Strings {}
    interface Narrow { Number get(int x); }
    interface Marker {}
    static String last;
    static void record(Object o) { last = "got " + o; }

    static IntUnaryOperator make_bound(Lambdas self) { return self::add; }
    static IntUnaryOperator make_private(Lambdas self) { return self::hidden; }
    static ToIntBiFunction<Lambdas, Integer> make_unbound() { return Lambdas::add; }
    static Function<Integer, Object> make_unboxWiden() { return Lambdas::widened; }
    static IntToLongFunction make_widen() { return Lambdas::widened; }
    static ToDoubleFunction<Long> make_longToDouble() { return Lambdas::toDouble; }
    static ToDoubleFunction<Float> make_floatToDouble() { return Lambdas::toDouble; }
    static IntFunction<Number> make_boxToNumber() { return Lambdas::boxed; }
    static ToLongFunction<Integer> make_unboxResult() { return Lambdas::boxed; }
    static Predicate<Boolean> make_boolean() { return Lambdas::truth; }
    static Function<Character, Integer> make_character() { return Lambdas::charCode; }
    static IntFunction<Object> make_boxToObject() { return Lambdas::any; }
    static BinaryOperator<String> make_generic() { return Lambdas::max; }
    static ToIntFunction<Integer> make_intersection() { return Lambdas::inter; }
    static IntFunction<int[]> make_array() { return int[]::new; }
    static IntFunction<Lambdas> make_constructor() { return Lambdas::new; }
    static BiFunction<Integer, Integer, Lambdas> make_constructorUnboxing() { return Lambdas::new; }
    static Supplier<Lambdas> make_constructorCapturing(int x) { return () -> new Lambdas(x); }
    static Function<List<String>, Integer> make_interface() { return List::size; }
    static Function<Object, String> make_objectMethod() { return Object::toString; }
    static Function<String, String> make_interfaceStatic() { return Greeter::hi; }
    static Greeter make_greeter(String prefix) { return name -> prefix + name; }
    static Consumer<String> make_dropInt(StringBuilder out) { return out::append; }
    static Callable<Long> make_captureAll(byte b, short s, char c, boolean z, long j, float f, double d, Object o) {
        return () -> b + s + c + (z ? 1 : 0) + j + (long) f + (long) d + (o == null ? 0 : 1);
    }
    static Wide make_wide(long captured) { return (a, b, c) -> a + b + captured + (c == null ? "null" : c.toString()); }
    static Derived make_bridge() { return Lambdas::record; }
    static Narrow make_narrow() { return x -> x + 0.5; }
    static Runnable make_run() { return () -> record("run"); }
    static Comparator<String> make_serializable(int sign, Object other) {
        return (Comparator<String> & Serializable & Marker) (a, b) -> sign * a.compareTo(b) + other.hashCode();
    }

    public static void main(String[] args) throws Exception {
        Lambdas self = new Lambdas(5);
        run("bound", of(self), of(3), of(-1));
        run("private", of(self), of(3));
        run("unbound", of(), of(self, 4), of(self, null), of(null, 4), of("wrong", 4));
        run("unboxWiden", of(), of(4), of((Object) null), of(4L), of("wrong"));
        run("widen", of(), of(Integer.MIN_VALUE));
        run("longToDouble", of(), of(5L), of(5), of((Object) null));
        run("floatToDouble", of(), of(5f), of(5d));
        run("boxToNumber", of(), of(41));
        run("unboxResult", of(), of(41), of((Object) null), of(41L));
        run("boolean", of(), of(true), of((Object) null), of(1));
        run("character", of(), of('x'), of(1));
        run("boxToObject", of(), of(1000));
        run("generic", of(), of("a", "b"), of("a", 1));
        run("intersection", of(), of(7), of(7L));
        run("array", of(), of(3), of(-1));
        run("constructor", of(), of(3));
        run("constructorUnboxing", of(), of(3, 4), of(null, 4), of(3, "x"));
        run("constructorCapturing", of(9), of());
        run("interface", of(), of(List.of("a", "b")), of("wrong"), of((Object) null));
        run("objectMethod", of(), of("text"), of((Object) null));
        run("interfaceStatic", of(), of("you"), of(3));
        run("greeter", of("dear "), of("you"), of(4));
        run("dropInt", of(new StringBuilder()), of("x"), of(3));
        run("captureAll", of((byte) 1, (short) 2, 'c', true, 1L << 33, 4f, 5d, null), of());
        run("wide", of(1L << 40), of(1L, 2d, "x"), of(1L, 2d, null));
        run("bridge", of(), of("x"), of(3));
        run("narrow", of(), of(3));
        run("run", of(), of());
        run("serializable", of(-1, "other"), of("a", "b"), of("a", 3));
        serialized();
        Driver.end();
    }

    static Object[] of(Object... values) { return values; }

    static void run(String name, Object[] captured, Object[]... calls) throws Exception {
        Object real = Driver.call(Driver.method(Lambdas.class, "make_" + name), null, captured);
        Object ours = make(name, captured);
        for (Class<?> type : real.getClass().getInterfaces()) {
            Driver.same(name + " is a " + type, true, type.isInstance(ours));
            for (Method method : type.getMethods()) {
                if (java.lang.reflect.Modifier.isStatic(method.getModifiers())) continue;
                if (method.isDefault() && !method.getName().equals("twice") && !method.isBridge()) continue;
                for (Object[] arguments : calls) {
                    if (method.getParameterCount() != arguments.length) continue;
                    last = null;
                    Object expected = attempt(method, real, arguments);
                    String expectedLast = last;
                    last = null;
                    Driver.same(name + Driver.show(arguments), expected, attempt(method, ours, arguments));
                    Driver.same(name + " side effect", expectedLast, last);
                }
            }
        }
    }

    static Object attempt(Method method, Object receiver, Object[] arguments) throws Exception {
        method.setAccessible(true);
        try {
            return Driver.call(method, receiver, arguments);
        } catch (IllegalArgumentException e) {
            return "not callable";
        }
    }

    static Object make(String name, Object[] captured) throws Exception {
        Class<?> type = Driver.define(MethodHandles.lookup(), "make_" + name);
        return Driver.call(Driver.method(type, "get$Lambda"), null, captured);
    }

    static void serialized() throws Exception {
        Object[] captured = {-1, "other"};
        String[] forms = new String[2];
        Object[] lambdas = {make_serializable(-1, "other"), make("serializable", captured)};
        for (int i = 0; i < 2; i++) {
            SerializedLambda form = (SerializedLambda) Driver.call(Driver.method(lambdas[i].getClass(), "writeReplace"), lambdas[i]);
            forms[i] = form + " " + form.getFunctionalInterfaceMethodSignature() + form.getImplMethodSignature()
                + form.getInstantiatedMethodType() + form.getCapturedArgCount() + form.getCapturedArg(0);
        }
        Driver.same("serialized form", forms[0], forms[1]);
    }
}
