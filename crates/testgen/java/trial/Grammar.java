package jacana.trial;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What can be drawn, as the engine wrote it down: types of arguments, ways to make objects of them, methods under test, texts and numbers. */
final class Grammar {
    /** More than any type needs that can be made. */
    static final int NEVER = 1_000_000;
    private static final int HOPELESS = 20;
    private static final int ENDLESS = 2;
    private static final int OF_USES = 3000;
    /** Of an argument that may be null where an object can hardly be made. */
    private static final int NULL = 10;

    /** What a variable of some type may be given. */
    static final class Kind {
        final int id;
        final String descriptor;
        /** Of an array of objects. */
        Kind element;
        /** Ways and other kinds, those that need least first. */
        final List<Object> alternatives = new ArrayList<>();
        /** What must be made at least. */
        int cost = NEVER;

        Kind(int id, String descriptor) {
            this.id = id;
            this.descriptor = descriptor;
        }

        /** Number, text, box or array: no alternative is needed. */
        boolean isPlain() {
            return descriptor.length() == 1 || isText() || isBox() || descriptor.startsWith("[");
        }

        boolean isText() {
            return descriptor.equals("Ljava/lang/String;");
        }

        boolean isBox() {
            return BOXES.containsKey(descriptor);
        }

        boolean isNullable() {
            return descriptor.length() > 1;
        }
    }

    static final Map<String, Character> BOXES = Map.of(
        "Ljava/lang/Boolean;", 'Z', "Ljava/lang/Byte;", 'B', "Ljava/lang/Short;", 'S', "Ljava/lang/Character;", 'C',
        "Ljava/lang/Integer;", 'I', "Ljava/lang/Long;", 'J', "Ljava/lang/Float;", 'F', "Ljava/lang/Double;", 'D'
    );

    interface Maker {
        Object make(Object of, Object[] arguments) throws Throwable;
    }

    /** A way to make an object, or a call that changes one. */
    static final class Way {
        final int id;
        /** The same for all ways that do the same. */
        final String called;
        final Maker maker;
        /** Of the object that has the method. */
        final Kind of;
        final List<Kind> parameters;
        /** What is made, where the method says less. */
        Class<?> cast = Object.class;
        /** Calls that may follow. */
        List<Way> steps = List.of();
        /** How often it worked and how often it did not. */
        private int worked;
        private int failed;
        /** Calls with such an object that did not end, and those of them in which nothing else was more likely the cause. */
        int endless;
        int blamed;

        Way(int id, String called, Maker maker, Kind of, List<Kind> parameters) {
            this.id = id;
            this.called = called;
            this.maker = maker;
            this.of = of;
            this.parameters = parameters;
        }

        Object make(Object of, Object[] arguments) throws Throwable {
            failed++;
            Object made = cast.cast(maker.make(of, arguments));
            if (made != null) {
                failed--;
                worked++;
            }
            return made;
        }

        /** It never worked, and was tried often enough. */
        boolean isHopeless() {
            return worked == 0 && failed >= HOPELESS || isEndless();
        }

        /** Who uses it waits for ever, as who reads from a pipe. */
        boolean isEndless() {
            return blamed >= ENDLESS && blamed * OF_USES > worked;
        }

        double suspicion() {
            return (endless - 1.0) / (worked + 1);
        }

        int cost() {
            int cost = of == null ? 1 : 2 + of.cost;
            for (Kind parameter : parameters) {
                cost = Math.min(NEVER, cost + (parameter.isNullable() ? Math.min(NULL, parameter.cost) : parameter.cost));
            }
            return Math.min(NEVER, cost);
        }
    }

    /** A way to make objects of some type. */
    record Made(Kind kind, Way way) {}

    /** A method under test. */
    static final class Tested {
        final int number;
        final Way call;
        final boolean isPublic;
        /** Tests of it that are kept. */
        final List<RandomCall> kept = new ArrayList<>();
        /** Calls that are no tests, but worth changing. */
        final List<RandomCall> seeds = new ArrayList<>();
        final Set<String> ends = new HashSet<>();
        /** Tries since it found something. */
        int stale;
        /** All tries, how long they took where there is a clock, and those that do not end. */
        long tries;
        long nanos;
        int endless;
        /** It is not called any more. */
        boolean isOut;

        Tested(int number, Way call, boolean isPublic) {
            this.number = number;
            this.call = call;
            this.isPublic = isPublic;
        }

