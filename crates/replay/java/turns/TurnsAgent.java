package jacana.probe;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An agent for java that makes the threads of a program take their steps in a given order. Its option is the file with the schedule. */
public final class TurnsAgent {
    /** The thread group of the program. */
    static ThreadGroup group;

    /** Classes of the program by name: a class file, and the same with calls of `Turns`. */
    private static final Map<String, byte[][]> CLASSES = new HashMap<>();

    private TurnsAgent() {
    }

    public static void premain(String file, Instrumentation instrumentation) throws Throwable {
        Set<Module> here = Collections.singleton(TurnsAgent.class.getModule());
        Map<String, Set<Module>> opened = Map.of("java.lang", here, "jdk.internal.misc", here);
        instrumentation.redefineModule(Object.class.getModule(), here, Map.of(), opened, Set.of(), Map.of());
        Natives.find();
        group = Thread.currentThread().getThreadGroup();
        List<ClassDefinition> changes = new ArrayList<>();
        Set<String> begins = new HashSet<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
            for (int left = in.readInt(); left > 0; left--) {
                begins.add(in.readUTF());
            }
            for (int left = in.readInt(); left > 0; left--) {
                read(in, instrumentation, changes);
            }
            Site.read(in);
            Schedule.read(in);
            Site.readEnd(in);
        }
        Schedule.runner = Schedule.add(Thread.currentThread(), Turn.Place.RUNS);
        for (ClassDefinition change : changes) {
            String name = change.getDefinitionClass().getName();
            if (begins.contains(name)) {
                Site.BEGINS.add(name);
            }
        }
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(Module module, ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                byte[][] known = loader == null || name == null || module.isNamed() ? null : CLASSES.get(name);
                if (known == null) {
                    return null;
                }
                if (!Arrays.equals(known[0], bytes)) {
                    if (loader == ClassLoader.getSystemClassLoader()) {
                        Watcher.diverged("the class file of " + name.replace('/', '.') + " is not the one with which the order was found");
                    }
                    return null;
                }
                String dotted = name.replace('/', '.');
                if (begins.contains(dotted)) {
                    Site.BEGINS.add(dotted);
                }
                return known[1];
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(group, "jacana-end") {
            @Override
            public void run() {
                while (!Schedule.isFree() && Schedule.othersGoOn()) {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException nobody) {
                        continue;
                    }
                }
                int position = Schedule.position;
                if (!Schedule.isFree() && position < Schedule.kinds.length && !Schedule.isRunnersTurn()) {
                    Watcher.diverged("the program ended before step " + position + " of " + Schedule.kinds.length);
                }
            }
        });
        ThreadGroup system = group.getParent();
        new Watcher(system == null ? group : system).start();
        // Last: from here on what the first thread does counts.
        try {
            instrumentation.redefineClasses(changes.toArray(new ClassDefinition[0]));
        } catch (UnsupportedOperationException | java.lang.instrument.UnmodifiableClassException | LinkageError refused) {
            Watcher.end(Watcher.DIVERGED, "jacana: turns diverged: classes of the JDK cannot be changed: " + refused);
        }
    }

    private static void read(DataInputStream in, Instrumentation instrumentation, List<ClassDefinition> changes) throws Exception {
        String name = in.readUTF();
        boolean isOfJdk = in.readInt() != 0;
        byte[] before = in.readNBytes(in.readInt());
        byte[] after = in.readNBytes(in.readInt());
        if (!isOfJdk) {
            CLASSES.put(name, new byte[][] {before, after});
            return;
        }
        Class<?> changed = Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader());
        Set<Module> here = Collections.singleton(TurnsAgent.class.getModule());
        instrumentation.redefineModule(changed.getModule(), here, Map.of(), Map.of(), Set.of(), Map.of());
        changes.add(new ClassDefinition(changed, after));
    }
}
