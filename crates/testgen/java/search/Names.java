package jacana.search;

import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What a test of a package may name, and how it names it. */
final class Names {
    private final String home;
    /** Classes by the simple names that the test uses. */
    private final Map<String, Class<?>> simple = new HashMap<>();
    private final Map<String, String> imports = new TreeMap<>();

    Names(String home) {
        this.home = home;
    }

    Iterable<String> imports() {
        return imports.values();
    }

    boolean isVisible(Class<?> type) {
        if (type.isArray()) {
            return isVisible(type.getComponentType());
        }
        if (type.isAnonymousClass() || type.isLocalClass() || type.isHidden() || Modifier.isPrivate(type.getModifiers())) {
            return false;
        }
        boolean isNear = type.getPackageName().equals(home) && !type.getModule().isNamed();
        boolean isExported = type.getModule().isExported(type.getPackageName(), Names.class.getModule());
        return (isNear || isExported && Modifier.isPublic(type.getModifiers()))
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    boolean isVisible(Executable call) {
        boolean isNear = call.getDeclaringClass().getPackageName().equals(home) && !Modifier.isPrivate(call.getModifiers());
        return (Modifier.isPublic(call.getModifiers()) || isNear) && isVisible(call.getDeclaringClass());
    }

    /** What users of the class are meant to call: public members; of a class for its package alone, all that is not private. Code that checks
     *  contracts is not of the class. */
    boolean isOffered(Executable call) {
        boolean isForPackage = !Modifier.isPublic(call.getDeclaringClass().getModifiers());
        return isVisible(call) && (Modifier.isPublic(call.getModifiers()) || isForPackage) && !call.isSynthetic()
                && !call.getName().startsWith("jacana$");
    }

    String type(Class<?> type) {
        if (type.isArray()) {
            return type(type.getComponentType()) + "[]";
        }
        if (type.isPrimitive()) {
            return type.getName();
        }
        if (type.getDeclaringClass() != null) {
            return type(type.getDeclaringClass()) + "." + type.getSimpleName();
        }
        Class<?> known = simple.putIfAbsent(type.getSimpleName(), type);
        if (known != null && known != type) {
            return type.getName();
        }
        if (!type.getPackageName().equals("java.lang") && !type.getPackageName().equals(home)) {
            imports.put(type.getName(), type.getName());
        }
        return type.getSimpleName();
    }

    /** With Object for each type parameter, where that is allowed. */
    String generic(Class<?> type) {
        return type(type) + (isPlain(type) ? "<" + String.join(", ", Collections.nCopies(type.getTypeParameters().length, "Object")) + ">" : "");
    }

    /** A type as it is declared; the class alone where it speaks of type variables. */
    String exact(Type declared, Class<?> type) {
        if (!(declared instanceof ParameterizedType parameterized)) {
            return type(type);
        }
        StringJoiner arguments = new StringJoiner(", ", "<", ">");
        for (Type argument : parameterized.getActualTypeArguments()) {
            if (!(argument instanceof Class<?> plain) || !isVisible(plain)) {
                return type(type);
            }
            arguments.add(type(plain));
        }
        return type(type) + arguments;
    }

    String diamond(Class<?> type) {
        return type(type) + (isPlain(type) ? "<>" : "");
    }

    private static boolean isPlain(Class<?> type) {
        for (TypeVariable<?> parameter : type.getTypeParameters()) {
            if (parameter.getBounds().length != 1 || parameter.getBounds()[0] != Object.class) {
                return false;
            }
        }
        return type.getTypeParameters().length > 0;
    }
}
