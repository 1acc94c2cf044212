import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes programs that call JDK methods on inputs: {@code java ModelCases.java LIST SEED CALLS FOLDER}. Each line of the list is {@code Class.method}; every
 * public overload whose types are numbers, text, or arrays of numbers is called so many times. Programs are {@code Cases0.java}, ...; the values
 * that they ask {@code jacana.Jacana} for are in {@code Cases0.inputs}, ....
 */
public final class ModelCases {
    private static final int INPUT_CHARACTERS = 60_000;
    private static final int CALLS_OF_A_PROGRAM = 1500;
    private static final Set<String> CLASSES = Set.of("java.lang.Math", "java.lang.StrictMath", "java.lang.Integer", "java.lang.Long",
        "java.lang.Short", "java.lang.Byte", "java.lang.Float", "java.lang.Double", "java.lang.Character", "java.lang.Boolean", "java.lang.String",
        "java.lang.StringBuilder", "java.lang.StringBuffer", "java.util.Arrays");
    /** Answers that depend on the run. */
    private static final Set<String> UNSTABLE = Set.of("java.lang.Math.random", "java.lang.StrictMath.random");
    private static final Map<Class<?>, String> ASK = Map.of(boolean.class, "anyBoolean", byte.class, "anyByte", char.class, "anyChar",
        short.class, "anyShort", int.class, "anyInt", long.class, "anyLong", float.class, "anyFloat", double.class, "anyDouble");

    private final Random random;
    private final Path folder;
    private final StringBuilder methods = new StringBuilder();
    private final StringBuilder main = new StringBuilder();
    private final StringBuilder inputs = new StringBuilder();
    private int calls;
    private int programs;
    /** The numbers are sizes of something that is made. */
    private boolean sizes;

    private ModelCases(long seed, Path folder) {
        random = new Random(seed);
        this.folder = folder;
    }

