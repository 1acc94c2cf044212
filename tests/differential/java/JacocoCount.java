import java.io.File;
import java.io.InputStream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/** What JaCoCo counts: `EXECUTION CLASS...`. A line for each class: its name, branches covered and all, lines covered and all. */
public final class JacocoCount {
    public static void main(String[] words) throws Exception {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(new File(words[0]));
        for (int at = 1; at < words.length; at++) {
            CoverageBuilder builder = new CoverageBuilder();
            try (InputStream file = ClassLoader.getSystemResourceAsStream(words[at].replace('.', '/') + ".class")) {
                new Analyzer(loader.getExecutionDataStore(), builder).analyzeClass(file, words[at]);
            }
            for (IClassCoverage one : builder.getClasses()) {
                System.out.println(words[at] + " " + one.getBranchCounter().getCoveredCount() + " " + one.getBranchCounter().getTotalCount()
                    + " " + one.getLineCounter().getCoveredCount() + " " + one.getLineCounter().getTotalCount());
            }
        }
    }
}
