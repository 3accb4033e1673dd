package io.pgconvoy.planner.application;

import io.pgconvoy.contract.CloneSpec.OnSnapshotLoss;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.JobsPlanned;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import io.pgconvoy.contract.MigrationEvent.SchemaFinished;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import io.pgconvoy.contract.MigrationEvent.WorkConfirmed;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.contract.state.JobBoard;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import io.pgconvoy.contract.state.NextStep;
import io.pgconvoy.contract.state.Summaries;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.FailureException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes the planner's steps: does the work on the servers and says what has become a fact. Thread-safe. */
public final class Steps {
    private final Databases databases;
    private final Clock clock;

    public Steps(Databases databases, Clock clock) {
        this.databases = databases;
        this.clock = clock;
    }

    /** @return the facts that the step brought about, in order */
    List<MigrationEvent> take(MigrationState state, NextStep step, SnapshotKeeper keeper) {
        Course course = ((Accepted) state).course();
        MigrationId id = course.migration();
        return switch (step) {
            case NextStep.RunPreflight s -> preflight(course);
            case NextStep.OpenSnapshot s -> openSnapshot((Preparing) state, keeper);
            case NextStep.RestoreSchema s -> {
                databases.restoreSchema(
                        course, s.generation(), ((Preparing) state).snapshot().orElseThrow());
                yield List.of(new SchemaRestored(id, clock.instant()));
            }
            case NextStep.PlanJobs s -> plan((Preparing) state, s);
            case NextStep.ConfirmCopy s -> confirm((Copying) state, t -> isOfTheCopy(t.job()), CopyConfirmed::new);
            case NextStep.FinishSchema s -> {
                databases.finishSchema(course, ((Working) state).generation());
                yield List.of(new SchemaFinished(id, clock.instant()));
            }
            case NextStep.ConfirmWork s ->
                confirm((Finalizing) state, t -> true, (m, at, g) -> new WorkConfirmed(m, at));
            case NextStep.Complete s -> {
                databases.cleanUp(course);
                Instant now = clock.instant();
                yield List.of(new MigrationCompleted(id, now, Summaries.of((Finalizing) state, now)));
            }
            case NextStep.Fail s -> List.of(new MigrationFailed(id, clock.instant(), s.failures()));
            case NextStep.Cancel s -> List.of(new MigrationCancelled(id, clock.instant(), databases.cancel(course)));
            case NextStep.Nothing s -> List.of();
        };
    }

    private List<MigrationEvent> preflight(Course course) {
        return switch (databases.preflight(course)) {
            case PreflightResult.Passed passed -> List.of(passed.fact());
            case PreflightResult.Found found ->
                List.of(new MigrationFailed(course.migration(), clock.instant(), found.findings()));
        };
    }

    private List<MigrationEvent> openSnapshot(Preparing state, SnapshotKeeper keeper) {
        Set<JobId> keep = state.board().all().stream().map(t -> t.job().id()).collect(Collectors.toSet());
        HeldSnapshot snapshot = databases.openSnapshot(state.course(), state.generation(), keep);
        keeper.keep(state.generation(), snapshot);
        return List.of(
                new SnapshotOpened(state.course().migration(), clock.instant(), state.generation(), snapshot.id()));
    }

    /** Holds the generation's snapshot again, adopted from a worker, or says that it is lost. */
    List<MigrationEvent> regainSnapshot(Working state, SnapshotKeeper keeper) {
        Course course = state.course();
        Generation generation = state.generation();
        try {
            HeldSnapshot snapshot = databases.adoptSnapshot(course, generation, candidates(state));
            keeper.keep(generation, snapshot);
            return List.of(new SnapshotAdopted(course.migration(), clock.instant(), generation, snapshot.id()));
        } catch (FailureException e) {
            if (e.failure().kind() != Failure.Kind.SNAPSHOT_GONE) {
                throw e;
            }
            return lost(course, generation, e.failure());
        }
    }

    private List<MigrationEvent> lost(Course course, Generation generation, Failure why) {
        Instant now = clock.instant();
        if (course.spec().cloning().onSnapshotLossOrDefault() == OnSnapshotLoss.FAIL) {
            Failure failure = Failure.of(
                    ErrorCode.SNAPSHOT_GONE,
                    "every holder of the snapshot is gone, and clone.onSnapshotLoss is fail: " + why.what(),
                    "submit the migration again under another name, to an empty target");
            return List.of(new MigrationFailed(course.migration(), now, List.of(failure)));
        }
        return List.of(new SnapshotLost(course.migration(), now, generation, why.what()));
    }

    private static List<String> candidates(Working state) {
        return switch (state) {
            case Preparing s ->
                Stream.concat(s.snapshot().stream(), s.holders().snapshots().stream())
                        .toList();
            case Copying s ->
                Stream.concat(Stream.of(s.snapshot()), s.holders().snapshots().stream())
                        .toList();
            default -> List.of();
        };
    }

    private List<MigrationEvent> plan(Preparing state, NextStep.PlanJobs step) {
        Course course = state.course();
        MigrationId id = course.migration();
        Plan plan = databases.plan(course, step.generation(), state.snapshot().orElseThrow(), !step.buildsArePlanned());
        List<MigrationEvent> facts = new ArrayList<>();
        List<Job> jobs = plan.jobs();
        for (List<Job> some : PlanRecords.of(jobs)) {
            facts.add(new JobsPlanned(id, clock.instant(), step.generation(), some));
        }
        facts.add(new PlanCompleted(id, clock.instant(), step.generation(), jobs.size(), plan.decisions()));
        return facts;
    }

    private interface Confirmation {
        MigrationEvent of(MigrationId migration, Instant at, Generation generation);
    }

    /** A done job whose receipt is not on the target's disk is owed again: the target lost its last commits in a crash. */
    private List<MigrationEvent> confirm(Working state, Predicate<JobTrack> of, Confirmation confirmation) {
        Set<JobId> durable = databases.durableReceipts(state.course());
        Set<JobId> missing = state.board().all().stream()
                .filter(of)
                .map(t -> t.job().id())
                .filter(job -> !durable.contains(job))
                .collect(Collectors.toUnmodifiableSet());
        MigrationId id = state.course().migration();
        return missing.isEmpty()
                ? List.of(confirmation.of(id, clock.instant(), state.generation()))
                : List.of(new ReceiptsMissing(id, clock.instant(), state.generation(), missing));
    }

    private static boolean isOfTheCopy(Job job) {
        return JobBoard.dependsOnSnapshot(job.stage());
    }

    Failure failureOf(RuntimeException e) {
        return switch (e) {
            case FailureException known -> known.failure();
            case PublicationFailed kafka -> Failure.of(ErrorCode.CONNECTION_LOST, kafka.getMessage());
            default ->
                Failure.of(
                        ErrorCode.INTERNAL,
                        "the planner met an error that it does not know: "
                                + e.getClass().getSimpleName(),
                        "read the planner's log and report it");
        };
    }
}
