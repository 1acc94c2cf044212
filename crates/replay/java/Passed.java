package jacana.probe;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An agent for java: classes of the program get their probes as they are loaded, and the way of the first thread through them is written down. The
 * options are two files: what to do, and where to tell at the end what happened.
 */
public final class Passed {
    /** Turns that are kept; the others are part of the sum. */
    private static final int MOST = 4_000_000;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private static final Thread FIRST = Thread.currentThread();
    private static int[] passed = new int[1 << 12];
    private static int kept;
    private static long count;
    private static long sum;
    private static volatile boolean others;

    /** By name: pairs of a class file and the same with probes. */
    private static final Map<String, byte[][]> CLASSES = new HashMap<>();
    private static final Set<String> IGNORED = new TreeSet<>();
    private static final Set<String> UNKNOWN = Collections.synchronizedSet(new TreeSet<>());

    /** Files that are read in place of others. */
    private static final Map<String, String> FILES = new HashMap<>();

    private Passed() {
    }

    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        String[] files = options.split(",", 2);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(files[0])))) {
            read(in, instrumentation);
        }
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(Module module, ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                return loader == null || name == null || module.isNamed() ? null : probed(name, bytes);
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                write(files[1]);
            }
        });
    }

    private static void read(DataInputStream in, Instrumentation instrumentation) throws Exception {
        for (int left = in.readInt(); left > 0; left--) {
            IGNORED.add(in.readUTF());
        }
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            byte[][] before = CLASSES.getOrDefault(name, new byte[0][]);
            byte[][] after = Arrays.copyOf(before, before.length + 2);
            after[before.length] = in.readNBytes(in.readInt());
            after[before.length + 1] = in.readNBytes(in.readInt());
            CLASSES.put(name, after);
        }
        Probes.readSwitches(in);
        for (int left = in.readInt(); left > 0; left--) {
            FILES.put(new File(in.readUTF()).getCanonicalPath(), in.readUTF());
        }
        int changes = in.readInt();
        if (changes > 0) {
            // What the changed classes call is in no module.
            Set<Module> here = Collections.singleton(Passed.class.getModule());
            instrumentation.redefineModule(Object.class.getModule(), here, Map.of(), Map.of(), Set.of(), Map.of());
        }
        for (int left = changes; left > 0; left--) {
            Class<?> changed = Class.forName(in.readUTF());
            instrumentation.redefineClasses(new ClassDefinition(changed, in.readNBytes(in.readInt())));
        }
    }

    private static byte[] probed(String name, byte[] bytes) {
        byte[][] known = CLASSES.getOrDefault(name, new byte[0][]);
        for (int at = 0; at < known.length; at += 2) {
            if (Arrays.equals(known[at], bytes)) {
                return known[at + 1].length == 0 ? null : known[at + 1];
            }
        }
        if (!IGNORED.contains(name)) {
            UNKNOWN.add(name);
        }
        return null;
    }

    private static void write(String file) {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
            String[] unknown = UNKNOWN.toArray(new String[0]);
            out.writeInt(unknown.length);
            for (String name : unknown) {
                out.writeUTF(name);
            }
            out.writeBoolean(others);
            out.writeLong(count);
            out.writeLong(sum);
            out.writeInt(kept);
            for (int at = 0; at < kept; at++) {
                out.writeInt(passed[at]);
            }
            out.writeUTF("end");
        } catch (IOException error) {
            // Whoever waits for the file finds none that is complete.
        }
    }

    public static void at(int number) {
        if (Thread.currentThread() != FIRST) {
            others = true;
            return;
        }
        count++;
        sum = (sum ^ number) * FACTOR;
        sum ^= sum >>> 29;
        if (kept == passed.length && kept < MOST) {
            passed = Arrays.copyOf(passed, Math.min(MOST, kept * 2));
        }
        if (kept < passed.length) {
            passed[kept++] = number;
        }
    }

    private static String instead(String name) {
        try {
            return FILES.get(new File(name).getCanonicalPath());
        } catch (IOException error) {
            return null;
        }
    }

    /** The file that is opened where the program opens another one. */
    public static String file(String name) {
        String other = instead(name);
        return other == null ? name : other;
    }

    public static Object path(Object path) {
        String other = instead(path.toString());
        return other == null ? path : ((Path) path).getFileSystem().getPath(other);
    }
}
