package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.TableSummary;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import io.pgconvoy.status.domain.MigrationStatus;
import io.pgconvoy.status.domain.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a migration did, for standard output: a table for people, JSON for programs. Pure. */
public final class SummaryTable {
    /** More tables than anybody reads, and the largest come first; JSON has them all. */
    static final int TABLES_SHOWN = 30;

    private static final int NAME_COLUMNS = 50;

    private SummaryTable() {}

    /**
     * The same as JSON: whole numbers, times and durations as ISO 8601.
     *
     * @param summary present when it is complete
     */
    public record Report(
            String apiVersion,
            MigrationId name,
            String phase,
            Optional<Instant> startedAt,
            Optional<Instant> completedAt,
            Optional<Summary> summary,
            List<Failure> failures,
            List<RequestError> errors) {}

    /** Valid JSON and a line end, whatever became of the migration. */
    public static String json(Outcome outcome) {
        Projection projection = outcome.projection();
        MigrationStatus status = projection.status();
        if (outcome.exitCode() == ExitCode.REJECTED) {
            return json(new Report(
                    MigrationStatus.API_VERSION,
                    status.name(),
                    "Rejected",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    status.errors()));
        }
        Report report = new Report(
                MigrationStatus.API_VERSION,
                status.name(),
                status.phase(),
                status.startedAt(),
                status.completedAt(),
                projection.state() instanceof Completed c ? Optional.of(c.summary()) : Optional.empty(),
                status.failures(),
                status.errors());
        return json(report);
    }

    private static String json(Report report) {
        return new Codec("pgconvoy/cli").writePretty(report) + "\n";
    }

    /** Both tables; empty for a migration that is not complete, and for a refused request whose name a complete one has. */
    public static String text(Outcome outcome) {
        return outcome.exitCode() == ExitCode.DONE && outcome.projection().state() instanceof Completed c
                ? text(c.summary())
                : "";
    }

    static String text(Summary summary) {
        return tables(summary) + "\n" + steps(summary) + warnings(summary);
    }

    private static String warnings(Summary summary) {
        return summary.warnings().orElse(List.of()).stream()
                .map(w -> "\n" + Printable.of(Notes.warning(w)))
                .collect(Collectors.joining())
                .transform(lines -> lines.isEmpty() ? "" : lines + "\n");
    }

    private static String tables(Summary summary) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Table", "Parts", "Rows", "Bytes", "Copy time", "Index time"));
        summary.tables().stream().limit(TABLES_SHOWN).forEach(t -> rows.add(tableRow(t)));
        int more = summary.tables().size() - TABLES_SHOWN;
        if (more > 0) {
            rows.add(List.of("and " + Human.count(more) + " more (all with -o json)", "", "", "", "", ""));
        }
        long largeObjects = summary.bytes()
                - summary.tables().stream().mapToLong(TableSummary::bytes).sum();
        if (largeObjects > 0) {
            rows.add(List.of("(large objects)", "", "", Human.bytes(largeObjects), "", ""));
        }
        rows.add(tableRow("(all)", summary));
        return layOut(rows);
    }

    private static List<String> tableRow(TableSummary t) {
        return List.of(
                Printable.of(t.table().toString()),
                Integer.toString(t.parts()),
                Human.count(t.rows()),
                Human.bytes(t.bytes()),
                orDash(t.copy()),
                orDash(t.index()));
    }

    private static List<String> tableRow(String name, Summary summary) {
        return List.of(
                name,
                Integer.toString(
                        summary.tables().stream().mapToInt(TableSummary::parts).sum()),
                Human.count(summary.rows()),
                Human.bytes(summary.bytes()),
                orDash(summary.tables().stream().map(TableSummary::copy).reduce(Duration.ZERO, Duration::plus)),
                orDash(summary.tables().stream().map(TableSummary::index).reduce(Duration.ZERO, Duration::plus)));
    }

    private static String steps(Summary summary) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Step", "Wall clock", "Cumulative", "Concurrency"));
        summary.steps().forEach(s -> rows.add(stepRow(s)));
        rows.add(List.of("(all)", Human.duration(summary.took()), "", ""));
        return layOut(rows);
    }

    private static List<String> stepRow(StepSummary s) {
        return List.of(
                Printable.of(s.step()),
                Human.duration(s.wallClock()),
                Human.duration(s.cumulative()),
                Integer.toString(s.concurrency()));
    }

    private static String orDash(Duration duration) {
        return duration.isZero() ? "-" : Human.duration(duration);
    }

    /** First column to the left, numbers to the right; a rule below the head and above the last row. */
    private static String layOut(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], Printable.columns(row.get(i)));
            }
        }
        widths[0] = Math.min(widths[0], NAME_COLUMNS);
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(Printable.left(row.getFirst(), widths[0]));
            for (int i = 1; i < columns; i++) {
                line.append("  ").append(Printable.right(row.get(i), widths[i]));
            }
            lines.add(line.toString().stripTrailing());
        }
        int length = 2 * (columns - 1);
        for (int width : widths) {
            length += width;
        }
        lines.add(lines.size() - 1, "-".repeat(length));
        lines.add(1, "-".repeat(length));
        return String.join("\n", lines) + "\n";
    }
}
