package io.pgconvoy.contract.state;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.MigrationEvent.JobsPlanned;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import io.pgconvoy.contract.MigrationEvent.SchemaFinished;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.WorkConfirmed;
import io.pgconvoy.contract.RequestError;
import java.util.List;
import java.util.Optional;

/**
 * Where a migration stands: the fold of its facts in the order of their partition. Planner, status service and CLI run this
 * same fold, so they cannot disagree. Every state is rebuilt from the events topic after a restart. The table of all (state,
 * fact) pairs is {@code docs/reference/transitions.md}; a test compares it with this code.
 */
public sealed interface MigrationState {
    /** Nothing is known yet. */
    record Requested() implements MigrationState {}

    /** The only request under this name was refused. */
    record Rejected(List<RequestError> errors) implements Terminal {}

    /** A state that an accepted migration is in. */
    sealed interface Accepted extends MigrationState {
        Course course();
    }

    /** A state in which jobs are on the board. */
    sealed interface Working extends Accepted {
        Generation generation();

        JobBoard board();
    }

    /** Nothing moves it any more. */
    sealed interface Terminal extends MigrationState {}

    /** Accepted; the planner runs preflight. */
    record Validating(Course course) implements Accepted {}

    /** Preflight passed; the planner opens the snapshot, restores the schema and plans, in this order. */
    record Preparing(
            Course course,
            Generation generation,
            Optional<String> snapshot,
            boolean schemaRestored,
            JobBoard board,
            Holders holders)
            implements Working {
        Preparing with(Course newCourse, Optional<String> newSnapshot) {
            return new Preparing(newCourse, generation, newSnapshot, schemaRestored, board, holders);
        }

        Preparing with(JobBoard newBoard) {
            return new Preparing(course, generation, snapshot, schemaRestored, newBoard, holders);
        }

        /** A plan that was begun anew replaces its first begin: parts of two plans together are not the table. */
        Preparing planned(List<Job> jobs) {
            JobBoard before = plan().contradicts(jobs) ? withoutPlan() : board;
            return with(before.plan(jobs));
        }

        /** Only a plan with as many jobs as its planner counted is whole; any other is void and owed again. */
        MigrationState completed(PlanCompleted e, String under) {
            return plan().all().size() == e.jobs()
                    ? new Copying(course.mark(e), generation, under, board, holders)
                    : with(withoutPlan());
        }

        /** What this generation planned; builds that an earlier whole plan brought are not part of it. */
        private JobBoard plan() {
            return course.hasWholePlan() ? board.onlySnapshotWork() : board;
        }

        private JobBoard withoutPlan() {
            return course.hasWholePlan() ? board.withoutSnapshotWork() : JobBoard.EMPTY;
        }
    }

    /** The plan is whole; workers copy and build under the snapshot. */
    record Copying(Course course, Generation generation, String snapshot, JobBoard board, Holders holders)
            implements Working {
        Copying with(JobBoard newBoard) {
            return new Copying(course, generation, snapshot, newBoard, holders);
        }
    }

    /** Every row is on the target; what remains is built, then the planner finishes the schema and confirms. */
    record Finalizing(
            Course course, Generation generation, JobBoard board, boolean schemaFinished, boolean workConfirmed)
            implements Working {
        Finalizing with(JobBoard newBoard) {
            return new Finalizing(course, generation, newBoard, schemaFinished, workConfirmed);
        }

        /** Commits are lost from the end: when a job's is gone, that of the schema, which came later, may be gone too. */
        Finalizing owedAgain(ReceiptsMissing e) {
            JobBoard owed = board.owedAgain(e);
            return owed.equals(board) ? this : new Finalizing(course, generation, owed, false, false);
        }
    }

    /** A person wants it to end; the planner cleans both sides. */
    record Cancelling(Course course, String by) implements Accepted {}

    record Completed(Course course, Generation generation, JobBoard board, Summary summary)
            implements Terminal, Working {}

    record Failed(Course course, List<Failure> failures) implements Terminal, Accepted {}

    record Cancelled(Course course, List<String> left) implements Terminal, Accepted {}

    static MigrationState initial() {
        return new Requested();
    }

    /** A pair, so that one switch can look at both. */
    record At(MigrationState state, MigrationEvent event) {}

