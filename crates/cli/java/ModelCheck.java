import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Compares methods with their models on generated inputs: {@code java ModelCheck.java FILE SEED INPUTS}. Each line of the file is a pair, separated by
 * tabs: class, method and descriptor of the model, then those of the original. Both sides get equal
 * inputs, made twice from one seed; what they return or throw and what they leave in the inputs must be equal.
 *
 * Lines before the pairs are native libraries, as the method of {@code System} and its argument. They are loaded when a native method is not there, for
 * the class loader of the original.
 *
 * Prints for each pair {@code equal COUNT}, or {@code none REASON}, or {@code unlinked CLASS REASON}, or {@code different COUNT} followed by a line each for
 * the input and what both sides did.
 */
public final class ModelCheck {
    private static final int DEPTH = 3;
    private static final int SHOWN_CHARACTERS = 400;

    /** Methods of System and their arguments, until they were called. */
    private static final List<String[]> LIBRARIES = new ArrayList<>();
    /** Why libraries could not be loaded. */
    private static final List<String> REFUSED = new ArrayList<>();

    public static void main(String[] words) throws Exception {
        long seed = Long.parseLong(words[1]);
        int inputs = Integer.parseInt(words[2]);
        for (String line : Files.readAllLines(Path.of(words[0]))) {
            String[] parts = line.split("\t");
            if (parts.length == 2) {
                LIBRARIES.add(parts);
                continue;
            }
            System.out.println(answer(parts, seed, inputs));
        }
    }

    private static String answer(String[] pair, long seed, int inputs) throws Exception {
        try {
            Method model = find(pair[0], pair[1], pair[2]);
            Method original = find(pair[3], pair[4], pair[5]);
            try {
                return compare(model, original, seed, inputs);
            } catch (Unlinked first) {
                load(original.getDeclaringClass());
                return compare(model, original, seed, inputs);
            }
        } catch (Unlinked missing) {
            return "unlinked " + missing.type + " " + String.join("; ", REFUSED);
        } catch (UnsatisfiedLinkError inInitialiser) {
            return "unlinked " + pair[3] + " " + inInitialiser.getMessage().lines().findFirst().orElse("");
        }
    }

    /** As if the class asked for the libraries: they belong to its loader. */
    private static void load(Class<?> type) throws Exception {
        for (String[] library : LIBRARIES) {
            Method load = Runtime.class.getDeclaredMethod(library[0] + "0", Class.class, String.class);
            load.setAccessible(true);
            try {
                load.invoke(Runtime.getRuntime(), type, library[1]);
            } catch (InvocationTargetException refused) {
                REFUSED.add(String.valueOf(refused.getCause().getMessage()).lines().findFirst().orElse(""));
            }
        }
        LIBRARIES.clear();
    }

    /** Was there no code for a native method? */
    private static void linked(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        if (thrown instanceof UnsatisfiedLinkError && trace.length > 0 && trace[0].isNativeMethod()
                && String.valueOf(thrown.getMessage()).contains(trace[0].getClassName() + "." + trace[0].getMethodName())) {
            throw new Unlinked(trace[0].getClassName());
        }
    }

    private static Method find(String type, String name, String descriptor) throws Exception {
        Class<?> owner = Class.forName(type, true, ModelCheck.class.getClassLoader());
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && descriptor(method).equals(descriptor)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException(type + "." + name + descriptor);
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        return text.append(")").append(method.getReturnType().descriptorString()).toString();
    }

    private static String compare(Method model, Method original, long seed, int inputs) {
        int compared = 0;
        for (int number = 0; number < inputs; number++) {
            long draw = seed * 1_000_003 + number;
            Object[] forOriginal = new Maker(draw).arguments(original);
            Object[] forModel = new Maker(draw).arguments(original);
            if (forOriginal == null || forModel == null) {
                continue;
            }
            String input = all(forOriginal);
            if (!input.equals(all(forModel))) {
                return "none equal inputs cannot be made of " + original.getDeclaringClass().getName();
            }
            compared++;
            String expected = Modifier.isStatic(original.getModifiers())
                    ? outcome(original, null, forOriginal, forOriginal)
                    : outcome(original, forOriginal[0], Arrays.copyOfRange(forOriginal, 1, forOriginal.length), forOriginal);
            String found = outcome(model, null, forModel, forModel);
            if (!expected.equals(found)) {
                return "different " + compared + "\n  input:    " + shown(input) + "\n  original: " + shown(expected) + "\n  model:    " + shown(found);
            }
        }
        return compared == 0 ? "none no input could be made" : "equal " + compared;
    }

    private static String shown(String text) {
        String line = text.replace("\n", "\\n").replace("\r", "\\r");
        return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "...";
    }

