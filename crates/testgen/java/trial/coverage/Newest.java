package jacana.trial;

import java.io.InputStream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.data.ExecutionDataStore;

/** Tells the newest version of class files that this JVM, JaCoCo's agent in it and JaCoCo's analysis all know. */
public final class Newest {
    /** Of Java 6: no agent is so old. */
    private static final int OLDEST = 50;
    private static final int BEFORE_JAVA_1 = 44;

    public static void main(String[] arguments) throws Exception {
        byte[] sample;
        try (InputStream file = Newest.class.getResourceAsStream("Sample.class")) {
            sample = file.readAllBytes();
        }
        for (int major = BEFORE_JAVA_1 + Runtime.version().feature(); major >= OLDEST; major--) {
            sample[6] = (byte) (major >> 8);
            sample[7] = (byte) major;
            if (isInstrumented(sample) && isAnalysed(sample)) {
                System.err.println("newest " + major);
                return;
            }
        }
    }

    /** The agent adds a method. */
    private static boolean isInstrumented(byte[] sample) {
        Class<?> defined = new Definer().define(sample);
        for (var method : defined.getDeclaredMethods()) {
            if (method.getName().equals("$jacocoInit")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAnalysed(byte[] sample) {
        try {
            new Analyzer(new ExecutionDataStore(), new CoverageBuilder()).analyzeClass(sample, "Sample");
            return true;
        } catch (Exception unknown) {
            return false;
        }
    }

    private static final class Definer extends ClassLoader {
        Class<?> define(byte[] file) {
            // Agents hear of classes by the name that is given here.
            return defineClass("jacana.trial.Sample", file, 0, file.length);
        }
    }
}
