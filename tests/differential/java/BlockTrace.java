import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * An agent for java: which basic blocks are entered. `BLOCKS:HITS` are two files. The first has a line for each method, `class method firsts`: the numbers of
 * the instructions that begin a block. At the end the second has the numbers of the blocks that were entered, counted through all lines. Classes
 * may belong to the JDK, and may have been loaded before.
 */
public final class BlockTrace {
    private final Map<String, Map<String, Method>> wanted = new HashMap<>();
    private int count;

    private record Method(int block, int[] firsts) {}

    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        String[] files = options.split(":");
        BlockTrace trace = new BlockTrace();
        try (Stream<String> lines = Files.lines(Path.of(files[0]))) {
            lines.forEach(trace::want);
        }
        BlockHits.hits = new boolean[trace.count];
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                Map<String, Method> methods = name == null ? null : trace.wanted.get(name);
                return methods == null ? null : traced(name, bytes, methods);
            }
        }, true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> one : instrumentation.getAllLoadedClasses()) {
            if (trace.wanted.containsKey(one.getName().replace('.', '/'))) {
                loaded.add(one);
            }
        }
        if (!loaded.isEmpty()) {
            instrumentation.retransformClasses(loaded.toArray(Class[]::new));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> write(Path.of(files[1]))));
    }

    private void want(String line) {
        String[] words = line.split(" ");
        int[] firsts = Stream.of(words).skip(2).mapToInt(Integer::parseInt).toArray();
        wanted.computeIfAbsent(words[0], name -> new HashMap<>()).put(words[1], new Method(count, firsts));
        count += firsts.length;
    }

    private static void write(Path file) {
        List<String> lines = new ArrayList<>();
        for (int block = 0; block < BlockHits.hits.length; block++) {
            if (BlockHits.hits[block]) {
                lines.add(Integer.toString(block));
            }
        }
        try {
            Files.write(file, lines);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** What goes wrong here would be swallowed. */
    private static byte[] traced(String name, byte[] bytes, Map<String, Method> methods) {
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassNode node = new ClassNode();
            reader.accept(node, 0);
            for (MethodNode method : node.methods) {
                Method wanted = methods.get(method.name + method.desc);
                if (wanted != null) {
                    trace(method, wanted);
                }
            }
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            node.accept(writer);
            return writer.toByteArray();
        } catch (RuntimeException failed) {
            System.err.println("BlockTrace: " + name + ": " + failed);
            return null;
        }
    }

    private static void trace(MethodNode method, Method wanted) {
        int block = wanted.block;
        int next = 0;
        int number = 0;
        Map<LabelNode, LabelNode> moved = new HashMap<>();
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (node.getOpcode() < 0) {
                continue;
            }
            if (next < wanted.firsts.length && wanted.firsts[next] == number) {
                InsnList hit = new InsnList();
                hit.add(new LdcInsnNode(block + next));
                hit.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "BlockHits", "hit", "(I)V", false));
                if (node.getOpcode() == Opcodes.NEW) {
                    // Frames name an object that is not yet initialised by its instruction, which is no longer where its labels are.
                    LabelNode here = new LabelNode();
                    hit.add(here);
                    for (AbstractInsnNode at = node.getPrevious(); at != null && at.getOpcode() < 0; at = at.getPrevious()) {
                        if (at instanceof LabelNode label) {
                            moved.put(label, here);
                        }
                    }
                }
                method.instructions.insertBefore(node, hit);
                next++;
            }
            number++;
        }
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof FrameNode frame) {
                replace(frame.local, moved);
                replace(frame.stack, moved);
            }
        }
    }

    private static void replace(List<Object> types, Map<LabelNode, LabelNode> moved) {
        if (types != null) {
            types.replaceAll(type -> type instanceof LabelNode label ? moved.getOrDefault(label, label) : type);
        }
    }
}
