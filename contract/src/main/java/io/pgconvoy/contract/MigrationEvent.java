package io.pgconvoy.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A fact about a migration, in the past tense: it is durable when it is read. Folding a migration's facts in order gives its state. */
public sealed interface MigrationEvent {
    MigrationId migration();

    Instant at();

    /** Facts about the migration as a whole; the planner writes them. */
    sealed interface PlannerEvent extends MigrationEvent {}

    /** Facts about one job or one worker; copy workers write them. */
    sealed interface WorkerEvent extends MigrationEvent {}

    /** The request was valid; preflight is next. {@code requestHash} recognises the same request sent again. */
    record MigrationAccepted(MigrationId migration, Instant at, MigrationSpec spec, String requestHash)
            implements PlannerEvent {}

    /** The request was refused, with everything that is wrong with it. An accepted migration of that name goes on. */
    record MigrationRejected(MigrationId migration, Instant at, List<RequestError> errors, String requestHash)
            implements PlannerEvent {
        public MigrationRejected {
            errors = List.copyOf(errors);
        }
    }

    /**
     * Nothing stands in the way; {@code sourceBytes} is the size of the source database. {@code warnings} do not, but someone
     * should read them; absent where there are none.
     */
    record PreflightPassed(
            MigrationId migration,
            Instant at,
            String sourceVersion,
            String targetVersion,
            long sourceBytes,
            Optional<List<Failure>> warnings)
            implements PlannerEvent {
        public PreflightPassed {
            warnings = warnings.filter(w -> !w.isEmpty()).map(List::copyOf);
        }

        /** Without warnings. */
        public PreflightPassed(
                MigrationId migration, Instant at, String sourceVersion, String targetVersion, long sourceBytes) {
            this(migration, at, sourceVersion, targetVersion, sourceBytes, Optional.empty());
        }
    }

    /** This generation's snapshot is exported and held by the planner. */
    record SnapshotOpened(MigrationId migration, Instant at, Generation generation, String snapshot)
            implements PlannerEvent {}

    /** A planner took the same snapshot over from another holder; {@code snapshot} is its new name. */
    record SnapshotAdopted(MigrationId migration, Instant at, Generation generation, String snapshot)
            implements PlannerEvent {}

    /** Every holder of this generation's snapshot is gone: the copy begins again under a new one, never a mix. */
    record SnapshotLost(MigrationId migration, Instant at, Generation generation, String why) implements PlannerEvent {}

    /** The pre-data part of the schema is on the target. */
    record SchemaRestored(MigrationId migration, Instant at) implements PlannerEvent {}

    /** Some of the plan's jobs. A plan is one or more of these and a {@link PlanCompleted}. */
    record JobsPlanned(MigrationId migration, Instant at, Generation generation, List<Job> jobs)
            implements PlannerEvent {
        public JobsPlanned {
            jobs = List.copyOf(jobs);
        }
    }

    /** A decision that an operator might question, with its reason: text instead of binary, a table that is not split. */
    record PlanDecision(TableName table, String decision, String reason) {}

    /**
     * The plan of this generation is whole. {@code jobs} is how many jobs this generation's {@link JobsPlanned} hold together;
     * when that is not what was recorded, the plan is void and the planner is asked for it again.
     */
    record PlanCompleted(
            MigrationId migration, Instant at, Generation generation, int jobs, List<PlanDecision> decisions)
            implements PlannerEvent {
        public PlanCompleted {
            decisions = List.copyOf(decisions);
        }
    }

    /** These jobs were put on the jobs topic as their n-th attempt. */
    record JobsDispatched(MigrationId migration, Instant at, Generation generation, List<Dispatch> jobs)
            implements PlannerEvent {
        public JobsDispatched {
            jobs = List.copyOf(jobs);
        }
    }

    record Dispatch(JobId job, int attempt) {}

    /** Every copy job's receipt was read back from durable storage: all rows of this generation are on the target. */
    record CopyConfirmed(MigrationId migration, Instant at, Generation generation) implements PlannerEvent {}

    /** These jobs were reported done, but the target has lost their receipts: they are owed again. */
    record ReceiptsMissing(MigrationId migration, Instant at, Generation generation, Set<JobId> jobs)
            implements PlannerEvent {
        public ReceiptsMissing {
            jobs = Set.copyOf(jobs);
        }
    }

    /** The rest of the schema and the sequences are on the target. */
    record SchemaFinished(MigrationId migration, Instant at) implements PlannerEvent {}

    /** Every receipt was read back: what was planned is durable on the target. */
    record WorkConfirmed(MigrationId migration, Instant at) implements PlannerEvent {}

    record MigrationCompleted(MigrationId migration, Instant at, Summary summary) implements PlannerEvent {}

    record MigrationFailed(MigrationId migration, Instant at, List<Failure> failures) implements PlannerEvent {
        public MigrationFailed {
            failures = List.copyOf(failures);
        }
    }

    record CancelRequested(MigrationId migration, Instant at, String by) implements PlannerEvent {}

    /** Nothing of ours runs or lies on either server any more, except what {@code left} names. */
    record MigrationCancelled(MigrationId migration, Instant at, List<String> left) implements PlannerEvent {
        public MigrationCancelled {
            left = List.copyOf(left);
        }
    }

    record JobStarted(MigrationId migration, Instant at, Generation generation, JobId job, int attempt, String worker)
            implements WorkerEvent {}

    /** The job's receipt is committed. {@code alreadyDone}: an earlier attempt had done it. */
    record JobSucceeded(
            MigrationId migration,
            Instant at,
            Generation generation,
            JobId job,
            int attempt,
            String worker,
            long rows,
            long bytes,
            Duration took,
            boolean alreadyDone)
            implements WorkerEvent {}

    record JobFailed(
            MigrationId migration,
            Instant at,
            Generation generation,
            JobId job,
            int attempt,
            String worker,
            Failure failure)
            implements WorkerEvent {}

    /**
     * This worker takes part in the copy and holds the generation's snapshot too: a planner may adopt it under this name.
     * {@code processors} are those that it may use; absent where it does not say.
     */
    record SnapshotShared(
            MigrationId migration,
            Instant at,
            Generation generation,
            String worker,
            String snapshot,
            OptionalInt processors)
            implements WorkerEvent {}

    /** What a finished migration did: per table and per step, and what its preflight warned of. */
    record Summary(
            List<TableSummary> tables,
            List<StepSummary> steps,
            long rows,
            long bytes,
            Duration took,
            Optional<List<Failure>> warnings) {
        public Summary {
            warnings = warnings.filter(w -> !w.isEmpty()).map(List::copyOf);
            tables = List.copyOf(tables);
            steps = List.copyOf(steps);
        }

        /** Without warnings. */
        public Summary(List<TableSummary> tables, List<StepSummary> steps, long rows, long bytes, Duration took) {
            this(tables, steps, rows, bytes, took, Optional.empty());
        }
    }

    record TableSummary(TableName table, int parts, long rows, long bytes, Duration copy, Duration index) {}

    /** {@code wallClock}: first start to last end; {@code cumulative}: sum over jobs; {@code concurrency}: most at one time. */
    record StepSummary(String step, Duration wallClock, Duration cumulative, int concurrency) {}

    /** The worker that wrote this fact, where it was one. */
    static Optional<String> workerOf(MigrationEvent event) {
        return switch (event) {
            case JobStarted e -> Optional.of(e.worker());
            case JobSucceeded e -> Optional.of(e.worker());
            case JobFailed e -> Optional.of(e.worker());
            case SnapshotShared e -> Optional.of(e.worker());
            case PlannerEvent e -> Optional.empty();
        };
    }
}
