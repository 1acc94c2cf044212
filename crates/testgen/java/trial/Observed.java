package jacana.trial;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What holds after a candidate, as assertions in Java. */
final class Observed {
    /** Longer text is not asserted word by word. */
    private static final int TEXT = 200;
    private static final int ELEMENTS = 20;
    /** That are asked to tell whether an object is the same the second time. */
    private static final int QUESTIONS = 60;
    /** Questions that nobody asks again: one was not answered. */
    private static final Set<Method> UNANSWERED = ConcurrentHashMap.newKeySet();
    /** The question that is not answered yet. */
    private static volatile Method asked;

    private Observed() {}

    /** Assertions that hold of the result; false if nothing is known how to say it. */
    static boolean asserted(String what, Object value, boolean whole, List<String> lines) {
        return asserted(what, value, value == null ? Object.class : value.getClass(), whole, lines);
    }

    private static boolean asserted(String what, Object value, Class<?> declared, boolean whole, List<String> lines) {
        boolean isGeneral = declared.isInterface() || declared == Object.class;
        if (value == null) {
            lines.add("assert assertNull(" + what + ");");
        } else if (value instanceof Boolean truth && !isGeneral) {
            lines.add("assert " + (truth ? "assertTrue(" : "assertFalse(") + what + ");");
        } else if (literal(value) != null) {
            lines.add("assert assertEquals(" + literal(value) + ", " + what + ");");
        } else if (value.getClass().isArray() && elements(value) != null) {
            String cast = isGeneral ? "(" + value.getClass().getSimpleName() + ") " : "";
            lines.add("assert assertArrayEquals(" + elements(value) + ", " + cast + what + ");");
        } else if (whole) {
            lines.add("assert assertNotNull(" + what + ");");
            return false;
        } else {
            return false;
        }
        return true;
    }

    private static String elements(Object array) {
        Class<?> component = array.getClass().getComponentType();
        int length = Array.getLength(array);
        if (length > ELEMENTS || !component.isPrimitive() && component != String.class) {
            return null;
        }
        List<String> all = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            Object element = Array.get(array, at);
            String text = element == null ? "null" : literal(element);
            if (text == null) {
                return null;
            }
            all.add(text);
        }
        return "new " + component.getSimpleName() + "[] {" + String.join(", ", all) + "}";
    }

    private static String literal(Object value) {
        if (value instanceof Integer || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Short || value instanceof Byte) {
            return "(" + (value instanceof Short ? "short" : "byte") + ") " + value;
        }
        if (value instanceof Character unit) {
            return "'" + escaped(unit) + "'";
        }
        if (value instanceof Double number) {
            return Double.isNaN(number) ? "Double.NaN" : Double.isInfinite(number) ? "Double." + (number > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : number.toString();
        }
        if (value instanceof Float number) {
            return Float.isNaN(number) ? "Float.NaN" : Float.isInfinite(number) ? "Float." + (number > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY" : number + "f";
        }
        if (value instanceof String text && text.length() <= TEXT && !Local.isIn(text)) {
            StringBuilder quoted = new StringBuilder("\"");
            text.chars().forEach(unit -> quoted.append(escaped((char) unit)));
            return quoted.append('"').toString();
        }
        if (value instanceof Enum<?> constant && Modifier.isPublic(constant.getDeclaringClass().getModifiers()) && constant.getDeclaringClass().getCanonicalName() != null) {
            return constant.getDeclaringClass().getCanonicalName() + "." + constant.name();
        }
        return null;
    }

    private static String escaped(char unit) {
        switch (unit) {
            case '\n': return "\\n";
            case '\r': return "\\r";
            case '\t': return "\\t";
            case '"': return "\\\"";
            case '\'': return "\\'";
            case '\\': return "\\\\";
            default: return unit >= ' ' && unit < 127 ? String.valueOf(unit) : String.format("\\u%04x", (int) unit);
        }
    }

    /** What public methods that look like questions say of an object; those that answer otherwise the second time are left out. */
    static void observed(String name, Object object, Class<?> declared, List<String> lines) {
        Set<String> done = new TreeSet<>();
        Method[] methods = declared.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        int asserted = 0;
        for (Method method : methods) {
            String called = method.getName();
            if (!isQuestion(method) || UNANSWERED.contains(method) || asserted == 4 || !done.add(called)) {
                continue;
            }
            try {
                Object first = answer(method, object);
                Object second = answer(method, object);
                boolean same = first == null ? second == null : first.equals(second);
                if (same && !isIdentity(first) && asserted(name + "." + called + "()", first, method.getReturnType(), false, lines)) {
                    asserted++;
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
                continue;
            }
        }
    }

    private static boolean isQuestion(Method method) {
        boolean asks = method.getName().matches("(get|is|has)[A-Z].*|size|length|isEmpty|toString");
        boolean own = method.getDeclaringClass() != Object.class && Modifier.isPublic(method.getDeclaringClass().getModifiers());
        return asks && own && method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers()) && method.getReturnType() != void.class;
    }

    private static Object answer(Method question, Object object) throws ReflectiveOperationException {
        asked = question;
        try {
            return question.invoke(object);
        } catch (InvocationTargetException outer) {
            Thrown.rethrowDeath(outer);
            if (outer.getCause() instanceof OutOfMemoryError) {
                UNANSWERED.add(question);
            }
            throw outer;
        } finally {
            asked = null;
        }
    }

    /** Nobody waits for the answer any longer. */
    static void giveUp() {
        Method question = asked;
        if (question != null) {
            UNANSWERED.add(question);
        }
    }

    /** A text that is another one for every object. */
    private static boolean isIdentity(Object value) {
        return value instanceof String text && text.matches("(?s).*@[0-9a-f]{4,}.*");
    }

    /**
     * A number for what all questions say of objects: another one the second time tells of a clock or of chance, even if what is asserted is the same.
     * Nothing if a question is not answered.
     */
    static Integer state(Object result, Object receiver, Object[] others) {
        List<Object> objects = new ArrayList<>(Arrays.asList(others));
        objects.add(result);
        objects.add(receiver);
        int state = 0;
        for (Object object : objects) {
            if (object == null || object.getClass().isArray()) {
                continue;
            }
            if (literal(object) != null) {
                state = isIdentity(object) ? state : 31 * state + object.toString().hashCode();
                continue;
            }
            Method[] methods = object.getClass().getMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            int left = QUESTIONS;
            for (Method method : methods) {
                if (!isQuestion(method) || left-- <= 0) {
                    continue;
                }
                if (UNANSWERED.contains(method)) {
                    return null;
                }
                try {
                    Object said = answer(method, object);
                    if (said != null && literal(said) != null && !isIdentity(said)) {
                        state = 31 * state + said.toString().hashCode();
                    }
                } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
                    continue;
                }
            }
        }
        return state;
    }
}
