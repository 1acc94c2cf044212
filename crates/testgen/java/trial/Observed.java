package jacana.trial;

import jacana.probe.Passed;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What holds after a candidate, as assertions in Java: all that can be seen of its result, its receiver and its arguments. */
final class Observed {
    /** Assertions of one candidate. */
    private static final int MOST = 60;
    /** About one object, and about what it leads to. */
    private static final int OF_OBJECT = 24;
    private static final int DEPTH = 2;
    /** That are asked to tell whether an object is the same the second time. */
    private static final int QUESTIONS = 60;
    /** Probes that a question may pass, where there are some. */
    private static final long PROBES = 500_000;
    /** Packages whose values are told by their texts. */
    private static final Set<String> TELLING = Set.of("java.time", "java.net", "java.nio.charset", "java.nio.file", "java.util.regex");
    private static final Set<String> TELLING_CLASSES = Set.of("java.util.UUID", "java.util.Locale", "java.util.Currency", "java.util.BitSet", "java.io.File");
    /** `Class.method` that only looks at its object, as its code tells. */
    private static final Set<String> LOOKING = Set.of(System.getProperty("jacana.questions", "").split(","));
    /** Whether a question that is not answered is not asked again. On a mutant it says nothing of the next one, and loops have turns of their own. */
    private static volatile boolean remembers = true;
    /** Questions that nobody asks again: one was not answered. */
    private static final Set<Method> UNANSWERED = ConcurrentHashMap.newKeySet();
    /** The question that is not answered yet. */
    private static volatile Method asked;

    /** Of the candidate, which sees what is in it. */
    private final String around;
    private final Set<String> said = new LinkedHashSet<>();

    private Observed(Class<?> candidate) {
        around = candidate.getPackageName();
    }

    /**
     * Assertions about the result first, then about the objects that a candidate made, which are called and declared as told. The result is `candidate` if
     * there is none.
     */
    static List<String> of(Class<?> candidate, Object result, Object[] objects) throws ReflectiveOperationException {
        String[] names = (String[]) constant(candidate, "NAMES");
        Class<?>[] types = (Class<?>[]) constant(candidate, "TYPES");
        Observed observed = new Observed(candidate);
        int same = -1;
        for (int at = 0; at < objects.length; at++) {
            same = result != null && objects[at] == result && Literals.literal(result) == null ? at : same;
        }
        if (same >= 0) {
            observed.said.add("assertSame(" + names[same] + ", result);");
        } else if (result != candidate) {
            observed.result(result, (Class<?>) constant(candidate, "RESULT"));
        }
        for (int at = objects.length - 1; at >= 0; at--) {
            if (objects[at] != null && Literals.literal(objects[at]) == null) {
                observed.object(names[at], objects[at], types[at], DEPTH);
            }
        }
        return observed.said.stream().limit(MOST).toList();
    }

    private static Object constant(Class<?> candidate, String name) throws ReflectiveOperationException {
        Field field = candidate.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }

    private void result(Object result, Class<?> declared) {
        if (result instanceof Stream<?> stream && declared == Stream.class) {
            String all = Literals.whole(stream.limit(QUESTIONS).collect(Collectors.toList()));
            said.add(all == null ? "assertNotNull(result);" : "assertEquals(" + all + ", result.collect(java.util.stream.Collectors.toList()));");
            return;
        }
        String drained = Elements.drained(result, declared);
        if (drained != null && isVisible(declared)) {
            said.add(drained);
            return;
        }
        Class<?> known = result == null ? declared : result.getClass();
        if (!value("result", result, known)) {
            int before = said.size();
            object("result", result, declared, DEPTH);
            if (said.size() == before) {
                said.add("assertNotNull(result);");
            }
        }
    }

    /** What is equal to a value; false if nothing is known how to say it. */
    private boolean value(String what, Object value, Class<?> declared) {
        boolean isGeneral = declared.isInterface() || declared == Object.class || declared == Number.class;
        if (value == null) {
            said.add("assertNull(" + what + ");");
        } else if (value instanceof Boolean truth && !isGeneral) {
            said.add((truth ? "assertTrue(" : "assertFalse(") + what + ");");
        } else if (Literals.literal(value) != null) {
            said.add("assertEquals(" + Literals.literal(value) + ", " + what + ");");
        } else if (value.getClass().isArray() && Literals.elements(value) != null) {
            String cast = isGeneral ? "(" + value.getClass().getSimpleName() + ") " : "";
            said.add("assertArrayEquals(" + Literals.elements(value) + ", " + cast + what + ");");
        } else if (Literals.whole(value) != null) {
            said.add("assertEquals(" + Literals.whole(value) + ", " + what + ");");
        } else if (value instanceof CharSequence text && Literals.literal(text.toString()) != null) {
            said.add("assertEquals(" + Literals.literal(text.toString()) + ", " + what + ".toString());");
        } else {
            return false;
        }
        return true;
    }

