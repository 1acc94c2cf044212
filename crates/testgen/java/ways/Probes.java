package jacana.probe;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * An agent for java: some classes get their probes as they are loaded, and which of them are passed is remembered until somebody takes it. The option
 * is a file with the names of the classes, their class files with probes, and the ways out of their switches.
 */
public final class Probes {
    private static final Map<String, byte[]> CLASSES = new HashMap<>();
    private static int[][] keys = new int[0][];
    private static int[][] ways = new int[0][];
    private static BitSet passed = new BitSet();

    private Probes() {
    }

    public static void premain(String orders, Instrumentation instrumentation) throws Exception {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(orders)))) {
            read(in);
        }
        // Classes of a module call what is in none.
        Set<Module> here = Collections.singleton(Probes.class.getModule());
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(Module module, ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                byte[] probed = name == null || old != null ? null : CLASSES.get(name);
                if (probed != null && module.isNamed()) {
                    instrumentation.redefineModule(module, here, Map.of(), Map.of(), Set.of(), Map.of());
                }
                return probed;
            }
        });
    }

    private static void read(DataInputStream in) throws Exception {
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            CLASSES.put(name, in.readNBytes(in.readInt()));
        }
        int numbers = in.readInt();
        keys = new int[numbers][];
        ways = new int[numbers][];
        for (int left = in.readInt(); left > 0; left--) {
            int number = in.readInt();
            keys[number] = new int[in.readInt()];
            ways[number] = new int[keys[number].length];
            for (int at = 0; at < keys[number].length; at++) {
                keys[number][at] = in.readInt();
                ways[number][at] = in.readInt();
            }
        }
    }

    /** The numbers that were passed since the last time. */
    public static synchronized BitSet take() {
        BitSet all = passed;
        passed = new BitSet();
        return all;
    }

    public static synchronized void at(int number) {
        passed.set(number);
    }

    private static void branch(boolean jumped, int number) {
        at(jumped ? number + 1 : number);
    }

    public static void way(int key, int number) {
        int at = Arrays.binarySearch(keys[number], key);
        at(at < 0 ? number : number + ways[number][at]);
    }

    public static void ifeq(int a, int number) {
        branch(a == 0, number);
    }

    public static void ifne(int a, int number) {
        branch(a != 0, number);
    }

    public static void iflt(int a, int number) {
        branch(a < 0, number);
    }

    public static void ifge(int a, int number) {
        branch(a >= 0, number);
    }

    public static void ifgt(int a, int number) {
        branch(a > 0, number);
    }

    public static void ifle(int a, int number) {
        branch(a <= 0, number);
    }

    public static void if_icmpeq(int a, int b, int number) {
        branch(a == b, number);
    }

    public static void if_icmpne(int a, int b, int number) {
        branch(a != b, number);
    }

    public static void if_icmplt(int a, int b, int number) {
        branch(a < b, number);
    }

    public static void if_icmpge(int a, int b, int number) {
        branch(a >= b, number);
    }

    public static void if_icmpgt(int a, int b, int number) {
        branch(a > b, number);
    }

    public static void if_icmple(int a, int b, int number) {
        branch(a <= b, number);
    }

    public static void if_acmpeq(Object a, Object b, int number) {
        branch(a == b, number);
    }

    public static void if_acmpne(Object a, Object b, int number) {
        branch(a != b, number);
    }

    public static void ifnull(Object a, int number) {
        branch(a == null, number);
    }

    public static void ifnonnull(Object a, int number) {
        branch(a != null, number);
    }
}
