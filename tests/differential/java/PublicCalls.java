import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

/**
 * Lists what a program can call: {@code java PublicCalls.java CLASSES}. A line is class, {@code static}, {@code instance} or {@code new}, name, result and
 * parameters, with tabs between; types are erased and written as in a source. A line of an enum is class, {@code constant} and name.
 */
public final class PublicCalls {
    private PublicCalls() {}

    public static void main(String[] classes) throws Exception {
        for (String name : classes) {
            Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            if (type.isEnum()) {
                for (Object constant : type.getEnumConstants()) {
                    System.out.println(type.getCanonicalName() + "\tconstant\t" + ((Enum<?>) constant).name());
                }
            }
            Arrays.stream(type.getMethods()).filter(PublicCalls::called).sorted(Comparator.comparing(Method::toString))
                .forEach(method -> print(type, Modifier.isStatic(method.getModifiers()) ? "static" : "instance", method, method.getReturnType()));
            if (!Modifier.isAbstract(type.getModifiers())) {
                Arrays.stream(type.getConstructors()).sorted(Comparator.comparing(Constructor::toString))
                    .forEach(constructor -> print(type, "new", constructor, type));
            }
        }
    }

    /** Bridges are second names of what is listed anyway. Methods of Object are listed where a class has its own. */
    private static boolean called(Method method) {
        return !method.isBridge() && !method.isSynthetic() && method.getDeclaringClass() != Object.class;
    }

    private static void print(Class<?> type, String kind, Executable call, Class<?> result) {
        String parameters = Arrays.stream(call.getParameterTypes()).map(Class::getCanonicalName).collect(Collectors.joining(","));
        System.out.println(String.join("\t", type.getCanonicalName(), kind, call.getName(), result.getCanonicalName(), parameters));
    }
}
