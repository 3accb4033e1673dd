package io.pgconvoy.runner.cases;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The results of all cases. */
public final class CasesReport {
    private final List<CaseResult> results = new ArrayList<>();

    /**
     * Runs the cases of a folder.
     *
     * @param wanted ids; empty for all
     * @param line is given a line for each run as soon as it has ended
     */
    public static CasesReport of(CaseRunner runner, Path folder, List<String> wanted, Consumer<String> line)
            throws IOException {
        CasesReport report = new CasesReport();
        for (CaseFolder each : CaseFolder.in(folder, wanted)) {
            if (runner.stopped()) {
                break;
            }
            for (CaseResult result : runner.run(each)) {
                report.results.add(result);
                line.accept(result.line());
            }
        }
        return report;
    }

    /** At least one case was run, and each had its right outcome. */
    public boolean allRight() {
        return !results.isEmpty() && results.stream().allMatch(CaseResult::isRight);
    }

    /** Counts of what was wanted against what was got. */
    public String table() {
        Map<String, Integer> counts = new TreeMap<>();
        for (CaseResult each : results) {
            String row = String.format(
                    "%-16s %-20s %s", each.wanted().right().word(), each.got(), each.isRight() ? "" : "WRONG");
            counts.merge(row, 1, Integer::sum);
        }
        StringBuilder table = new StringBuilder(String.format("%n%-5s %-16s %s%n", "runs", "wanted", "got"));
        counts.forEach(
                (row, count) -> table.append(String.format("%5d %s", count, row).stripTrailing())
                        .append('\n'));
        long right = results.stream().filter(CaseResult::isRight).count();
        Duration took = results.stream().map(CaseResult::took).reduce(Duration.ZERO, Duration::plus);
        return table.append(String.format("%d of %d right, in %d s%n", right, results.size(), took.toSeconds()))
                .toString();
    }
}