    /** What public fields and methods that look like questions say of an object; those that answer otherwise the second time are left out. */
    private void object(String name, Object object, Class<?> declared, int depth) {
        int most = said.size() + OF_OBJECT;
        if (object.getClass().isArray() || object instanceof Collection || object instanceof Map) {
            contents(name, object, declared);
            return;
        }
        if (isTelling(object.getClass())) {
            value(name + ".toString()", text(object), String.class);
            return;
        }
        Set<String> done = new TreeSet<>();
        List<Runnable> deeper = new ArrayList<>();
        for (Method method : questions(declared)) {
            String called = method.getName();
            if (said.size() >= most || UNANSWERED.contains(method) || !isVisible(method.getDeclaringClass()) || !done.add(called)) {
                continue;
            }
            try {
                Object first = answer(method, object);
                Object second = answer(method, object);
                String what = name + "." + called + "()";
                if (isSame(first, second) && !isIdentity(first) && first != object && !value(what, first, method.getReturnType()) && depth > 1) {
                    deeper.add(() -> object(what, first, method.getReturnType(), depth - 1));
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
                continue;
            }
        }
        fields(name, object, declared, most);
        deeper.forEach(Runnable::run);
    }

    /** Objects that are made anew for every answer are compared by what they have in them, or later by what they say. */
    private static boolean isSame(Object first, Object second) {
        if (first == null || second == null || first.equals(second)) {
            return first == second || first != null && first.equals(second);
        }
        return first.getClass() == second.getClass() && Literals.literal(first) == null && contents(first).equals(contents(second));
    }

    private static String contents(Object object) {
        if (object.getClass().isArray()) {
            return Array.getLength(object) + " " + Literals.elements(object);
        }
        return String.valueOf(Literals.whole(object));
    }

    private void fields(String name, Object object, Class<?> declared, int most) {
        Field[] fields = declared.getFields();
        Arrays.sort(fields, Comparator.comparing(Field::getName));
        for (Field field : fields) {
            if (Modifier.isStatic(field.getModifiers()) || !isVisible(field.getDeclaringClass()) || said.size() >= most) {
                continue;
            }
            try {
                field.setAccessible(true);
                Object value = field.get(object);
                if (!isIdentity(value)) {
                    value(name + "." + field.getName(), value, field.getType());
                }
            } catch (ReflectiveOperationException | RuntimeException refused) {
                continue;
            }
        }
    }

    /** Element by element where that can be said, or how many there are. */
    private void contents(String name, Object object, Class<?> declared) {
        if (object.getClass().isArray()) {
            if (!value(name, object, declared) && declared.isArray()) {
                said.add("assertEquals(" + Array.getLength(object) + ", " + name + ".length);");
                said.addAll(Elements.texts(name, object));
            }
        } else if (!value(name, object, declared)) {
            boolean isAsked = Collection.class.isAssignableFrom(declared) || Map.class.isAssignableFrom(declared);
            int size = object instanceof Collection<?> all ? all.size() : ((Map<?, ?>) object).size();
            if (isAsked && isVisible(declared)) {
                said.add("assertEquals(" + size + ", " + name + ".size());");
                boolean isGot = declared == List.class || Map.class.isAssignableFrom(declared);
                said.addAll(isGot ? Elements.texts(name, object) : List.of());
            }
        }
    }

    private static String text(Object object) {
        String text = object.toString();
        return isIdentity(text) ? null : text;
    }

    /** A loop in what is asked from now on ends. */
    static void bound() {
        if (remembers) {
            Passed.allow(PROBES);
        }
    }

    private static boolean isTelling(Class<?> type) {
        return TELLING.contains(type.getPackageName()) || TELLING_CLASSES.contains(type.getName());
    }

    private boolean isVisible(Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getDeclaringClass()) {
            boolean isBeside = one.getPackageName().equals(around) && !Modifier.isPrivate(one.getModifiers());
            if (!Modifier.isPublic(one.getModifiers()) && !isBeside) {
                return false;
            }
        }
        return true;
    }

