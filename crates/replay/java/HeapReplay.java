import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/**
 * Builds a heap from its description and calls methods on it: {@code java -ea -cp ... HeapReplay.java DESCRIPTION [RESULTS]}.
 * No constructor runs, private and final fields are set as they are described.
 *
 * <p>The description has one order in each line, carried out from first to last; words are separated by single blanks, empty lines and
 * lines that begin with # do not count. ID is any number. CLASS is a binary name (java.util.Map$Entry), TYPE a descriptor with dots
 * (I, [I, Ljava.lang.Object;), SIGNATURE a method descriptor with dots.
 *
 * <pre>
 * new ID CLASS                                an object, all fields zero; a record is made from its fields before the first call
 * record ID CLASS VALUE...                    a record, from its components in order
 * array ID TYPE LENGTH                        an array with elements of the type, all zero
 * string ID "TEXT"                            a new String; \" \\ and &#92;uXXXX as in Java
 * box ID CLASS VALUE                          what valueOf of java.lang.Integer and its like answers
 * class ID TYPE                               the object of a class
 * enum ID CLASS NAME                          a constant
 * field ID CLASS NAME VALUE                   a field that CLASS declares
 * static CLASS NAME VALUE                     the same, static; initialises the class
 * element ID INDEX VALUE                      an element of an array
 * answer TYPE VALUE                           what the next call of a method of a class that was made for this heap answers
 * call CLASS NAME SIGNATURE RECEIVER VALUE... a call; RECEIVER is - for static methods and constructors
 * make ID CLASS SIGNATURE VALUE...            as call of a constructor; the object has the ID if there is one
 * made ID CLASS NAME SIGNATURE VALUE...       as call of a static method; its answer has the ID if it is an object
 * </pre>
 *
 * VALUE is null, @ID, true, false, or a number; a float or double may also be #BITS in hexadecimal digits.
 *
 * <p>RESULTS (standard output without it) gets a line for each call:
 *
 * <pre>
 * returned                                    nothing: a void method
 * returned VALUE                              floats and doubles as #BITS, an object without ID as object CLASS, a String as "TEXT"
 * threw CLASS FRAME                           FRAME is the first of the stack trace that is not of the JDK, or -; for a broken clause
 *                                             of a contract its number, and the exception behind it
 * </pre>
 *
 * and, if an order cannot be carried out, {@code invalid LINE: REASON}, after which it ends with exit code 2.
 */
public final class HeapReplay {
    private final Map<String, Object> objects = new HashMap<>();
    private final Map<Object, String> names = new IdentityHashMap<>();
    /** Records that are not made yet, by ID: class and components. */
    private final Map<String, Class<?>> records = new LinkedHashMap<>();
    private final Map<String, String> components = new HashMap<>();
    /** Orders that need such a record. */
    private final List<String[]> later = new ArrayList<>();
    private final PrintStream results;

    private HeapReplay(PrintStream results) {
        this.results = results;
    }