        /** Of one try. */
        double millis() {
            return nanos / 1e6 / Math.max(1, tries);
        }

        /** One of those that are kept, or a seed. */
        RandomCall known(int at) {
            return at < kept.size() ? kept.get(at) : seeds.get(at - kept.size());
        }

        /** The position of the first parameter among the arguments. */
        int first() {
            return call.of == null ? 0 : 1;
        }

        /** Of an argument by its position. */
        Kind kind(int at) {
            return at < first() ? call.of : call.parameters.get(at - first());
        }
    }

    final Map<Integer, Kind> kinds = new LinkedHashMap<>();
    final Map<Integer, Way> ways = new HashMap<>();
    private final Map<String, List<Made>> made = new HashMap<>();
    final List<Tested> methods = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    final List<Long> numbers = new ArrayList<>();
    final List<Double> reals = new ArrayList<>();
    /** Objects have the class that they are declared with. */
    private boolean isClassic;
    /** One object may be several arguments. */
    private boolean givesTwice;
    private final ClassLoader loader = Grammar.class.getClassLoader();

    Grammar(Path file) throws Exception {
        List<String[]> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            lines.add(line.split(" "));
        }
        for (String[] words : lines) {
            switch (words[0]) {
                case "text" -> texts.add(Node.text(words.length > 1 ? words[1] : ""));
                case "classic" -> isClassic = true;
                case "twice" -> givesTwice = true;
                case "number" -> numbers.add(Long.parseLong(words[1]));
                case "real" -> reals.add(Double.longBitsToDouble(Long.parseLong(words[1])));
                case "kind" -> kinds.put(Integer.parseInt(words[1]), new Kind(Integer.parseInt(words[1]), words[2]));
                default -> {}
            }
        }
        for (String[] words : lines) {
            if (words[0].equals("way")) {
                way(words);
            }
        }
        for (String[] words : lines) {
            switch (words[0]) {
                case "may" -> may(kinds.get(Integer.parseInt(words[1])), words);
                case "element" -> kinds.get(Integer.parseInt(words[1])).element = kinds.get(Integer.parseInt(words[2]));
                case "cast" -> cast(ways.get(Integer.parseInt(words[1])), words[2]);
                case "steps" -> steps(ways.get(Integer.parseInt(words[1])), words);
                case "method" -> method(words);
                default -> {}
            }
        }
        count();
        for (Kind kind : kinds.values()) {
            kind.alternatives.sort((one, other) -> Integer.compare(cost(one), cost(other)));
            kind.alternatives.removeIf(one -> cost(one) >= NEVER);
        }
        methods.removeIf(tested -> tested.call.of != null && tested.call.of.cost >= NEVER);
    }

    private void way(String[] words) {
        int id = Integer.parseInt(words[1]);
        try {
            Kind of = words[6].equals("-") ? null : kinds.get(Integer.parseInt(words[6]));
            List<Kind> parameters = new ArrayList<>();
            for (int at = 7; at < words.length; at++) {
                parameters.add(kinds.get(Integer.parseInt(words[at])));
            }
            ways.put(id, new Way(id, String.join(" ", words[2], words[3], words[4], words[5]), maker(words[2], words[3], words[4], words[5]), of, parameters));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError missing) {
            // Then there is one way less, also where a name has spaces.
        }
    }

    private Maker maker(String sort, String owner, String name, String descriptor) throws ReflectiveOperationException {
        if (sort.equals("class")) {
            Class<?> constant = type(owner);
            return (of, arguments) -> constant;
        }
        Class<?> holder = type(owner);
        switch (sort) {
            case "field" -> {
                Field field = seen(holder.getDeclaredField(name), holder);
                return (of, arguments) -> field.get(null);
            }
            case "member" -> {
                Object member = switch (name) {
                    case "getDeclaredConstructor" -> holder.getDeclaredConstructor(parameters(descriptor));
                    case "getDeclaredField" -> holder.getDeclaredField(descriptor);
                    default -> {
                        int open = descriptor.indexOf('(');
                        yield holder.getDeclaredMethod(descriptor.substring(0, open), parameters(descriptor.substring(open)));
                    }
                };
                return (of, arguments) -> member;
            }
            default -> {
                if (name.equals("<init>")) {
                    Constructor<?> constructor = seen(holder.getDeclaredConstructor(parameters(descriptor)), holder);
                    return (of, arguments) -> constructor.newInstance(arguments);
                }
                Method method = seen(holder.getDeclaredMethod(name, parameters(descriptor)), holder);
                return method::invoke;
            }
        }
    }

    /** What others can see needs no permission, and classes of the JDK give none. */
    private static <T extends AccessibleObject & java.lang.reflect.Member> T seen(T member, Class<?> holder) {
        if (!Modifier.isPublic(member.getModifiers()) || !Modifier.isPublic(holder.getModifiers())) {
            member.setAccessible(true);
        }
        return member;
    }

    private Class<?>[] parameters(String descriptor) throws ClassNotFoundException {
        List<Class<?>> found = new ArrayList<>();
        int at = 1;
        while (descriptor.charAt(at) != ')') {
            int end = at;
            while (descriptor.charAt(end) == '[') {
                end++;
            }
            end = descriptor.charAt(end) == 'L' ? descriptor.indexOf(';', end) + 1 : end + 1;
            found.add(type(descriptor.substring(at, end)));
            at = end;
        }
        return found.toArray(Class<?>[]::new);
    }

    /** Whether one object may be both arguments. */
    boolean canBeSame(Kind earlier, Kind later) {
        return givesTwice && canBeAlike(earlier, later);
    }

    /** Whether what is made for one argument can be made for the other. */
    boolean canBeAlike(Kind one, Kind other) {
        if (isClassic || one == other) {
            return one == other;
        }
        try {
            return type(other.descriptor).isAssignableFrom(type(one.descriptor));
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    /** Of a descriptor. */
    Class<?> type(String descriptor) throws ClassNotFoundException {
        return switch (descriptor.charAt(0)) {
            case 'V' -> void.class;
            case 'Z', 'B', 'S', 'C', 'I', 'J', 'F', 'D' -> primitive(descriptor.charAt(0));
            case '[' -> Class.forName(descriptor.replace('/', '.'), false, loader);
            default -> Class.forName(descriptor.substring(1, descriptor.length() - 1).replace('/', '.'), false, loader);
        };
    }

    static Class<?> primitive(char letter) {
        return switch (letter) {
            case 'Z' -> boolean.class;
            case 'B' -> byte.class;
            case 'S' -> short.class;
            case 'C' -> char.class;
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            default -> double.class;
        };
    }

    private void may(Kind kind, String[] words) {
        for (int at = 2; at < words.length; at++) {
            int id = Integer.parseInt(words[at].substring(1));
            Object alternative = words[at].startsWith("k") ? kinds.get(id) : ways.get(id);
            if (alternative != null) {
                kind.alternatives.add(alternative);
            }
        }
    }

    private void cast(Way way, String descriptor) throws ClassNotFoundException {
        if (way != null) {
            way.cast = type(descriptor);
        }
    }

    private void steps(Way way, String[] words) {
        if (way == null) {
            return;
        }
        way.steps = new ArrayList<>();
        for (int at = 2; at < words.length; at++) {
            Way step = ways.get(Integer.parseInt(words[at]));
            if (step != null) {
                way.steps.add(step);
            }
        }
    }

    /** What a method under test is a way to make, too. */
    List<Made> madeBy(Way call) {
        return made.computeIfAbsent(call.called, called -> {
            List<Made> found = new ArrayList<>();
            for (Kind kind : kinds.values()) {
                for (Object one : kind.alternatives) {
                    if (one instanceof Way way && way.called.equals(called)) {
                        found.add(new Made(kind, way));
                    }
                }
            }
            return found;
        });
    }

    /** The method under test that a way calls, if it does. */
    Tested tested(Way way) {
        return methods.stream().filter(tested -> tested.call.called.equals(way.called)).findFirst().orElse(null);
    }

    private void method(String[] words) {
        Way call = ways.get(Integer.parseInt(words[2]));
        if (call != null) {
            methods.add(new Tested(Integer.parseInt(words[1]), call, words[3].equals("public")));
        }
    }

    private static int cost(Object alternative) {
        return alternative instanceof Way way ? way.cost() : ((Kind) alternative).cost;
    }

    /** Until nothing becomes cheaper. */
    private void count() {
        kinds.values().stream().filter(Kind::isPlain).forEach(kind -> kind.cost = 1);
        for (boolean changed = true; changed;) {
            changed = false;
            for (Kind kind : kinds.values()) {
                for (Object alternative : kind.alternatives) {
                    int cost = cost(alternative);
                    if (cost < kind.cost) {
                        kind.cost = cost;
                        changed = true;
                    }
                }
            }
        }
    }
}
