package io.pgconvoy.contract.state;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.state.MigrationState.Cancelling;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Requested;
import io.pgconvoy.contract.state.MigrationState.Terminal;
import io.pgconvoy.contract.state.MigrationState.Validating;
import java.util.List;

/**
 * What the planner itself owes in a state, besides keeping the dispatch window full. A function of the state alone: a
 * restarted planner asks again and gets the same answer, so each step must be safe to begin anew.
 */
public sealed interface NextStep {
    record RunPreflight() implements NextStep {}

    /** Export a snapshot for this generation, after the target was emptied of what an older one left. */
    record OpenSnapshot(Generation generation) implements NextStep {}

    record RestoreSchema(Generation generation) implements NextStep {}

    /** {@code buildsArePlanned}: index and constraint jobs of an older generation stay as they are. */
    record PlanJobs(Generation generation, boolean buildsArePlanned) implements NextStep {}

    /** Read the copy receipts back from durable storage. */
    record ConfirmCopy(Generation generation) implements NextStep {}

    record FinishSchema() implements NextStep {}

    /** Read all receipts back from durable storage. */
    record ConfirmWork(Generation generation) implements NextStep {}

    /** Remove what is ours from the target and say that the migration is complete. */
    record Complete() implements NextStep {}

    record Fail(List<Failure> failures) implements NextStep {}

    record Cancel() implements NextStep {}

    /** Others owe the next move. */
    record Nothing() implements NextStep {}

    /** Copying again is not possible any more: the snapshot was given up when the copy was confirmed. */
    Failure ROWS_LOST = Failure.of(
            ErrorCode.ROW_COUNT_DIFFERS,
            "receipts of copied tables are gone from the target after they were read back from durable storage",
            "find out who restored or changed the target database, empty it and start a new migration");

    static NextStep of(MigrationState state) {
        return switch (state) {
            case Requested s -> new Nothing();
            case Validating s -> new RunPreflight();
            case Preparing s -> ofPreparing(s);
            case Copying s
            when !s.board().failures().isEmpty() -> new Fail(s.board().failures());
            case Copying s -> s.board().copiesAreDone() ? new ConfirmCopy(s.generation()) : new Nothing();
            case Finalizing s
            when !s.board().failures().isEmpty() -> new Fail(s.board().failures());
            case Finalizing s -> ofFinalizing(s);
            case Cancelling s -> new Cancel();
            case Terminal s -> new Nothing();
        };
    }

    private static NextStep ofPreparing(Preparing s) {
        if (s.snapshot().isEmpty()) {
            return new OpenSnapshot(s.generation());
        }
        return s.schemaRestored()
                ? new PlanJobs(s.generation(), s.course().hasWholePlan())
                : new RestoreSchema(s.generation());
    }

    private static NextStep ofFinalizing(Finalizing s) {
        if (!s.board().copiesAreDone()) {
            return new Fail(List.of(ROWS_LOST));
        }
        if (!s.board().isDone()) {
            return new Nothing();
        }
        if (!s.schemaFinished()) {
            return new FinishSchema();
        }
        return s.workConfirmed() ? new Complete() : new ConfirmWork(s.generation());
    }
}