    public static void main(String[] arguments) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        boolean valid;
        if (arguments.length > 1) {
            try (PrintStream results = new PrintStream(arguments[1], "UTF-8")) {
                valid = new HeapReplay(results).carryOut(lines);
            }
        } else {
            valid = new HeapReplay(System.out).carryOut(lines);
        }
        System.out.flush();
        // Threads that the program started must not keep the replay alive.
        Runtime.getRuntime().halt(valid ? 0 : 2);
    }

    /** A heap in a test: all orders but calls. */
    public static HeapReplay of(String... orders) {
        HeapReplay heap = new HeapReplay(System.out);
        if (!heap.carryOut(List.of(orders))) {
            throw new IllegalArgumentException("the heap cannot be built");
        }
        return heap;
    }

    /** The heap of the objects that the program asks for. */
    private static HeapReplay asked;

    /** An object that the program asks for: the heap is built when the first one is. */
    public static synchronized Object input(int id) {
        if (asked == null) {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            HeapReplay heap = new HeapReplay(new PrintStream(said));
            try {
                heap.carryOut(Files.readAllLines(Path.of(System.getProperty("jacana.replay.heap"))));
                // Calls ask for invariants.
                require(said.toString().lines().allMatch("returned true"::equals), said.toString().strip());
                heap.makeRecords();
            } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError failure) {
                System.err.println("jacana: no heap: " + failure + (failure.getCause() == null ? "" : ", " + failure.getCause()));
                Runtime.getRuntime().halt(3);
            }
            asked = heap;
        }
        return asked.object(Integer.toString(id));
    }

    /** The object with this ID. */
    @SuppressWarnings("unchecked")
    public <T> T get(String id) {
        return (T) object(id);
    }

    private boolean carryOut(List<String> lines) {
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1);
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                order(line, line.split(" "));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError failure) {
                results.println("invalid " + number + ": " + failure);
                return false;
            }
        }
        return true;
    }

    private void order(String line, String[] words) throws ReflectiveOperationException {
        if (words[0].equals("field") && records.containsKey(words[1])) {
            components.put(words[1] + " " + words[3], words[4]);
            return;
        }
        String last = words[words.length - 1];
        if (!records.isEmpty() && List.of("field", "element", "answer").contains(words[0]) && last.startsWith("@")) {
            later.add(words);
            return;
        }
        switch (words[0]) {
            case "new" -> {
                Class<?> type = named(words[2]);
                if (type.isRecord()) {
                    records.put(words[1], type);
                } else {
                    keep(words[1], Memory.UNSAFE.allocateInstance(type));
                }
            }
            case "record" -> keep(words[1], record(named(words[2]), List.of(words).subList(3, words.length)));
            case "array" -> keep(words[1], Array.newInstance(type(words[2]), Integer.parseInt(words[3])));
            case "string" -> keep(words[1], new String(unquoted(line.substring(line.indexOf('"')))));
            case "box" -> keep(words[1], box(named(words[2]), words[3]));
            case "class" -> keep(words[1], type(words[2]));
            case "enum" -> keep(words[1], constant(named(words[2]), words[3]));
            case "field" -> {
                Field field = named(words[2]).getDeclaredField(words[3]);
                require(!Modifier.isStatic(field.getModifiers()), "a static field");
                Memory.write(object(words[1]), Memory.UNSAFE.objectFieldOffset(field), field.getType(), value(field.getType(), words[4]));
            }
            case "static" -> {
                makeRecords();
                Field field = Class.forName(words[1]).getDeclaredField(words[2]);
                require(Modifier.isStatic(field.getModifiers()), "not a static field");
                Memory.write(Memory.UNSAFE.staticFieldBase(field), Memory.UNSAFE.staticFieldOffset(field), field.getType(),
                        value(field.getType(), words[3]));
            }
            case "element" -> {
                Object array = object(words[1]);
                Array.set(array, Integer.parseInt(words[2]), value(array.getClass().getComponentType(), words[3]));
            }
            case "answer" -> answer(value(type(words[1]), words[2]));
            case "call" -> {
                makeRecords();
                call(words[1], words[2], words[3], words[4], List.of(words).subList(5, words.length));
            }
            case "make" -> {
                makeRecords();
                Object made = call(words[2], "<init>", words[3], "-", List.of(words).subList(4, words.length));
                if (made != null) {
                    keep(words[1], made);
                }
            }
            case "made" -> {
                Object made = call(words[2], words[3], words[4], "-", List.of(words).subList(5, words.length));
                if (made != null) {
                    keep(words[1], made);
                }
            }
            default -> throw new IllegalArgumentException("no such order: " + words[0]);
        }
    }

    /** The answer; null if there is none. */
    private Object call(String name, String called, String descriptor, String receiver, List<String> words) throws ReflectiveOperationException {
        Class<?> owner = named(name);
        MethodType signature = MethodType.fromMethodDescriptorString(descriptor.replace('.', '/'), loader());
        MethodHandle method = method(owner, called, signature, receiver.equals("-")).asFixedArity();
        List<Object> arguments = new ArrayList<>();
        if (!receiver.equals("-")) {
            arguments.add(object(receiver.substring(1)));
        }
        for (int i = 0; i < signature.parameterCount(); i++) {
            arguments.add(value(signature.parameterType(i), words.get(i)));
        }
        Object answer;
        try {
            answer = method.invokeWithArguments(arguments);
        } catch (Throwable thrown) {
            results.println("threw " + thrown.getClass().getName() + " " + frame(thrown));
            return null;
        }
        Class<?> type = method.type().returnType();
        results.println(type == void.class ? "returned" : "returned " + shown(type, answer));
        return answer;
    }

    private static MethodHandle method(Class<?> owner, String name, MethodType signature, boolean isStatic)
            throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = owner.getModule().isNamed()
                ? MethodHandles.publicLookup()
                : MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
        if (name.equals("<init>")) {
            return lookup.findConstructor(owner, signature);
        }
        return isStatic ? lookup.findStatic(owner, name, signature) : lookup.findVirtual(owner, name, signature);
    }

    @SuppressWarnings("unchecked")
    private static void answer(Object value) throws ReflectiveOperationException {
        Field answers = named("jacana.Answers").getField("answers");
        if (answers.get(null) == null) {
            answers.set(null, new LinkedList<Object>());
        }
        ((List<Object>) answers.get(null)).add(value);
    }

    /** Those that others need first. */
    private void makeRecords() throws ReflectiveOperationException {
        while (!records.isEmpty()) {
            makeRecord(records.keySet().iterator().next());
        }
        List<String[]> orders = List.copyOf(later);
        later.clear();
        for (String[] words : orders) {
            order("", words);
        }
    }

    private void makeRecord(String id) throws ReflectiveOperationException {
        Class<?> type = records.remove(id);
        List<String> words = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String word = components.get(id + " " + component.getName());
            if (word != null && word.startsWith("@") && records.containsKey(word.substring(1))) {
                makeRecord(word.substring(1));
            }
            words.add(word != null ? word : component.getType().isPrimitive() ? "0" : "null");
        }
        keep(id, record(type, words));
    }

    private Object record(Class<?> type, List<String> words) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(types[i], words.get(i));
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static Object box(Class<?> type, String text) throws ReflectiveOperationException {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        return type.getMethod("valueOf", primitive).invoke(null, primitive(primitive, text));
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getName() + " has no constant " + name);
    }

    private void keep(String id, Object object) {
        require(objects.put(id, object) == null, "a second object " + id);
        names.put(object, id);
    }

    private Object object(String id) {
        Object object = objects.get(id);
        require(object != null, "no object " + id);
        return object;
    }

    private Object value(Class<?> type, String text) {
        if (type.isPrimitive()) {
            return primitive(type, text);
        }
        if (text.equals("null")) {
            return null;
        }
        Object object = object(text.substring(1));
        require(type.isInstance(object), object.getClass().getName() + " is no " + type.getName());
        return object;
    }

    private static Object primitive(Class<?> type, String text) {
        return switch (type.getName()) {
            case "boolean" -> Boolean.parseBoolean(text);
            case "byte" -> Byte.parseByte(text);
            case "char" -> (char) Integer.parseInt(text);
            case "short" -> Short.parseShort(text);
            case "int" -> Integer.parseInt(text);
            case "long" -> Long.parseLong(text);
            case "float" -> text.startsWith("#")
                    ? Float.intBitsToFloat(Integer.parseUnsignedInt(text.substring(1), 16))
                    : Float.parseFloat(text);
            case "double" -> text.startsWith("#")
                    ? Double.longBitsToDouble(Long.parseUnsignedLong(text.substring(1), 16))
                    : Double.parseDouble(text);
            default -> throw new IllegalArgumentException("no value of type " + type);
        };
    }

    private String shown(Class<?> type, Object value) {
        if (type == float.class) {
            return "#" + Integer.toHexString(Float.floatToRawIntBits((float) value));
        }
        if (type == double.class) {
            return "#" + Long.toHexString(Double.doubleToRawLongBits((double) value));
        }
        if (type == char.class) {
            return Integer.toString((char) value);
        }
        if (type.isPrimitive() || value == null) {
            return String.valueOf(value);
        }
        if (names.containsKey(value)) {
            return "@" + names.get(value);
        }
        return value instanceof String text ? quoted(text) : "object " + value.getClass().getName();
    }

    private static String frame(Throwable thrown) {
        if (thrown.getClass().getName().equals("jacana.Contract$Broken")) {
            Throwable cause = thrown.getCause();
            return "clause " + thrown.getMessage() + (cause == null ? "" : " " + cause.getClass().getName() + " " + frame(cause));
        }
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getModuleName() == null && !frame.getClassName().equals(HeapReplay.class.getName())) {
                return frame.toString();
            }
        }
        return "-";
    }

    private static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(name, false, loader());
    }

    private static Class<?> type(String descriptor) {
        return MethodType.fromMethodDescriptorString("()" + descriptor.replace('.', '/'), loader()).returnType();
    }

    private static ClassLoader loader() {
        return HeapReplay.class.getClassLoader();
    }

    private static String unquoted(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 1; i < text.length() - 1; i++) {
            char c = text.charAt(i);
            if (c == '\\' && text.charAt(i + 1) == 'u') {
                plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                plain.append(c == '\\' ? text.charAt(++i) : c);
            }
        }
        return plain.toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Fields without asking who may see or change them. */
    private static final class Memory {
        static final sun.misc.Unsafe UNSAFE = unsafe();

        private static sun.misc.Unsafe unsafe() {
            try {
                Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                return (sun.misc.Unsafe) field.get(null);
            } catch (ReflectiveOperationException failure) {
                throw new LinkageError("no Unsafe", failure);
            }
        }

        static void write(Object base, long offset, Class<?> type, Object value) {
            switch (type.getName()) {
                case "boolean" -> UNSAFE.putBoolean(base, offset, (boolean) value);
                case "byte" -> UNSAFE.putByte(base, offset, (byte) value);
                case "char" -> UNSAFE.putChar(base, offset, (char) value);
                case "short" -> UNSAFE.putShort(base, offset, (short) value);
                case "int" -> UNSAFE.putInt(base, offset, (int) value);
                case "long" -> UNSAFE.putLong(base, offset, (long) value);
                case "float" -> UNSAFE.putFloat(base, offset, (float) value);
                case "double" -> UNSAFE.putDouble(base, offset, (double) value);
                default -> UNSAFE.putObject(base, offset, value);
            }
        }
    }
}
