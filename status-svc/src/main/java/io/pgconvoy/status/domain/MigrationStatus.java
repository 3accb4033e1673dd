package io.pgconvoy.status.domain;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.RequestError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The status of one migration: one shape for REST, the CLI's JSON and the compacted topic. What is not known is absent, never
 * zero. Fields are only ever added.
 *
 * @param phase a summary word; conditions are the contract
 * @param stage what goes on within the phase, while something does
 * @param progress absent until the plan is whole
 * @param generation number of the snapshot; absent before there was one
 * @param startedAt when the request was accepted
 * @param completedAt when it ended, in whatever way
 * @param failures what ended it, if that was a failure
 * @param lastErrors the latest failure of jobs that are not done yet, at most {@link #ERRORS_SHOWN}
 * @param errors everything that is wrong with the last refused request under this name
 * @param decisions what the plan decided and why, at most {@link #DECISIONS_SHOWN}; the rest stands beside its table
 * @param decisionsTotal how many there are
 * @param steps what each step took, when it is complete
 * @param observedOffsets offset of the last fact that is in here, by topic and partition: a reader that knows where a fact
 *     lies can tell whether this status has it
 */
public record MigrationStatus(
        String apiVersion,
        MigrationId name,
        String phase,
        Optional<String> stage,
        List<Condition> conditions,
        Optional<CloneProgress> progress,
        Optional<Generation> generation,
        Optional<Instant> startedAt,
        Optional<Instant> completedAt,
        Instant updatedAt,
        List<Failure> failures,
        List<JobError> lastErrors,
        List<RequestError> errors,
        List<PlanDecision> decisions,
        int decisionsTotal,
        List<StepSummary> steps,
        Map<String, Long> observedOffsets) {
    public static final String API_VERSION = "pgconvoy.io/v1";

    /** The object has to stay a small record on its topic, however many tables there are. */
    static final int DECISIONS_SHOWN = 100;

    static final int ERRORS_SHOWN = 5;

    public MigrationStatus {
        conditions = List.copyOf(conditions);
        failures = List.copyOf(failures);
        lastErrors = List.copyOf(lastErrors);
        errors = List.copyOf(errors);
        decisions = List.copyOf(decisions);
        steps = List.copyOf(steps);
        observedOffsets = Map.copyOf(observedOffsets);
    }

    /**
     * How far the clone is.
     *
     * @param tables tables whose rows are all on the target
     * @param parts copy jobs, large objects included
     * @param indexes index builds
     * @param jobs every job of the plan
     * @param running jobs that a worker runs now
     * @param rows rows on the target or on their way in a running job
     * @param bytes wire bytes of them, and what was planned from table sizes
     */
    public record CloneProgress(
            Count tables, Count parts, Count indexes, Count jobs, int running, long rows, Bytes bytes) {}

    /**
     * @param done wire bytes copied; an exact count for what is done, the latest sample for what runs
     * @param planned size of the tables on the source: an estimate, which {@code done} may end below or above
     * @param percent share of the planned bytes whose copy is done, 0 to 100, rounded down; 100 only when all is copied
     */
    public record Bytes(long done, long planned, int percent) {}

    /** The latest failure of a job that is not done. */
    public record JobError(JobId job, int attempt, Failure failure) {}
}
