package io.pgconvoy.status.domain;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Cancelled;
import io.pgconvoy.contract.state.MigrationState.Cancelling;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Failed;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Rejected;
import io.pgconvoy.contract.state.MigrationState.Requested;
import io.pgconvoy.contract.state.MigrationState.Validating;
import io.pgconvoy.contract.state.MigrationState.Working;
import io.pgconvoy.status.domain.Condition.Reason;
import io.pgconvoy.status.domain.Condition.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The conditions of one migration: which hold is a function of its state alone, since when is the history's. Immutable. */
public record Conditions(List<Condition> all) {
    static final Conditions NONE = new Conditions(List.of());

    public Conditions {
        all = List.copyOf(all);
    }

    public Optional<Condition> find(Condition.Type type) {
        return all.stream().filter(c -> c.type() == type).findFirst();
    }

    /** The conditions in {@code state}, which was reached at {@code at}. */
    Conditions in(MigrationState state, Instant at) {
        return new Conditions(of(state).stream().map(c -> since(c, at)).toList());
    }

    private Condition since(Holds now, Instant at) {
        Instant since = find(now.type)
                .filter(c -> c.status() == now.status)
                .map(Condition::lastTransition)
                .orElse(at);
        return new Condition(now.type, now.status, now.reason, now.message, since);
    }

    private record Holds(Condition.Type type, Status status, Reason reason, String message) {}

    private static List<Holds> of(MigrationState state) {
        return switch (state) {
            case Requested s -> List.of();
            case Rejected s ->
                List.of(
                        new Holds(Condition.Type.Validated, Status.False, Reason.InvalidSpec, errors(s)),
                        new Holds(Condition.Type.Failed, Status.True, Reason.InvalidSpec, errors(s)));
            case Validating s ->
                List.of(new Holds(
                        Condition.Type.Validated,
                        Status.Unknown,
                        Reason.PreflightRunning,
                        "preflight checks both servers"));
            case Preparing s -> List.of(VALID, cloneIs(Reason.CloneRunning, "snapshot, schema and plan are made"));
            case Copying s ->
                List.of(VALID, cloneIs(Reason.CopyingData, "workers copy rows and build indexes"), statistics(s));
            case Finalizing s ->
                List.of(
                        VALID,
                        cloneIs(Reason.CloneRunning, "every row is on the target; the rest is built"),
                        statistics(s));
            case Completed s ->
                List.of(
                        VALID,
                        new Holds(
                                Condition.Type.CloneCompleted,
                                Status.True,
                                Reason.CloneSucceeded,
                                "the clone is on the target"),
                        statistics(s),
                        new Holds(
                                Condition.Type.Complete,
                                Status.True,
                                Reason.MigrationSucceeded,
                                "the migration is complete"));
            case Failed s -> failed(s);
            case Cancelling s ->
                ended(
                        s,
                        new Holds(
                                Condition.Type.Cancelled,
                                Status.False,
                                Reason.CancelRequested,
                                "asked for by " + s.by()),
                        cloneIs(Reason.CloneRunning, "the migration is being cancelled"));
            case Cancelled s ->
                ended(
                        s,
                        new Holds(Condition.Type.Cancelled, Status.True, Reason.CancelledOnRequest, left(s)),
                        cloneIs(Reason.CloneFailed, "cancelled before it was complete"));
        };
    }

    private static final Holds VALID =
            new Holds(Condition.Type.Validated, Status.True, Reason.SpecValid, "nothing stands in the way");

    private static Holds cloneIs(Reason reason, String message) {
        return new Holds(Condition.Type.CloneCompleted, Status.False, reason, message);
    }

    /** Whether the target's planner knows the data that it will be asked about. */
    private static Holds statistics(Working s) {
        if (s.course().spec().cloning().skips(Skip.ANALYZE)) {
            return new Holds(
                    Condition.Type.StatisticsReady,
                    Status.False,
                    Reason.AnalyzeSkipped,
                    "clone.skip has analyze: run ANALYZE on the target before it is used");
        }
        return s.board().isDone(Set.of(Stage.ANALYZE))
                ? new Holds(
                        Condition.Type.StatisticsReady, Status.True, Reason.Analyzed, "every planned ANALYZE is done")
                : new Holds(
                        Condition.Type.StatisticsReady,
                        Status.False,
                        Reason.Analyzing,
                        "each table is analyzed when its indexes are built");
    }

    private static List<Holds> failed(Failed s) {
        String what =
                s.failures().isEmpty() ? "failed" : s.failures().getFirst().what();
        if (!passedPreflight(s)) {
            return List.of(
                    new Holds(Condition.Type.Validated, Status.False, Reason.PreflightFailed, what),
                    new Holds(Condition.Type.Failed, Status.True, Reason.PreflightFailed, what));
        }
        return List.of(
                VALID,
                cloneIs(Reason.CloneFailed, what),
                new Holds(Condition.Type.Failed, Status.True, reasonOf(s.failures()), what));
    }

    /** How a migration ends that a person ended: what was known before stays known. */
    private static List<Holds> ended(Accepted s, Holds end, Holds clone) {
        List<Holds> all = new ArrayList<>();
        if (passedPreflight(s)) {
            all.add(VALID);
            all.add(clone);
        } else {
            all.add(new Holds(
                    Condition.Type.Validated, Status.Unknown, Reason.PreflightRunning, "preflight did not end"));
        }
        all.add(end);
        return all;
    }

    private static boolean passedPreflight(Accepted s) {
        return s.course().last(PreflightPassed.class).isPresent();
    }

    private static Reason reasonOf(List<Failure> failures) {
        return failures.stream()
                .findFirst()
                .map(Failure::code)
                .map(Conditions::reasonOf)
                .orElse(Reason.CloneFailed);
    }

    /** The seed operator's word where it has one for this cause. */
    private static Reason reasonOf(ErrorCode code) {
        return switch (code) {
            case DISK_FULL -> Reason.DiskFull;
            case PRIVILEGE -> Reason.PermissionDenied;
            // A failure that may pass ends a migration only when its retries are used up.
            case RETRIES_EXHAUSTED, DELIVERY_LIMIT, CONNECTION_LOST, SERVER_BUSY -> Reason.BackoffLimitExceeded;
            default -> Reason.CloneFailed;
        };
    }

    private static String errors(Rejected s) {
        return s.errors().size() == 1
                ? s.errors().getFirst().toString()
                : s.errors().size() + " errors, the first: "
                        + s.errors().stream().findFirst().map(Object::toString).orElse("");
    }

    private static String left(Cancelled s) {
        return s.left().isEmpty() ? "nothing of ours is left" : "left behind: " + String.join(", ", s.left());
    }
}
