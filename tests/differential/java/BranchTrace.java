import java.io.DataOutputStream;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.HashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * An agent for java: the way of the first thread through the branches of the program, its library left out. At the end the working folder has
 * `places.txt`, a line for each branch (class, method, number of the instruction), and `ways.bin`, two numbers for each time that one was
 * passed: place and side.
 */
public final class BranchTrace {
    private static final int MOST = 20_000_000;

    private static final Thread FIRST = Thread.currentThread();
    private static final List<String> PLACES = new ArrayList<>();
    /** For switches: which way a value goes. */
    private static final List<Map<Integer, Integer>> WAYS = new ArrayList<>();
    private static int[] passed = new int[1 << 16];
    private static int count;

    public static void premain(String options, Instrumentation instrumentation) {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                boolean own = loader != null && name != null && !name.startsWith("BranchTrace") && !name.startsWith("org/objectweb/asm/");
                return own ? instrumented(bytes) : null;
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(BranchTrace::write));
    }

    private static void write() {
        try {
            synchronized (PLACES) {
                Files.write(Path.of("places.txt"), PLACES);
            }
            try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream("ways.bin")))) {
                for (int at = 0; at < count; at++) {
                    out.writeInt(passed[at]);
                }
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static byte[] instrumented(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                return new Branches(next, reader.getClassName() + "." + name + descriptor);
            }
        }, 0);
        return writer.toByteArray();
    }

    private static int place(String method, int instruction, Map<Integer, Integer> ways) {
        synchronized (PLACES) {
            PLACES.add(method + " " + instruction);
            WAYS.add(ways);
            return PLACES.size() - 1;
        }
    }

    private static void pass(int place, int side) {
        if (Thread.currentThread() != FIRST || count + 2 > MOST) {
            return;
        }
        if (count + 2 > passed.length) {
            passed = Arrays.copyOf(passed, passed.length * 2);
        }
        passed[count++] = place;
        passed[count++] = side;
    }

    public static void number(int value, int opcode, int place) {
        numbers(value, 0, opcode - Opcodes.IFEQ + Opcodes.IF_ICMPEQ, place);
    }

    public static void numbers(int a, int b, int opcode, int place) {
        boolean taken = switch (opcode) {
            case Opcodes.IF_ICMPEQ -> a == b;
            case Opcodes.IF_ICMPNE -> a != b;
            case Opcodes.IF_ICMPLT -> a < b;
            case Opcodes.IF_ICMPGE -> a >= b;
            case Opcodes.IF_ICMPGT -> a > b;
            default -> a <= b;
        };
        pass(place, taken ? 1 : 0);
    }

    public static void reference(Object value, int place) {
        pass(place, value == null ? 1 : 0);
    }

    public static void references(Object a, Object b, int place) {
        pass(place, a == b ? 1 : 0);
    }

    public static void way(int value, int place) {
        pass(place, WAYS.get(place).getOrDefault(value, -1));
    }

    private static final class Branches extends MethodVisitor {
        private final String method;
        private int instruction;

        Branches(MethodVisitor next, String method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        private void number(int value) {
            super.visitLdcInsn(value);
        }

        private void call(String name, String descriptor) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "BranchTrace", name, descriptor, false);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE) {
                super.visitInsn(Opcodes.DUP);
                number(opcode);
                number(place(method, instruction, null));
                call("number", "(III)V");
            } else if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
                super.visitInsn(Opcodes.DUP2);
                number(opcode);
                number(place(method, instruction, null));
                call("numbers", "(IIII)V");
            } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
                super.visitInsn(Opcodes.DUP);
                number(place(method, instruction, null));
                call("reference", "(Ljava/lang/Object;I)V");
            } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
                super.visitInsn(Opcodes.DUP2);
                number(place(method, instruction, null));
                call("references", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
            }
            instruction++;
            super.visitJumpInsn(opcode, label);
        }

        private void aSwitch(int[] keys, Label[] labels, Label other) {
            Map<Label, Integer> targets = new HashMap<>();
            targets.put(other, -1);
            Map<Integer, Integer> ways = new HashMap<>();
            for (int at = 0; at < keys.length; at++) {
                targets.putIfAbsent(labels[at], at);
                ways.put(keys[at], targets.get(labels[at]));
            }
            super.visitInsn(Opcodes.DUP);
            number(place(method, instruction, ways));
            call("way", "(II)V");
            instruction++;
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
            int[] keys = new int[labels.length];
            Arrays.setAll(keys, at -> min + at);
            aSwitch(keys, labels, other);
            super.visitTableSwitchInsn(min, max, other, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            aSwitch(keys, labels, other);
            super.visitLookupSwitchInsn(other, keys, labels);
        }

        @Override
        public void visitInsn(int opcode) {
            instruction++;
            super.visitInsn(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            instruction++;
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            instruction++;
            super.visitVarInsn(opcode, variable);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            instruction++;
            super.visitTypeInsn(opcode, type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            instruction++;
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            instruction++;
            super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            instruction++;
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        @Override
        public void visitLdcInsn(Object value) {
            instruction++;
            super.visitLdcInsn(value);
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            instruction++;
            super.visitIincInsn(variable, increment);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            instruction++;
            super.visitMultiANewArrayInsn(descriptor, dimensions);
        }
    }
}