    private static String outcome(Method method, Object receiver, Object[] arguments, Object[] left) {
        String did;
        try {
            Object result = method.invoke(receiver, arguments);
            did = method.getReturnType() == void.class ? "returned" : "returned " + describe(result);
        } catch (InvocationTargetException thrown) {
            linked(thrown.getCause());
            did = "threw " + thrown.getCause().getClass().getName();
        } catch (IllegalAccessException refused) {
            did = "cannot be called: " + refused.getMessage();
        }
        return did + (left.length == 0 ? "" : "; leaves " + all(left));
    }

    /** The arguments, which may share objects. */
    private static String all(Object[] arguments) {
        StringBuilder text = new StringBuilder();
        Map<Object, Integer> seen = new IdentityHashMap<>();
        for (Object argument : arguments) {
            text.append(text.length() == 0 ? "" : ", ");
            describe(argument, text, seen);
        }
        return text.toString();
    }

    /** A value with everything that it reaches, as far as the JDK lets us look. */
    static String describe(Object value) {
        StringBuilder text = new StringBuilder();
        describe(value, text, new IdentityHashMap<>());
        return text.toString();
    }

    private static void describe(Object value, StringBuilder text, Map<Object, Integer> seen) {
        if (value == null || value instanceof Boolean || value instanceof Number && value.getClass().getName().startsWith("java.lang.")) {
            text.append(value);
        } else if (value instanceof Character character) {
            text.append("'\\u").append(String.format("%04x", (int) character)).append('\'');
        } else if (value instanceof String string) {
            text.append('"').append(string).append('"');
        } else if (value instanceof Class<?> type) {
            text.append(type.getName()).append(".class");
        } else if (seen.containsKey(value)) {
            text.append('#').append(seen.get(value));
        } else {
            seen.put(value, seen.size());
            compound(value, text, seen);
        }
    }

    private static void compound(Object value, StringBuilder text, Map<Object, Integer> seen) {
        Class<?> type = value.getClass();
        text.append(type.isArray() ? type.getComponentType().getTypeName() + "[]" : type.getName()).append('{');
        if (type.isArray()) {
            for (int at = 0; at < Array.getLength(value); at++) {
                text.append(at == 0 ? "" : ", ");
                describe(Array.get(value, at), text, seen);
            }
        } else if (value instanceof Collection<?> || value instanceof Map<?, ?> || value instanceof CharSequence) {
            text.append(value);
        } else {
            fields(value, type, text, seen);
        }
        text.append('}');
    }