    /** The state after this fact. A fact that means nothing here changes nothing. */
    default MigrationState after(MigrationEvent event) {
        return switch (new At(this, event)) {
            case At(Requested s, MigrationAccepted e) -> new Validating(Course.begin(e));
            case At(Rejected s, MigrationAccepted e) -> new Validating(Course.begin(e));
            case At(Requested s, MigrationRejected e) -> new Rejected(e.errors());
            case At(Rejected s, MigrationRejected e) -> new Rejected(e.errors());

            case At(Validating s, PreflightPassed e) ->
                new Preparing(
                        s.course.passed(e), Generation.FIRST, Optional.empty(), false, JobBoard.EMPTY, Holders.NONE);

            case At(Preparing s, SnapshotOpened e)
            when s.generation.equals(e.generation()) -> s.with(s.course.mark(e), Optional.of(e.snapshot()));
            case At(Preparing s, SnapshotAdopted e)
            when s.generation.equals(e.generation()) -> s.with(s.course.mark(e), Optional.of(e.snapshot()));
            case At(Preparing s, SchemaRestored e) ->
                new Preparing(s.course.mark(e), s.generation, s.snapshot, true, s.board, s.holders);
            case At(Preparing s, JobsPlanned e) when s.generation.equals(e.generation()) -> s.planned(e.jobs());
            case At(Preparing s, PlanCompleted e)
            when s.generation.equals(e.generation()) && s.snapshot.isPresent() -> s.completed(e, s.snapshot.get());
            case At(Preparing s, SnapshotLost e)
            when s.generation.equals(e.generation()) -> nextGeneration(s.course.mark(e), s, s.schemaRestored);
            case At(Preparing s, JobStarted e) when counts(s, e.generation(), e.job()) -> s.with(s.board.started(e));
            case At(Preparing s, JobSucceeded e)
            when counts(s, e.generation(), e.job()) -> s.with(s.board.succeeded(e));
            case At(Preparing s, JobFailed e)
            when counts(s, e.generation(), e.job()) -> s.with(s.board.failed(e, retry(s)));

            case At(Copying s, JobsDispatched e)
            when s.generation.equals(e.generation()) -> s.with(s.board.dispatched(e.jobs()));
            case At(Copying s, JobStarted e) when counts(s, e.generation(), e.job()) -> s.with(s.board.started(e));
            case At(Copying s, JobSucceeded e) when counts(s, e.generation(), e.job()) -> s.with(s.board.succeeded(e));
            case At(Copying s, JobFailed e)
            when counts(s, e.generation(), e.job()) -> s.with(s.board.failed(e, retry(s)));
            case At(Copying s, SnapshotShared e)
            when s.generation.equals(e.generation()) ->
                new Copying(s.course, s.generation, s.snapshot, s.board, s.holders.with(e));
            case At(Copying s, SnapshotAdopted e)
            when s.generation.equals(e.generation()) ->
                new Copying(s.course.mark(e), s.generation, e.snapshot(), s.board, s.holders);
            case At(Copying s, SnapshotLost e)
            when s.generation.equals(e.generation()) -> nextGeneration(s.course.mark(e), s, true);
            case At(Copying s, ReceiptsMissing e)
            when s.generation.equals(e.generation()) -> s.with(s.board.owedAgain(e));
            case At(Copying s, CopyConfirmed e)
            when s.generation.equals(e.generation()) ->
                new Finalizing(s.course.mark(e), s.generation, s.board, false, false);

            case At(Finalizing s, JobsDispatched e)
            when s.generation.equals(e.generation()) -> s.with(s.board.dispatched(e.jobs()));
            case At(Finalizing s, JobStarted e) when counts(s, e.generation(), e.job()) -> s.with(s.board.started(e));
            case At(Finalizing s, JobSucceeded e)
            when counts(s, e.generation(), e.job()) -> s.with(s.board.succeeded(e));
            case At(Finalizing s, JobFailed e)
            when counts(s, e.generation(), e.job()) -> s.with(s.board.failed(e, retry(s)));
            case At(Finalizing s, ReceiptsMissing e) when s.generation.equals(e.generation()) -> s.owedAgain(e);
            case At(Finalizing s, SchemaFinished e) ->
                new Finalizing(s.course.mark(e), s.generation, s.board, true, s.workConfirmed);
            case At(Finalizing s, WorkConfirmed e) ->
                new Finalizing(s.course.mark(e), s.generation, s.board, s.schemaFinished, true);
            case At(Finalizing s, MigrationCompleted e) ->
                new Completed(s.course.mark(e), s.generation, s.board, e.summary());

            case At(Cancelling s, MigrationCancelled e) -> new Cancelled(s.course.mark(e), e.left());

            case At(Terminal s, var e) -> s;
            case At(Accepted s, MigrationFailed e) -> new Failed(s.course().mark(e), e.failures());
            case At(Cancelling s, var e) -> s;
            case At(Accepted s, CancelRequested e) -> new Cancelling(s.course().mark(e), e.by());
            default -> this;
        };
    }

    private static Preparing nextGeneration(Course course, Working lost, boolean schemaRestored) {
        return new Preparing(
                course,
                lost.generation().next(),
                Optional.empty(),
                schemaRestored,
                course.hasWholePlan() ? lost.board().withoutSnapshotWork() : JobBoard.EMPTY,
                Holders.NONE);
    }

    /** A result of an older generation is stale, unless the work did not depend on the snapshot. */
    private static boolean counts(Working state, Generation generation, JobId job) {
        return state.generation().equals(generation)
                || state.board()
                        .find(job)
                        .filter(t -> !JobBoard.OF_THE_SNAPSHOT.contains(t.job().stage()))
                        .isPresent();
    }

    private static Retry retry(Accepted state) {
        return new Retry(state.course().spec().backoffLimitOrDefault());
    }

    /** The phase word that people see; conditions are the contract, this is a summary. */
    default String phase() {
        return switch (this) {
            case Requested s -> "Pending";
            case Rejected s -> "Rejected";
            case Validating s -> "Validating";
            case Preparing s -> "Cloning";
            case Copying s -> "Cloning";
            case Finalizing s -> "Finalizing";
            case Cancelling s -> "Cancelling";
            case Completed s -> "Completed";
            case Failed s -> "Failed";
            case Cancelled s -> "Cancelled";
        };
    }

    default boolean isTerminal() {
        return this instanceof Terminal;
    }
}
