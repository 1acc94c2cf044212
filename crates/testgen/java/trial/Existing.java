package jacana.trial;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs a test of somebody else, of JUnit 3, 4, 5 or TestNG: what comes before, the test, what comes after. */
public final class Existing {
    private static final Set<String> BEFORE_ALL = Set.of("BeforeAll", "BeforeClass");
    private static final Set<String> BEFORE = Set.of("BeforeEach", "Before", "BeforeMethod");
    private static final Set<String> AFTER = Set.of("AfterEach", "After", "AfterMethod");

    private Existing() {}

    public static void run(String name, String test) throws Throwable {
        Class<?> type = Class.forName(name, true, Existing.class.getClassLoader());
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        try {
            Object object = constructor.newInstance();
            all(type, object, BEFORE_ALL, null);
            all(type, object, BEFORE, "setUp");
            try {
                Method method = type.getDeclaredMethod(test);
                method.setAccessible(true);
                expecting(method, Modifier.isStatic(method.getModifiers()) ? null : object);
            } finally {
                all(type, object, AFTER, "tearDown");
            }
        } catch (InvocationTargetException outer) {
            throw outer.getCause();
        }
    }

    /** With the exceptions that the mark of the test announces. */
    private static void expecting(Method test, Object object) throws ReflectiveOperationException {
        List<Class<?>> expected = new ArrayList<>();
        for (Annotation mark : test.getAnnotations()) {
            if (mark.annotationType().getSimpleName().equals("Test")) {
                for (Method part : mark.annotationType().getDeclaredMethods()) {
                    if (part.getName().equals("expected")) {
                        expected.add((Class<?>) part.invoke(mark));
                    } else if (part.getName().equals("expectedExceptions")) {
                        expected.addAll(List.of((Class<?>[]) part.invoke(mark)));
                    }
                }
            }
        }
        expected.removeIf(kind -> kind.getSimpleName().equals("None"));
        try {
            test.invoke(object);
        } catch (InvocationTargetException outer) {
            if (expected.stream().noneMatch(kind -> kind.isInstance(outer.getCause()))) {
                throw outer;
            }
            return;
        }
        if (!expected.isEmpty()) {
            throw new AssertionError("nothing thrown");
        }
    }

    /** Methods with one of these marks, or of this name in a test case of JUnit 3, those of superclasses first; overridden ones once. */
    private static void all(Class<?> type, Object object, Set<String> marks, String name) throws ReflectiveOperationException {
        Deque<Class<?>> above = new ArrayDeque<>();
        boolean isCase = false;
        for (Class<?> one = type; one != null && one != Object.class; one = one.getSuperclass()) {
            isCase |= one.getName().equals("junit.framework.TestCase");
            above.push(one);
        }
        Set<String> done = new HashSet<>();
        for (Class<?> one : above) {
            for (Method method : one.getDeclaredMethods()) {
                boolean isNamed = isCase && method.getName().equals(name);
                boolean isMarked = false;
                for (Annotation mark : method.getAnnotations()) {
                    isMarked |= marks.contains(mark.annotationType().getSimpleName());
                }
                if ((isNamed || isMarked) && method.getParameterCount() == 0 && done.add(method.getName())) {
                    method.setAccessible(true);
                    method.invoke(Modifier.isStatic(method.getModifiers()) ? null : object);
                }
            }
        }
    }
}
