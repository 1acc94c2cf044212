package jacana.probe;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An agent for java that measures coverage: classes get their probes as they are loaded, and those that the JVM has already get theirs at once. It
 * remembers which numbers were passed. The option is a file that says which classes, and with which class files.
 */
public final class Passed {
    private static boolean[] hits = new boolean[0];
    /** Probes that may still be passed, or turns that loops of a mutant have left. */
    private static long turns = Long.MAX_VALUE;
    private static Instrumentation instrumentation;
    /** By name: pairs of a class file, empty if any is meant, and the same with probes. */
    private static final Map<String, byte[][]> CLASSES = new HashMap<>();

    private Passed() {
    }

    public static void premain(String orders, Instrumentation given) throws Exception {
        instrumentation = given;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(orders)))) {
            read(in);
        }
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(Module module, ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                byte[][] known = name == null ? null : CLASSES.get(name);
                return known != null && (known[0].length == 0 || Arrays.equals(known[0], bytes)) ? known[1] : null;
            }
        }, true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> one : instrumentation.getAllLoadedClasses()) {
            if (CLASSES.containsKey(one.getName().replace('.', '/')) && instrumentation.isModifiableClass(one)) {
                loaded.add(one);
            }
        }
        if (!loaded.isEmpty()) {
            instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
        }
    }

    private static void read(DataInputStream in) throws IOException {
        hits = new boolean[Probes.readSwitches(in)];
        for (int left = in.readInt(); left > 0; left--) {
            // What classes of a module call is in no module.
            ModuleLayer.boot().findModule(in.readUTF()).ifPresent(module -> {
                instrumentation.redefineModule(module, Set.of(Passed.class.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
            });
        }
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            byte[] before = in.readNBytes(in.readInt());
            byte[] after = in.readNBytes(in.readInt());
            CLASSES.put(name, new byte[][] {before, after});
        }
    }

    /** All classes that the JVM has by now. */
    public static Class<?>[] loaded() {
        return instrumentation == null ? new Class<?>[0] : instrumentation.getAllLoadedClasses();
    }

    public static void at(int number) {
        hits[number] = true;
        turn();
    }

    /** The class has another class file from now on. */
    public static void redefine(Class<?> changed, byte[] bytes) throws Exception {
        instrumentation.redefineClasses(new ClassDefinition(changed, bytes));
    }

    /** How often probes may be passed, or loops of a mutant go round. */
    public static void allow(long more) {
        turns = more;
    }

    public static void turn() {
        if (--turns < 0) {
            throw new Endless();
        }
    }

    /** What ends a loop that does not end. */
    public static final class Endless extends Error {
        private static final long serialVersionUID = 1;

        private Endless() {
            super("a loop does not end", null, false, false);
        }
    }

    /** By number, whether a probe was passed: whoever clears it starts over. */
    public static boolean[] hits() {
        return hits;
    }
}
