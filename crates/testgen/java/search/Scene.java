package jacana.search;

import jacana.search.Wanted.Thing;
import jacana.test.HeapReplay;
import jacana.test.HeapText;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** The method under test on the objects of a case: what it does, and what can be seen afterwards. */
final class Scene {
    private static final int MOST_QUESTIONS = 4;
    private static final List<String> FIRST = List.of("size", "isEmpty", "toString", "length", "get", "find", "containsKey", "contains");
    private final Names names;
    private final Api api;
    private final Executable method;
    private final Wanted wanted;
    private final Step call;
    /** Methods that are no questions: they changed something. */
    private final Set<Executable> changing = new HashSet<>();

    private record Question(Step step, Object answer) {}

    Scene(Names names, Api api, Executable method, Wanted wanted) {
        this.names = names;
        this.api = api;
        this.method = method;
        this.wanted = wanted;
        this.call = call();
    }

    private Step call() {
        List<Wanted.Argument> given = new ArrayList<>(wanted.arguments);
        boolean hasReceiver = !(method instanceof Constructor<?>) && !Step.isStatic(method);
        String receiver = hasReceiver ? given.remove(0).value().substring(1) : null;
        List<Step.Argument> arguments = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            arguments.add(argument(given.get(i), method.getParameterTypes()[i], i));
        }
        return new Step(method, receiver, arguments, method instanceof Constructor<?> ? "made" : null);
    }

    private Step.Argument argument(Wanted.Argument given, Class<?> type, int at) {
        Thing thing = wanted.thing(given.value());
        if (type.isPrimitive()) {
            return new Step.Literal(Values.primitive(type, given.value()));
        }
        if (thing != null) {
            return thing.isValue() ? new Step.Literal(Values.of(thing)) : new Step.Variable(thing.id);
        }
        if (given.isAny() && type == String.class) {
            return new Step.Literal("a");
        }
        // Numbers of their own: those of the search begin at zero.
        return given.isAny() && api.canMake(type) ? new Step.Fresh(type, -1 - at) : new Step.Literal(null);
    }

    /** How the objects are made. */
    interface Arrangement {
        Step.Running make() throws Step.Failed;

        void write(Source source, Set<Step.Fresh> named, Map<String, Class<?>> types);
    }

    Arrangement bySteps(List<Step> steps) {
        return new Arrangement() {
            @Override
            public Step.Running make() throws Step.Failed {
                Step.Running running = new Step.Running(new LinkedHashMap<>(), new HashMap<>());
                for (Step step : steps) {
                    step.run(running);
                }
                return running;
            }

            @Override
            public void write(Source source, Set<Step.Fresh> named, Map<String, Class<?>> types) {
                steps.forEach(step -> source.step(step, named, types));
            }
        };
    }

    Arrangement byReflection(String reason) {
        String[] orders = wanted.orders.toArray(String[]::new);
        return new Arrangement() {
            @Override
            public Step.Running make() {
                HeapReplay heap = HeapReplay.of(orders);
                Map<String, Object> variables = new LinkedHashMap<>();
                wanted.roots().stream().filter(root -> !root.isValue()).forEach(root -> variables.put(root.id, heap.get(root.id)));
                return new Step.Running(variables, new HashMap<>());
            }

            @Override
            public void write(Source source, Set<Step.Fresh> named, Map<String, Class<?>> types) {
                source.lines.add("// " + reason);
                source.lines.add(names.type(HeapReplay.class) + " heap = HeapReplay.of(");
                for (int i = 0; i < orders.length; i++) {
                    source.lines.add("        " + Values.source(orders[i], names) + (i + 1 < orders.length ? "," : ");"));
                }
                types.forEach((id, type) -> source.lines.add(source.declared(id, type) + " " + source.variable(id, type) + " = heap.get(\"" + id + "\");"));
            }
        };
    }

    /** Whether the method does what the case says. */
    boolean isRight(List<Step> steps) {
        return run(bySteps(steps)) != null;
    }

    private record Ran(Step.Running running, Object result, Throwable thrown) {}

    /** Null if it does something else. */
    private Ran run(Arrangement arrangement) {
        try {
            Step.Running running = arrangement.make();
            try {
                Object result = call.run(running);
                return wanted.thrown == null ? new Ran(running, result, null) : null;
            } catch (Step.Failed failed) {
                Throwable thrown = failed.getCause();
                return thrown.getClass().getName().equals(wanted.thrown) ? new Ran(running, null, thrown) : null;
            }
        } catch (Step.Failed failed) {
            return null;
        }
    }

    /** The class of the exception that leaves the method on the heap as it is described; null if it returns. */
    String thrown() {
        try {
            call.run(byReflection("").make());
            return null;
        } catch (Step.Failed failed) {
            return failed.getCause().getClass().getName();
        }
    }

    /** The statements of a test; null if the method does something else. */
    Source write(Arrangement arrangement) {
        Ran first = run(arrangement);
        if (first == null) {
            return null;
        }
        Map<String, Class<?>> types = new LinkedHashMap<>();
        first.running.variables().forEach((id, object) -> types.put(id, visibleType(id, object)));
        if (types.containsValue(null)) {
            return null;
        }
        Set<Step.Fresh> named = new LinkedHashSet<>();
        String whole = whole(first, types);
        List<String> arrays = arrays(first, types);
        List<Question> questions = questions(first, types);
        while (questions == null) {
            first = run(arrangement);
            questions = questions(first, types);
        }
        Ran second = run(arrangement);
        boolean isWholeSame = whole.equals(whole(second, types));
        boolean areArraysSame = arrays.equals(arrays(second, types));
        List<Question> again = Objects.requireNonNullElse(questions(second, types), List.of());
        Source source = new Source(names, written());
        name(first.result, first, named);
        for (Question question : questions) {
            name(question.answer, first, named);
        }
        Map<String, Class<?>> arranged = new LinkedHashMap<>(types);
        arranged.remove("made");
        arrangement.write(source, named, arranged);
        act(source, first, named, types);
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < questions.size() && i < again.size(); i++) {
            Question question = questions.get(i);
            String expression = source.call(question.step, types);
            String line = assertion(expression, ((Method) question.step.call()).getReturnType(), question.answer, first, source, types);
            if (line != null && isSame(question.answer, again.get(i).answer, first)) {
                asked.add(line);
            }
        }
        if (areArraysSame) {
            List<String> held = ids(types).stream().filter(id -> types.get(id).isArray()).toList();
            for (int i = 0; i < held.size(); i++) {
                if (arrays.get(i) != null) {
                    source.lines.add("assertArrayEquals(" + arrays.get(i) + ", " + source.variable(held.get(i), types.get(held.get(i))) + ");");
                }
            }
        }
        source.lines.addAll(asked);
        if (wanted.broken != null) {
            broken(source, types);
        }
        if (wanted.isWhole && isWholeSame) {
            source.lines.add("// All fields, as a contract may speak of what the public API does not show.");
            StringJoiner roots = new StringJoiner(", ");
            ids(types).forEach(id -> roots.add(source.variable(id, types.get(id))));
            if (isShownResult(first)) {
                roots.add("(Object) result");
            }
            source.lines.add("assertEquals(" + Values.source(whole, names) + ", " + names.type(HeapText.class) + ".of(" + roots + "));");
        }
        return source;
    }

    /** What arrays among the arguments hold afterwards; null for one that cannot be written down. */
    private List<String> arrays(Ran ran, Map<String, Class<?>> types) {
        List<String> arrays = new ArrayList<>();
        ids(types).stream().filter(id -> types.get(id).isArray()).forEach(id -> arrays.add(Values.array(ran.running.variables().get(id), names)));
        return arrays;
    }

    private String whole(Ran ran, Map<String, Class<?>> types) {
        List<Object> roots = new ArrayList<>();
        ids(types).forEach(id -> roots.add(ran.running.variables().get(id)));
        if (isShownResult(ran)) {
            roots.add(ran.result);
        }
        return HeapText.of(roots.toArray());
    }

    private boolean isShownResult(Ran ran) {
        return ran.result != null && method instanceof Method called && !called.getReturnType().isPrimitive();
    }

    /** Types of variables that are arguments, as the method has them. */
    private Map<String, String> written() {
        Map<String, String> written = new HashMap<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (call.arguments().get(i) instanceof Step.Variable variable && type.getTypeParameters().length > 0
                    && wanted.things.get(variable.name()).type.equals(type.getName())) {
                written.put(variable.name(), names.exact(method.getGenericParameterTypes()[i], type));
            }
        }
        return written;
    }

    /** What type variables of arguments stand for, by the id of the object. */
    Map<String, Map<String, Class<?>>> bound() {
        Map<String, Map<String, Class<?>>> bound = new HashMap<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            if (call.arguments().get(i) instanceof Step.Variable variable
                    && method.getGenericParameterTypes()[i] instanceof ParameterizedType declared) {
                Map<String, Class<?>> names = new HashMap<>();
                for (int j = 0; j < declared.getActualTypeArguments().length; j++) {
                    if (declared.getActualTypeArguments()[j] instanceof Class<?> plain) {
                        names.put(((Class<?>) declared.getRawType()).getTypeParameters()[j].getName(), plain);
                    }
                }
                bound.put(variable.name(), names);
            }
        }
        return bound;
    }

    private void broken(Source source, Map<String, Class<?>> types) {
        String id = call.makes() != null ? call.makes() : wanted.roots().iterator().next().id;
        String object = source.variable(id, types.get(id));
        Class<?> type = Values.named(wanted.broken[1]);
        boolean isStatic = wanted.broken[3].equals("static");
        source.lines.add("assertFalse(" + (isStatic ? names.type(type) + "." + wanted.broken[2] + "(" + object + ")" : object + "." + wanted.broken[2] + "()") + ");");
    }

    private void act(Source source, Ran ran, Set<Step.Fresh> named, Map<String, Class<?>> types) {
        for (Step.Argument argument : call.arguments()) {
            if (argument instanceof Step.Fresh fresh && (named.contains(fresh) || ran.thrown != null)) {
                source.lines.add(names.generic(fresh.type()) + " " + source.variable(fresh, fresh.type()) + " = new " + names.diamond(fresh.type()) + "();");
            }
        }
        String expression = source.call(call, types);
        if (ran.thrown != null) {
            Class<?> thrown = ran.thrown.getClass();
            while (!names.isVisible(thrown)) {
                thrown = thrown.getSuperclass();
            }
            source.lines.add("assertThrows(" + names.type(thrown) + ".class, () -> " + expression + ");");
            return;
        }
        if (method instanceof Constructor<?>) {
            source.lines.add(names.generic(types.get("made")) + " " + source.variable("made", types.get("made")) + " = " + expression + ";");
            return;
        }
        Class<?> type = ((Method) method).getReturnType();
        if (type == void.class) {
            source.lines.add(expression + ";");
            return;
        }
        source.lines.add((names.isVisible(type) ? names.type(type) : "Object") + " result = " + expression + ";");
        String line = assertion("result", type, ran.result, ran, source, types);
        source.lines.add(line != null ? line : "assertNotNull(result);");
    }

    /** The class that a variable of an object can have; null if a test cannot name one that will do. */
    private Class<?> visibleType(String id, Object object) {
        Class<?> type = object.getClass();
        if (names.isVisible(type)) {
            return type;
        }
        if (id.equals(call.receiver())) {
            return names.isVisible(method.getDeclaringClass()) ? method.getDeclaringClass() : null;
        }
        for (int i = 0; i < call.arguments().size(); i++) {
            if (call.arguments().get(i).equals(new Step.Variable(id)) && names.isVisible(method.getParameterTypes()[i])) {
                return method.getParameterTypes()[i];
            }
        }
        return null;
    }

    private static void name(Object answer, Ran ran, Set<Step.Fresh> named) {
        ran.running.fresh().forEach((fresh, object) -> {
            if (object == answer) {
                named.add(fresh);
            }
        });
    }

    /** What one can ask afterwards without changing anything, with the answers; null if something was changed, and all has to be asked again. */
    private List<Question> questions(Ran ran, Map<String, Class<?>> types) {
        List<Question> questions = new ArrayList<>();
        for (String id : ids(types)) {
            Object object = ran.running.variables().get(id);
            int known = changing.size();
            List<Method> methods = new ArrayList<>(api.methods(types.get(id)));
            methods.removeIf(asked -> changing.contains(asked) || asked.getReturnType() == void.class || asked.getName().equals("hashCode") || asked.getParameterCount() > 1);
            methods.sort((a, b) -> Integer.compare(rank(a), rank(b)));
            int plain = 0;
            String chosen = null;
            for (Method asked : methods) {
                if (asked.getParameterCount() == 0 && plain < MOST_QUESTIONS) {
                    plain += ask(questions, new Step(asked, id, List.of(), null), object, ran);
                } else if (asked.getParameterCount() == 1 && (chosen == null || chosen.equals(asked.getName()))) {
                    int before = questions.size();
                    for (Step.Argument argument : keys(asked.getParameterTypes()[0])) {
                        if (questions.size() < before + MOST_QUESTIONS) {
                            ask(questions, new Step(asked, id, List.of(argument), null), object, ran);
                        }
                    }
                    chosen = questions.size() > before ? asked.getName() : chosen;
                }
                if (changing.size() > known) {
                    return null;
                }
            }
        }
        return questions;
    }

    /** Variables of what the method is about, the receiver first. */
    private List<String> ids(Map<String, Class<?>> types) {
        List<String> ids = new ArrayList<>(types.keySet());
        // Not builders.
        ids.retainAll(Stream.concat(wanted.things.keySet().stream(), Stream.of("made")).toList());
        if (call.receiver() != null) {
            ids.remove(call.receiver());
            ids.add(0, call.receiver());
        }
        return ids;
    }

    private static int rank(Method method) {
        int at = FIRST.indexOf(method.getName());
        return (at < 0 ? FIRST.size() : at) + (method.getParameterCount() == 0 ? 0 : 100);
    }

    private Set<Step.Argument> keys(Class<?> type) {
        Set<Step.Argument> keys = new LinkedHashSet<>();
        if (!type.isPrimitive() && type != Object.class && !Number.class.isAssignableFrom(type) || type == boolean.class) {
            return keys;
        }
        call.arguments().stream().filter(argument -> argument instanceof Step.Literal literal && literal.value() != null && fits(type, literal.value()))
                .forEach(keys::add);
        for (Thing root : wanted.roots()) {
            for (Thing thing : wanted.reached(root)) {
                if (thing.kind.equals("box") && fits(type, Values.of(thing))) {
                    keys.add(new Step.Literal(Values.of(thing)));
                }
                for (Memory.Cell cell : thing.kind.equals("new") ? Memory.cells(Values.named(thing.type)) : List.<Memory.Cell>of()) {
                    String word = thing.parts.get(cell.name());
                    if (word != null && type.isPrimitive() && cell.type() == type) {
                        keys.add(new Step.Literal(Values.primitive(type, word)));
                    }
                }
            }
        }
        return keys;
    }

    private static boolean fits(Class<?> type, Object value) {
        return type.isInstance(value) || type.isPrimitive() && Array.get(Array.newInstance(type, 1), 0).getClass() == value.getClass();
    }

    private int ask(List<Question> questions, Step step, Object object, Ran ran) {
        String before = new Picture(List.of(object), null).toString();
        Object answer = null;
        boolean isAnswered = true;
        try {
            answer = step.run(ran.running);
        } catch (Step.Failed failed) {
            // Not a question here.
            isAnswered = false;
        }
        if (!before.equals(new Picture(List.of(object), null).toString())) {
            changing.add(step.call());
            return 0;
        }
        if (isAnswered) {
            questions.add(new Question(step, answer));
        }
        return isAnswered ? 1 : 0;
    }

    private static boolean isSame(Object answer, Object again, Ran ran) {
        return answer == null ? again == null : Memory.isValue(answer) ? answer.equals(again) : again != null;
    }

    /** Null if there is nothing to say. */
    private String assertion(String expression, Class<?> type, Object value, Ran ran, Source source, Map<String, Class<?>> types) {
        if (value == null) {
            return "assertNull(" + expression + ");";
        }
        if (value instanceof Boolean truth) {
            return type == boolean.class ? (truth ? "assertTrue(" : "assertFalse(") + expression + ");" : "assertEquals(" + truth + ", " + expression + ");";
        }
        String written = value instanceof Class ? null : Values.source(value, names);
        if (value.getClass().isArray() && written != null) {
            return "assertArrayEquals(" + written + ", " + (type.isArray() ? "" : "(" + names.type(value.getClass()) + ") ") + expression + ");";
        }
        if (value instanceof Enum) {
            return names.isVisible(((Enum<?>) value).getDeclaringClass()) ? "assertSame(" + written + ", " + expression + ");" : null;
        }
        if (written != null) {
            boolean isAmbiguous = !type.isPrimitive() && type != Object.class && type != String.class;
            return "assertEquals(" + (isAmbiguous ? "(Object) " : "") + written + ", " + expression + ");";
        }
        for (Map.Entry<String, Object> variable : ran.running.variables().entrySet()) {
            if (variable.getValue() == value) {
                return "assertSame(" + source.variable(variable.getKey(), types.get(variable.getKey())) + ", " + expression + ");";
            }
        }
        for (Map.Entry<Step.Fresh, Object> fresh : ran.running.fresh().entrySet()) {
            if (fresh.getValue() == value && source.knows(fresh.getKey())) {
                return "assertSame(" + source.variable(fresh.getKey(), fresh.getKey().type()) + ", " + expression + ");";
            }
        }
        return null;
    }
}
