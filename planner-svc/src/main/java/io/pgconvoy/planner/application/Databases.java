package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import java.util.List;
import java.util.Set;

/**
 * What the planner does on the two servers. Every operation may be begun anew after it was broken off at any point. Each
 * throws {@link io.pgconvoy.postgres.FailureException} with the failure for people.
 */
public interface Databases {
    /** Looks at both sides and changes nothing. */
    PreflightResult preflight(Course course);

    sealed interface PreflightResult {
        record Passed(PreflightPassed fact) implements PreflightResult {}

        record Found(List<io.pgconvoy.contract.Failure> findings) implements PreflightResult {}
    }

    /**
     * Makes the target ready for this generation (receipts, and what an older generation copied is emptied) and exports a
     * snapshot of the source.
     */
    HeldSnapshot openSnapshot(Course course, Generation generation, Set<JobId> keep);

    /** Takes over the generation's snapshot from one of its holders, the first that still exports it. */
    HeldSnapshot adoptSnapshot(Course course, Generation generation, List<String> snapshots);

    /** Restores the pre-data part of the schema. */
    void restoreSchema(Course course, Generation generation, String snapshot);

    Plan plan(Course course, Generation generation, String snapshot, boolean withBuilds);

    /** Job ids whose receipts are on the target's disk. */
    Set<JobId> durableReceipts(Course course);

    /** Restores the post-data part of the schema that no job built, and sets the sequences. */
    void finishSchema(Course course, Generation generation);

    /** Removes what is ours from the target. */
    void cleanUp(Course course);

    /** Ends our sessions on both sides and cleans up; names what could not be reached. */
    List<String> cancel(Course course);

    /** A snapshot that this planner keeps importable. Thread-safe. */
    interface HeldSnapshot extends AutoCloseable {
        String id();

        boolean isAlive();

        @Override
        void close();
    }
}
