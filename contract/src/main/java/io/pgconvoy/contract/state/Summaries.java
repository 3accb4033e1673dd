package io.pgconvoy.contract.state;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.MigrationEvent.SchemaFinished;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.TableSummary;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the summary of a finished migration out of its board. Pure. */
public final class Summaries {
    private Summaries() {}

    public static Summary of(Finalizing state, Instant now) {
        List<JobTrack> done =
                state.board().all().stream().filter(JobTrack::isDone).toList();
        List<StepSummary> steps = new ArrayList<>();
        Course course = state.course();
        Instant accepted = course.acceptedAt();
        Optional<Instant> preflight = course.last(PreflightPassed.class);
        Optional<Instant> restored = course.last(SchemaRestored.class);
        between("preflight", Optional.of(accepted), preflight).ifPresent(steps::add);
        between("schema", preflight, restored).ifPresent(steps::add);
        between("plan", restored, course.last(PlanCompleted.class)).ifPresent(steps::add);
        for (Stage stage : Stage.values()) {
            ofStage(stage, done).ifPresent(steps::add);
        }
        Optional<Instant> lastJob =
                done.stream().flatMap(t -> t.ended().stream()).max(Comparator.naturalOrder());
        between("post-data", lastJob.or(() -> course.last(CopyConfirmed.class)), course.last(SchemaFinished.class))
                .ifPresent(steps::add);
        List<TableSummary> tables = tables(done);
        return new Summary(
                tables,
                steps,
                tables.stream().mapToLong(TableSummary::rows).sum(),
                done.stream()
                        .filter(t -> copies(t.job().stage()))
                        .mapToLong(JobTrack::bytes)
                        .sum(),
                elapsed(accepted, now),
                course.warnings());
    }

    private static boolean copies(Stage stage) {
        return JobBoard.OF_THE_SNAPSHOT.contains(stage);
    }

    private static Optional<StepSummary> between(String step, Optional<Instant> from, Optional<Instant> to) {
        return from.flatMap(f -> to.map(t -> elapsed(f, t))).map(time -> new StepSummary(step, time, time, 1));
    }

    /** Times come from the clocks of several machines: never negative. */
    private static Duration elapsed(Instant from, Instant to) {
        return from.isBefore(to) ? Duration.between(from, to) : Duration.ZERO;
    }

    private static Optional<StepSummary> ofStage(Stage stage, List<JobTrack> done) {
        List<JobTrack> jobs =
                done.stream().filter(t -> t.job().stage() == stage).toList();
        Optional<Instant> first =
                jobs.stream().flatMap(t -> t.started().stream()).min(Comparator.naturalOrder());
        Optional<Instant> last = jobs.stream().flatMap(t -> t.ended().stream()).max(Comparator.naturalOrder());
        Duration cumulative = jobs.stream().map(JobTrack::took).reduce(Duration.ZERO, Duration::plus);
        return first.flatMap(f -> last.map(l -> new StepSummary(
                stage.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                elapsed(f, l),
                cumulative,
                mostAtOneTime(jobs))));
    }

    private static int mostAtOneTime(List<JobTrack> jobs) {
        TreeMap<Instant, Integer> changes = new TreeMap<>();
        for (JobTrack job : jobs) {
            job.started().ifPresent(at -> changes.merge(at, 1, Integer::sum));
            job.ended().ifPresent(at -> changes.merge(at, -1, Integer::sum));
        }
        int running = 0;
        int most = 0;
        for (int change : changes.values()) {
            running += change;
            most = Math.max(most, running);
        }
        return Math.max(most, jobs.isEmpty() ? 0 : 1);
    }

    /** Rows and bytes of a job that copied many tables are shown by table only where the job had one. */
    private static List<TableSummary> tables(List<JobTrack> done) {
        Map<TableName, TableSummary> byTable = new TreeMap<>();
        TableName small = new TableName("(many)", "small tables");
        for (JobTrack track : done) {
            Job job = track.job();
            TableName table = job.tables().size() == 1 ? job.tables().iterator().next() : small;
            boolean copy = job.stage() == Stage.COPY;
            boolean index = job.stage() == Stage.INDEX || job.stage() == Stage.CONSTRAINT;
            if (copy || index) {
                byTable.merge(
                        table,
                        new TableSummary(
                                table,
                                copy ? 1 : 0,
                                copy ? track.rows() : 0,
                                copy ? track.bytes() : 0,
                                copy ? track.took() : Duration.ZERO,
                                index ? track.took() : Duration.ZERO),
                        Summaries::sum);
            }
        }
        return byTable.values().stream()
                .sorted(Comparator.comparingLong(TableSummary::bytes).reversed().thenComparing(TableSummary::table))
                .toList();
    }

    private static TableSummary sum(TableSummary a, TableSummary b) {
        return new TableSummary(
                a.table(),
                a.parts() + b.parts(),
                a.rows() + b.rows(),
                a.bytes() + b.bytes(),
                a.copy().plus(b.copy()),
                a.index().plus(b.index()));
    }
}
