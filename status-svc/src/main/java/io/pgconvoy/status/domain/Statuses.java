package io.pgconvoy.status.domain;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.RunStatements;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.contract.state.JobBoard;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.contract.state.MigrationState.Failed;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import io.pgconvoy.status.domain.MigrationStatus.Bytes;
import io.pgconvoy.status.domain.MigrationStatus.CloneProgress;
import io.pgconvoy.status.domain.MigrationStatus.JobError;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the status object out of a projection. Pure. */
final class Statuses {
    private Statuses() {}

    static MigrationStatus of(Projection p) {
        Optional<Course> course = p.state() instanceof Accepted a ? Optional.of(a.course()) : Optional.empty();
        return new MigrationStatus(
                MigrationStatus.API_VERSION,
                p.migration(),
                p.state().phase(),
                Stages.of(p.state()),
                p.conditions().all(),
                progress(p),
                p.work().map(Working::generation).filter(g -> hadSnapshot(p, g)),
                course.map(Course::acceptedAt),
                course.flatMap(Statuses::endedAt).or(p::rejectedAt),
                p.updatedAt(),
                p.state() instanceof Failed f ? f.failures() : List.of(),
                lastErrors(p),
                p.rejection().map(MigrationRejected::errors).orElse(List.of()),
                p.decisions().stream().limit(MigrationStatus.DECISIONS_SHOWN).toList(),
                p.decisions().size(),
                steps(p),
                observedOffsets(p));
    }

    private static Optional<Instant> endedAt(Course course) {
        return Stream.of(MigrationCompleted.class, MigrationFailed.class, MigrationCancelled.class)
                .flatMap(end -> course.last(end).stream())
                .findFirst();
    }

    private static boolean hadSnapshot(Projection p, Generation generation) {
        return generation.number() > 1
                || !(p.work().orElseThrow() instanceof Preparing s)
                || s.snapshot().isPresent();
    }

    private static List<StepSummary> steps(Projection p) {
        return p.state() instanceof Completed c ? c.summary().steps() : List.of();
    }

    private static Map<String, Long> observedOffsets(Projection p) {
        return p.observed().map(o -> Map.of(o.topicPartition(), o.offset())).orElse(Map.of());
    }

    /** Half a plan would show totals that grow: it is shown when it is whole. */
    private static Optional<CloneProgress> progress(Projection p) {
        return p.work().filter(w -> !(w instanceof Preparing)).map(w -> progress(w.board(), p.live()));
    }

    private static CloneProgress progress(JobBoard board, LiveSamples live) {
        Count parts = Count.NONE;
        Count indexes = Count.NONE;
        Count jobs = Count.NONE;
        int running = 0;
        long rows = 0;
        long bytes = 0;
        long planned = 0;
        long covered = 0;
        for (JobTrack track : board.all()) {
            int done = track.isDone() ? 1 : 0;
            jobs = jobs.plus(done, 1);
            running += track.status() == JobTrack.Status.RUNNING ? 1 : 0;
            Job job = track.job();
            if (isCopy(job)) {
                parts = parts.plus(done, 1);
                rows += job.stage() == Stage.COPY ? TableTally.rows(track, live) : 0;
                long copied = TableTally.bytes(track, live);
                bytes += copied;
                planned += job.estimatedBytes();
                covered += track.isDone() ? job.estimatedBytes() : Math.min(job.estimatedBytes(), copied);
            } else if (job.stage() == Stage.INDEX && job instanceof RunStatements builds) {
                int statements = builds.statements().size();
                indexes = indexes.plus(done * statements, statements);
            }
        }
        Count tables = TableTally.of(board, live).tables().stream()
                .filter(t -> t.partCount().total() > 0)
                .map(t -> t.partCount().isComplete() ? 1 : 0)
                .reduce(Count.NONE, (c, d) -> c.plus(d, 1), (a, b) -> a.plus(b.done(), b.total()));
        return new CloneProgress(
                tables,
                parts,
                indexes,
                jobs,
                running,
                rows,
                new Bytes(bytes, planned, percent(parts, covered, planned)));
    }

    /** A job counts by its planned bytes when it is done, so that estimates can neither pass 100 nor stop short of it. */
    private static int percent(Count parts, long covered, long planned) {
        if (parts.isComplete()) {
            return 100;
        }
        return planned == 0 ? 0 : (int) Math.min(99, covered * 100.0 / planned);
    }

    private static boolean isCopy(Job job) {
        return job.stage() == Stage.COPY || job.stage() == Stage.LARGE_OBJECTS;
    }

    private static List<JobError> lastErrors(Projection p) {
        return p.work().stream()
                .flatMap(w -> w.board().all().stream())
                .filter(t -> !t.isDone() && t.lastFailure().isPresent())
                .sorted(Comparator.comparingInt(JobTrack::failures)
                        .reversed()
                        .thenComparing(t -> t.job().id().value()))
                .limit(MigrationStatus.ERRORS_SHOWN)
                .map(t ->
                        new JobError(t.job().id(), t.attempt(), t.lastFailure().orElseThrow()))
                .toList();
    }
}
