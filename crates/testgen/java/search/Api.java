package jacana.search;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The calls that a class offers: how its objects are made, and what can be done with them. */
final class Api {
    private static final int MOST_PARAMETERS = 3;
    final Names names;
    private final Map<Class<?>, List<Executable>> makers = new HashMap<>();
    private final Map<Class<?>, List<Method>> methods = new HashMap<>();

    Api(Names names) {
        this.names = names;
    }

    /** Constructors and static methods of the class that answer with an object of it, those with few parameters first. */
    List<Executable> makers(Class<?> type) {
        return makers.computeIfAbsent(type, any -> {
            List<Executable> found = new ArrayList<>();
            if (!Modifier.isAbstract(type.getModifiers()) && (type.getDeclaringClass() == null || Modifier.isStatic(type.getModifiers()))) {
                found.addAll(Arrays.asList(type.getDeclaredConstructors()));
            }
            for (Method method : type.getDeclaredMethods()) {
                if (Step.isStatic(method) && type.isAssignableFrom(method.getReturnType())) {
                    found.add(method);
                }
            }
            found.removeIf(maker -> !isUsable(maker));
            found.sort(Comparator.comparingInt(Executable::getParameterCount).thenComparing(Executable::toString));
            return found;
        });
    }

    /** Methods without parameters by which objects of nested classes make one of this class. */
    List<Method> builds(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> nested : type.getDeclaredClasses()) {
            for (Method method : methods(nested)) {
                if (method.getParameterCount() == 0 && type.isAssignableFrom(method.getReturnType())) {
                    found.add(method);
                }
            }
        }
        return found;
    }

    /** What can be called on an object, but for what every object has. */
    List<Method> methods(Class<?> type) {
        return methods.computeIfAbsent(type, any -> {
            Map<String, Method> found = new HashMap<>();
            for (Class<?> above = type; above != null && above != Object.class; above = above.getSuperclass()) {
                for (Method method : above.getDeclaredMethods()) {
                    if (!Step.isStatic(method) && isUsable(method)) {
                        found.putIfAbsent(method.getName() + Arrays.toString(method.getParameterTypes()), method);
                    }
                }
            }
            List<Method> sorted = new ArrayList<>(found.values());
            sorted.sort(Comparator.comparing(Method::getName).thenComparing(Method::toString));
            return sorted;
        });
    }

    private boolean isUsable(Executable call) {
        return call.getParameterCount() <= MOST_PARAMETERS && names.isOffered(call)
                && Arrays.stream(call.getParameterTypes()).allMatch(names::isVisible) && open(call);
    }

    static boolean open(AccessibleObject call) {
        try {
            call.setAccessible(true);
        } catch (InaccessibleObjectException closed) {
            // Public members of the JDK can be called as they are.
        }
        return true;
    }

    /** Whether there is a constructor without parameters that works. */
    boolean canMake(Class<?> type) {
        if (type.isArray() || type.isPrimitive() || Modifier.isAbstract(type.getModifiers()) || type == String.class) {
            return false;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            if (!names.isOffered(constructor) || type.getDeclaringClass() != null && !Modifier.isStatic(type.getModifiers())) {
                return false;
            }
            make(type);
            return true;
        } catch (NoSuchMethodException | Step.Failed | LinkageError none) {
            return false;
        }
    }

    static Object make(Class<?> type) throws Step.Failed {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            open(constructor);
            return Step.invoke(constructor, null, List.of());
        } catch (NoSuchMethodException none) {
            throw new Step.Failed(none);
        }
    }
}