    private static void fields(Object value, Class<?> type, StringBuilder text, Map<Object, Integer> seen) {
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            Field[] fields = owner.getDeclaredFields();
            Arrays.sort(fields, (a, b) -> a.getName().compareTo(b.getName()));
            for (Field field : fields) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                try {
                    field.setAccessible(true);
                    text.append(field.getName()).append('=');
                    describe(field.get(value), text, seen);
                } catch (RuntimeException | IllegalAccessException closed) {
                    text.append(field.getName()).append("=?");
                }
                text.append(' ');
            }
        }
    }

    /** Makes values from one seed, always the same. */
    private static final class Maker {
        private static final int[] NUMBERS = {0, 1, -1, 2, 3, 10, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, -128, 65535, Integer.MAX_VALUE, Integer.MIN_VALUE};
        private static final double[] FRACTIONS = {0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, Double.NaN, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, Math.PI, 4503599627370497.5, 9007199254740993.0};
        private static final String[] TEXTS = {"", "a", "abc", "Hello, world", "0", "-17", "3.25", " x ", "\u00e4\u00df", "\ud83d\ude00", "A\u0130\u0131"};
        private final Random random;

        Maker(long seed) {
            random = new Random(seed);
        }

        /** Receiver first; null if something cannot be made. */
        Object[] arguments(Method method) {
            List<Object> made = new ArrayList<>();
            try {
                if (!Modifier.isStatic(method.getModifiers())) {
                    made.add(receiver(method.getDeclaringClass()));
                }
                for (Class<?> parameter : method.getParameterTypes()) {
                    made.add(value(parameter, DEPTH));
                }
            } catch (Impossible why) {
                return null;
            }
            return made.toArray();
        }

        private Object receiver(Class<?> type) throws Impossible {
            for (int tries = 0; tries < 10; tries++) {
                Object made = object(type, DEPTH);
                if (made != null) {
                    return made;
                }
            }
            throw new Impossible();
        }

        private Object value(Class<?> type, int depth) throws Impossible {
            if (type.isPrimitive()) {
                return primitive(type);
            }
            return random.nextInt(12) == 0 ? null : object(type, depth);
        }

        private Object primitive(Class<?> type) {
            if (type == boolean.class) {
                return random.nextBoolean();
            } else if (type == byte.class) {
                return (byte) number();
            } else if (type == short.class) {
                return (short) number();
            } else if (type == char.class) {
                return (char) (random.nextInt(3) > 0 ? ' ' + random.nextInt(95) : number());
            } else if (type == int.class) {
                return (int) number();
            } else if (type == long.class) {
                return random.nextInt(6) == 0 ? random.nextLong() : number() << (random.nextInt(4) == 0 ? 32 : 0);
            } else if (type == float.class) {
                return (float) fraction();
            }
            return fraction();
        }

        private long number() {
            switch (random.nextInt(4)) {
                case 0: return NUMBERS[random.nextInt(NUMBERS.length)];
                case 1: return random.nextInt();
                default: return random.nextInt(12) - 2;
            }
        }

        private double fraction() {
            switch (random.nextInt(4)) {
                case 0: return FRACTIONS[random.nextInt(FRACTIONS.length)];
                case 1: return Double.longBitsToDouble(random.nextLong());
                case 2: return random.nextInt(200) - 100;
                default: return random.nextGaussian() * 1000;
            }
        }

        private String text() {
            if (random.nextBoolean()) {
                return new String(TEXTS[random.nextInt(TEXTS.length)]);
            }
            StringBuilder text = new StringBuilder();
            for (int left = random.nextInt(8); left > 0; left--) {
                text.append((char) (random.nextInt(8) == 0 ? random.nextInt(0x3000) : ' ' + random.nextInt(95)));
            }
            return text.toString();
        }

        private Object object(Class<?> type, int depth) throws Impossible {
            if (type == String.class || type == CharSequence.class) {
                return text();
            } else if (type == Object.class || type == Comparable.class) {
                return random.nextBoolean() ? text() : (Object) (int) number();
            } else if (type == Integer.class || type == Number.class) {
                return (int) number();
            } else if (type == Long.class) {
                return primitive(long.class);
            } else if (type == Double.class) {
                return primitive(double.class);
            } else if (type == Boolean.class) {
                return primitive(boolean.class);
            } else if (type == Character.class) {
                return primitive(char.class);
            } else if (type == Class.class) {
                return random.nextBoolean() ? String.class : int[].class;
            } else if (type.isArray()) {
                return array(type.getComponentType(), depth);
            } else if (type.isEnum()) {
                Object[] constants = type.getEnumConstants();
                return constants.length == 0 ? null : constants[random.nextInt(constants.length)];
            } else if (type.isAssignableFrom(ArrayList.class)) {
                return list(depth);
            } else if (type.isAssignableFrom(HashMap.class)) {
                return new HashMap<>();
            }
            return constructed(type, depth);
        }

        private Object array(Class<?> element, int depth) throws Impossible {
            Object array = Array.newInstance(element, depth == 0 ? 0 : random.nextInt(6));
            for (int at = 0; at < Array.getLength(array); at++) {
                Array.set(array, at, value(element, depth - 1));
            }
            return array;
        }

        private List<Object> list(int depth) throws Impossible {
            List<Object> list = new ArrayList<>();
            for (int left = depth == 0 ? 0 : random.nextInt(5); left > 0; left--) {
                list.add(value(Integer.class, depth - 1));
            }
            return list;
        }

        /** By one of its constructors, with fields that it left as they are filled in where they are open to us. */
        private Object constructed(Class<?> type, int depth) throws Impossible {
            if (depth == 0) {
                return null;
            }
            if (Modifier.isAbstract(type.getModifiers())) {
                throw new Impossible();
            }
            Constructor<?>[] constructors = type.getDeclaredConstructors();
            Arrays.sort(constructors, (a, b) -> ((Executable) a).toString().compareTo(b.toString()));
            for (int tries = 0; tries < 10 && constructors.length > 0; tries++) {
                Constructor<?> constructor = constructors[random.nextInt(constructors.length)];
                try {
                    constructor.setAccessible(true);
                    List<Object> arguments = new ArrayList<>();
                    for (Class<?> parameter : constructor.getParameterTypes()) {
                        arguments.add(value(parameter, depth - 1));
                    }
                    return filled(constructor.newInstance(arguments.toArray()));
                } catch (Unlinked missing) {
                    throw missing;
                } catch (ReflectiveOperationException | RuntimeException refused) {
                    if (refused instanceof InvocationTargetException) {
                        linked(refused.getCause());
                    }
                    // Another constructor, or other arguments.
                }
            }
            throw new Impossible();
        }

        private Object filled(Object object) {
            for (Field field : object.getClass().getDeclaredFields()) {
                boolean open = !Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers());
                if (open && field.getType().isPrimitive()) {
                    try {
                        field.setAccessible(true);
                        field.set(object, primitive(field.getType()));
                    } catch (RuntimeException | IllegalAccessException closed) {
                        return object;
                    }
                }
            }
            return object;
        }
    }

    private static final class Impossible extends Exception {}

    /** The code of a native method of a class is missing. */
    private static final class Unlinked extends RuntimeException {
        final String type;

        Unlinked(String type) {
            this.type = type;
        }
    }
}
