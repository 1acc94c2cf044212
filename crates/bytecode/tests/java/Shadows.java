import jacana.Upcall;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Classes whose names contain `Shadowed` are rewritten before this runs. */
class Shadows {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Note { String value(); }

    interface ShadowedInterface {
        default int twice(int x) { throw new AssertionError(); }
        static int half(int x) { throw new AssertionError(); }
        String text();
    }

    @Note("record")
    record ShadowedRecord(@Note("component") List<String> names, long count) {}

    enum ShadowedEnum { A, B { int f() { return 2; } }; int f() { return 1; } }

    static sealed abstract class Shadowed permits ShadowedChild {
        static { System.out.println("user code ran"); }
        static final String CONSTANT = "constant";
        static Object initialized = fail();
        @Note("method") static boolean prims(boolean z, byte b, char c, short s, int i, long j, float f, double d) { throw new AssertionError(); }
        static void nothing() { throw new AssertionError(); }
        abstract int missing();
        synchronized <T extends Comparable<T>> T[] generic(T[] a, long gap, int[][] b) throws java.io.IOException { return a; }
        long wide(double d) { return (long) d; }
        byte small() { return 1; }
        static Object fail() { throw new AssertionError(); }
    }

    static final class ShadowedChild extends Shadowed implements ShadowedInterface {
        ShadowedChild(int x, String text) { throw new AssertionError(); }
        int missing() { throw new AssertionError(); }
        public String text() { throw new AssertionError(); }
    }

    public static void main(String[] args) throws Exception {
        Upcall.answer = true;
        same(true, Shadowed.prims(true, (byte) 1, 'c', (short) 2, 3, 4, 5, 6));
        same("Shadows$Shadowed.prims(ZBCSIJFD)Z null [true, 1, c, 2, 3, 4, 5.0, 6.0]", Upcall.last);
        Upcall.answer = null;
        Shadowed.nothing();
        same("Shadows$Shadowed.nothing()V null []", Upcall.last);
        ShadowedChild child = new ShadowedChild(3, "x");
        same("Shadows$ShadowedChild.<init>(ILjava/lang/String;)V ShadowedChild [3, x]", Upcall.last);
        String[] answer = {"a"};
        Upcall.answer = answer;
        same(answer, child.generic(null, 1L, null));
        same("Shadows$Shadowed.generic([Ljava/lang/Comparable;J[[I)[Ljava/lang/Comparable; ShadowedChild [null, 1, null]", Upcall.last);
        Upcall.answer = 7L;
        same(7L, child.wide(2.5));
        Upcall.answer = (byte) -7;
        same((byte) -7, child.small());
        Upcall.answer = 12;
        same(12, child.twice(6));
        same("Shadows$ShadowedInterface.twice(I)I ShadowedChild [6]", Upcall.last);
        same(12, ShadowedInterface.half(6));
        Upcall.answer = "wrong";
        try {
            child.missing();
            throw new AssertionError("no exception");
        } catch (ClassCastException expected) {
            same("Shadows$ShadowedChild.missing()I ShadowedChild []", Upcall.last);
        }
        same(null, Shadowed.initialized);
        same("constant", Shadowed.class.getDeclaredField("CONSTANT").get(null));
        reflection();
        nativeClass();
        System.out.println("ok");
    }

    static void reflection() throws Exception {
        same("record", ShadowedRecord.class.getAnnotation(Note.class).value());
        same("component", ShadowedRecord.class.getRecordComponents()[0].getAnnotation(Note.class).value());
        same("java.util.List<java.lang.String>", ShadowedRecord.class.getRecordComponents()[0].getGenericType().getTypeName());
        same("method", Arrays.stream(Shadowed.class.getDeclaredMethods()).filter(m -> m.getName().equals("prims"))
            .findAny().get().getAnnotation(Note.class).value());
        same(true, Shadowed.class.isSealed());
        same(Shadows.class, Shadowed.class.getNestHost());
        same("Shadowed", Shadowed.class.getSimpleName());
        same(true, ShadowedEnum.class.isEnum());
        Method generic = Arrays.stream(Shadowed.class.getDeclaredMethods()).filter(m -> m.getName().equals("generic")).findAny().get();
        same("[class java.io.IOException]", Arrays.toString(generic.getExceptionTypes()));
        same(true, Modifier.isSynchronized(generic.getModifiers()));
    }

    static void nativeClass() throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of("native/Upcall.class"));
        Class<?> type = new ClassLoader() {
            Class<?> define() { return defineClass("jacana.Upcall", bytes, 0, bytes.length); }
        }.define();
        Method call = type.getDeclaredMethods()[0];
        same("public static native java.lang.Object jacana.Upcall.call(java.lang.Class,java.lang.String,"
            + "java.lang.String,java.lang.Object,java.lang.Object[])", call.toString());
        try {
            call.invoke(null, null, null, null, null, null);
            throw new AssertionError("no exception");
        } catch (java.lang.reflect.InvocationTargetException e) {
            same(UnsatisfiedLinkError.class, e.getCause().getClass());
        }
    }

    static void same(Object expected, Object actual) {
        if (!java.util.Objects.equals(expected, actual)) throw new AssertionError(expected + " != " + actual);
    }
}