    public static void main(String[] words) throws Exception {
        ModelCases cases = new ModelCases(Long.parseLong(words[1]), Path.of(words[3]));
        int each = Integer.parseInt(words[2]);
        int covered = 0;
        for (String line : Files.readAllLines(Path.of(words[0])).stream().distinct().sorted().collect(Collectors.toList())) {
            int dot = line.lastIndexOf('.');
            if (!CLASSES.contains(line.substring(0, dot)) || UNSTABLE.contains(line)) {
                continue;
            }
            Class<?> type = Class.forName(line.substring(0, dot));
            List<Method> overloads = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(line.substring(dot + 1)) && supported(method))
                .sorted(Comparator.comparing(Method::toString)).collect(Collectors.toList());
            for (Method method : overloads) {
                covered++;
                for (int i = 0; i < each; i++) {
                    cases.call(method);
                }
            }
        }
        cases.finish();
        System.out.println(covered);
    }

    private static boolean supported(Method method) {
        return Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && !method.isVarArgs()
            && Arrays.stream(method.getParameterTypes()).allMatch(ModelCases::supported);
    }

    private static boolean supported(Class<?> type) {
        return type.isPrimitive() || type == String.class || type == CharSequence.class || type.isArray() && type.getComponentType().isPrimitive();
    }

    private void call(Method method) throws Exception {
        List<String> body = new ArrayList<>();
        List<String> names = new ArrayList<>();
        sizes = method.getName().startsWith("copyOf") || Set.of("repeat", "setLength", "ensureCapacity").contains(method.getName());
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        if (!isStatic) {
            body.add("var self = " + receiver(method.getDeclaringClass()) + ";");
        }
        for (Class<?> parameter : method.getParameterTypes()) {
            String name = "a" + names.size();
            String type = parameter == CharSequence.class ? "CharSequence" : parameter.getSimpleName();
            body.add(type + " " + name + " = " + expression(parameter) + ";");
            names.add(name);
        }
        String target = isStatic ? method.getDeclaringClass().getSimpleName() : "self";
        String call = target + "." + method.getName() + "(" + String.join(", ", names) + ")";
        boolean isVoid = method.getReturnType() == void.class;
        body.add("try {");
        body.add("    " + (isVoid ? call + ";" : "show(" + call + ");"));
        body.add("} catch (Throwable e) {");
        body.add("    show(e.getClass().getName());");
        body.add("}");
        for (int i = 0; i < names.size(); i++) {
            if (method.getParameterTypes()[i].isArray()) {
                body.add("show(a" + i + ");");
            }
        }
        if (!isStatic && method.getDeclaringClass().getSimpleName().startsWith("StringBu")) {
            body.add("show(self);");
        }
        methods.append("    /** ").append(method).append(" */\n    static void case").append(calls).append("() {\n");
        body.forEach(line -> methods.append("        ").append(line).append('\n'));
        methods.append("    }\n\n");
        main.append("        System.out.print(\"").append(calls).append(' ').append(method.getDeclaringClass().getSimpleName()).append('.').append(method.getName())
            .append("\");\n        case").append(calls).append("();\n        System.out.println();\n");
        calls++;
        if (calls >= CALLS_OF_A_PROGRAM || inputs.length() >= INPUT_CHARACTERS) {
            finish();
        }
    }

    private void finish() throws Exception {
        if (calls == 0) {
            return;
        }
        String shows = List.of("boolean", "char", "int", "long", "float", "double", "Object").stream()
            .map(type -> "    static void show(" + type + " value) {\n        System.out.print(\" \" + value);\n    }\n\n").collect(Collectors.joining());
        String arrays = ASK.keySet().stream().map(Class::getName).sorted()
            .map(type -> "    static void show(" + type + "[] value) {\n        System.out.print(\" \" + Arrays.toString(value));\n    }\n\n").collect(Collectors.joining());
        // A method of javac's size: main in pieces would be longer than what it calls.
        String name = "Cases" + programs++;
        Files.writeString(folder.resolve(name + ".java"), "import jacana.Jacana;\nimport java.util.Arrays;\n\npublic class " + name + " {\n" + shows + arrays + methods
            + "    public static void main(String[] arguments) {\n" + main + "    }\n}\n");
        Files.writeString(folder.resolve(name + ".inputs"), inputs);
        methods.setLength(0);
        main.setLength(0);
        inputs.setLength(0);
        calls = 0;
    }

    private String receiver(Class<?> type) {
        if (type == String.class) {
            return expression(String.class);
        }
        if (type.getSimpleName().startsWith("StringBu")) {
            return "new " + type.getSimpleName() + "(" + expression(String.class) + ")";
        }
        for (Class<?> primitive : ASK.keySet().stream().sorted(Comparator.comparing(Class::getName)).collect(Collectors.toList())) {
            if (java.lang.invoke.MethodType.methodType(primitive).wrap().returnType() == type) {
                return type.getSimpleName() + ".valueOf(" + expression(primitive) + ")";
            }
        }
        throw new IllegalStateException(type.getName());
    }

    private String expression(Class<?> type) {
        if (type.isArray()) {
            StringBuilder elements = new StringBuilder();
            for (int left = random.nextInt(5); left > 0; left--) {
                elements.append(elements.length() == 0 ? "" : ", ").append(expression(type.getComponentType()));
            }
            return "new " + type.getComponentType() + "[] {" + elements + "}";
        }
        inputs.append(inputs.length() == 0 ? "" : ",").append(value(type));
        return "Jacana." + (type.isPrimitive() ? ASK.get(type) : "anyString") + "()";
    }

    private String value(Class<?> type) {
        if (type == boolean.class) {
            return String.valueOf(random.nextBoolean());
        } else if (type == byte.class) {
            return String.valueOf((byte) number());
        } else if (type == short.class) {
            return String.valueOf((short) number());
        } else if (type == char.class) {
            // Two digits at least: one would be the character itself.
            return String.format("%02d", (int) (char) (random.nextBoolean() ? ' ' + random.nextInt(95) : number()));
        } else if (type == int.class) {
            return String.valueOf((int) number());
        } else if (type == long.class) {
            return String.valueOf(random.nextInt(3) == 0 ? random.nextLong() : number());
        } else if (type == float.class) {
            return String.valueOf(random.nextInt(3) == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) fraction());
        } else if (type == double.class) {
            return String.valueOf(random.nextInt(3) == 0 ? Double.longBitsToDouble(random.nextLong()) : fraction());
        }
        return text();
    }

    private long number() {
        int[] edges = {0, 1, -1, 2, 7, 31, 32, 63, 64, 127, 128, 255, -128, 256, 32767, 65535, Integer.MAX_VALUE, Integer.MIN_VALUE};
        switch (sizes ? 3 : random.nextInt(4)) {
            case 0: return edges[random.nextInt(edges.length)];
            case 1: return random.nextInt();
            default: return random.nextInt(10) - 2;
        }
    }

    private double fraction() {
        double[] edges = {0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.5, 1e-300, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE, Double.MAX_VALUE, 4503599627370497.5, 2147483648.0, -9.3e18};
        return random.nextBoolean() ? edges[random.nextInt(edges.length)] : random.nextGaussian() * 1000;
    }

    private String text() {
        String[] texts = {"", "a", "abc", "Hello World", "42", "-17", "007", "3.25", "-0", "2147483648", "zz", "true", "TRUE", " x ", "abcabc", "+5"};
        if (random.nextInt(3) > 0) {
            return texts[random.nextInt(texts.length)];
        }
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(7); left > 0; left--) {
            char next = (char) (' ' + 1 + random.nextInt(94));
            text.append(next == ',' || next == '\\' ? 'a' : next);
        }
        return text.toString();
    }
}
