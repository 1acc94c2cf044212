package jacana.trial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataReader;
import org.jacoco.core.data.ExecutionDataStore;

/** Execution data of JaCoCo: as bits (`probes`), as lines all of whose branches were taken (`lines`), or as counters of some classes taken together (`analysis`). */
public final class Coverage implements BiFunction<String, byte[], List<String>> {
    private final List<String> classes;

    public Coverage(List<String> classes) {
        this.classes = classes;
    }

    @Override
    public List<String> apply(String what, byte[] data) {
        try {
            ExecutionDataStore store = new ExecutionDataStore();
            ExecutionDataReader reader = new ExecutionDataReader(new ByteArrayInputStream(data));
            reader.setExecutionDataVisitor(store);
            reader.setSessionInfoVisitor(session -> {});
            reader.read();
            return switch (what) {
                case "probes" -> probes(store);
                case "lines" -> lines(store);
                default -> analysis(store);
            };
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private List<String> probes(ExecutionDataStore store) {
        List<String> lines = new ArrayList<>();
        for (ExecutionData execution : store.getContents()) {
            if (!classes.contains(execution.getName()) || !execution.hasHits()) {
                continue;
            }
            StringBuilder bits = new StringBuilder();
            for (boolean hit : execution.getProbes()) {
                bits.append(hit ? '1' : '0');
            }
            lines.add("probes " + execution.getName() + " " + bits);
        }
        lines.sort(null);
        return lines;
    }

    private List<String> lines(ExecutionDataStore store) throws IOException {
        List<String> lines = new ArrayList<>();
        for (IClassCoverage coverage : analysed(store).getClasses()) {
            for (int line = coverage.getFirstLine(); line >= 0 && line <= coverage.getLastLine(); line++) {
                ICounter branches = coverage.getLine(line).getBranchCounter();
                if (branches.getTotalCount() > 0 && branches.getMissedCount() == 0) {
                    lines.add("taken " + coverage.getName() + " " + line);
                }
            }
        }
        return lines;
    }

    private CoverageBuilder analysed(ExecutionDataStore store) throws IOException {
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(store, builder);
        for (String name : classes) {
            try (InputStream file = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                if (file != null) {
                    analyzer.analyzeClass(file, name);
                }
            }
        }
        return builder;
    }

    private List<String> analysis(ExecutionDataStore store) throws IOException {
        CoverageBuilder builder = analysed(store);
        if (!builder.getNoMatchClasses().isEmpty() || store.getContents().isEmpty()) {
            return List.of("unmeasured the class was loaded before the agent of JaCoCo, or changed by another");
        }
        List<String> lines = new ArrayList<>();
        for (Counter counter : Counter.values()) {
            int covered = 0;
            int total = 0;
            for (IClassCoverage coverage : builder.getClasses()) {
                covered += counter.of(coverage).getCoveredCount();
                total += counter.of(coverage).getTotalCount();
            }
            lines.add("counter " + counter.name().toLowerCase() + " " + covered + " " + total);
        }
        return lines;
    }

    private enum Counter {
        BRANCHES,
        LINES,
        INSTRUCTIONS;

        ICounter of(IClassCoverage coverage) {
            return switch (this) {
                case BRANCHES -> coverage.getBranchCounter();
                case LINES -> coverage.getLineCounter();
                case INSTRUCTIONS -> coverage.getInstructionCounter();
            };
        }
    }
}
