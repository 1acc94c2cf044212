import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/** Runs what javac wrote and what we generated for it on the same arguments. */
class Driver {
    static boolean content = true;

    static void end() {
        if (content) System.out.println("ok");
    }

    /** Our class for a site, as a nestmate of the class that has the site. */
    static Class<?> define(MethodHandles.Lookup lookup, String site) throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of(site + ".bin"));
        return lookup.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE).lookupClass();
    }

    static Method method(Class<?> owner, String name) {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && !method.isBridge()) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new AssertionError("no " + name + " in " + owner);
    }

    static Object call(Method method, Object receiver, Object... arguments) throws Exception {
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass();
        }
    }

    static void same(String what, Object expected, Object actual) {
        if (!Objects.deepEquals(expected, actual)
            || expected != null && expected.getClass() != actual.getClass()) {
            content = false;
            System.out.println(what + ": expected " + show(expected) + ", got " + show(actual));
        }
    }

    static String show(Object value) {
        return Arrays.deepToString(new Object[] {value});
    }
}