    /** Methods of a class that only ask: the text of an object tells most, conversions to other numbers least. */
    private static List<Method> questions(Class<?> type) {
        return Arrays.stream(type.getMethods())
            .filter(Observed::isQuestion)
            .sorted(Comparator.comparingInt(Observed::rank).thenComparing(Method::getName).thenComparing(Method::isBridge))
            .toList();
    }

    private static int rank(Method question) {
        String name = question.getName();
        return name.equals("toString") ? 0 : name.endsWith("Value") ? 2 : 1;
    }

    private static boolean isQuestion(Method method) {
        String name = method.getName();
        boolean asks = name.matches("(get|is|has|can|should|contains)[A-Z].*|size|length|isEmpty|toString|count|name|value|[a-z]+Value")
            || isAccessor(method) || LOOKING.contains(method.getDeclaringClass().getName() + "." + name);
        boolean changes = name.matches("get(And|Next|Previous|Input|Output)[A-Z].*|.*AndGet");
        return asks && !changes && method.getDeclaringClass() != Object.class && method.getParameterCount() == 0
            && !Modifier.isStatic(method.getModifiers()) && method.getReturnType() != void.class;
    }

    /** A method with the name and the type of a field. */
    private static boolean isAccessor(Method method) {
        for (Field field : declaredFields(method.getDeclaringClass())) {
            if (field.getName().equals(method.getName()) && field.getType() == method.getReturnType() && !Modifier.isStatic(field.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    private static Field[] declaredFields(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError missing) {
            return new Field[0];
        }
    }

    /** With those first that do not hold before the call; those about the result stay where they are. */
    static List<String> changedFirst(List<String> after, List<String> before) {
        Set<String> known = new HashSet<>(before);
        List<String> sorted = new ArrayList<>(after);
        sorted.sort(Comparator.comparingInt(one -> isAboutResult(one) ? 0 : known.contains(one) ? 2 : 1));
        return sorted;
    }

    private static boolean isAboutResult(String one) {
        return one.matches("(?s).*[( ](result|thrown)(\\.(?:(?!\").)*)?\\);");
    }

    private static Object answer(Method question, Object object) throws ReflectiveOperationException {
        asked = question;
        bound();
        try {
            question.setAccessible(true);
            return question.invoke(object);
        } catch (InvocationTargetException outer) {
            Thrown.rethrowDeath(outer);
            // Out of memory, or an object that leads to itself: whoever asks again waits again.
            if (remembers && (outer.getCause() instanceof VirtualMachineError || outer.getCause() instanceof Passed.Endless)) {
                UNANSWERED.add(question);
            }
            throw outer;
        } finally {
            asked = null;
        }
    }

    /** From now on classes change from run to run. */
    static void beginMutants() {
        remembers = false;
    }

    /** Nobody waits for the answer any longer. */
    static void giveUp() {
        Method question = asked;
        if (question != null) {
            UNANSWERED.add(question);
        }
    }

    /** A text that is another one for every object. */
    static boolean isIdentity(Object value) {
        return value instanceof String text && text.matches("(?s).*@[0-9a-f]{4,}.*");
    }

    /**
     * A number for what all questions say of objects: another one the second time tells of a clock or of chance, even if what is asserted is the same.
     * Nothing if a question is not answered.
     */
    static Integer state(Object result, Object[] others) {
        List<Object> objects = new ArrayList<>(Arrays.asList(others));
        objects.add(result);
        int state = 0;
        for (Object object : objects) {
            if (object == null || object.getClass().isArray()) {
                continue;
            }
            if (Literals.literal(object) != null) {
                state = isIdentity(object) ? state : 31 * state + object.toString().hashCode();
                continue;
            }
            int left = QUESTIONS;
            for (Method method : questions(object.getClass())) {
                if (!Modifier.isPublic(method.getDeclaringClass().getModifiers()) || left-- <= 0) {
                    continue;
                }
                if (UNANSWERED.contains(method)) {
                    return null;
                }
                try {
                    Object said = answer(method, object);
                    if (said != null && Literals.literal(said) != null && !isIdentity(said)) {
                        state = 31 * state + said.toString().hashCode();
                    }
                } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
                    continue;
                }
            }
        }
        return state;
    }

    /** A word for the name of the test. */
    static String kind(Object value) {
        if (value == null) {
            return "Null";
        }
        if (value instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (value instanceof Number number && number.doubleValue() == 0) {
            return "Zero";
        }
        if (value instanceof Number number) {
            return number.doubleValue() < 0 ? "NegativeNumber" : "Number";
        }
        if (value instanceof CharSequence text) {
            return text.length() == 0 ? "EmptyText" : "Text";
        }
        return value instanceof Class<?> ? "" : "Object";
    }
}
