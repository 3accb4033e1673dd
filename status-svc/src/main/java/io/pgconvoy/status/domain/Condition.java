package io.pgconvoy.status.domain;

import java.time.Instant;

/**
 * One thing that is true, false or not yet known of a migration, in the words that people's automation waits for. Words are
 * spelled as they travel; they are never renamed.
 *
 * @param message one sentence for people; may change at any time
 * @param lastTransition when {@code status} last changed; a new reason alone does not move it
 */
public record Condition(Type type, Status status, Reason reason, String message, Instant lastTransition) {
    public enum Type {
        Validated,
        CloneCompleted,
        StatisticsReady,
        Complete,
        Failed,
        Cancelled
    }

    public enum Status {
        True,
        False,
        Unknown
    }

    public enum Reason {
        PreflightRunning,
        SpecValid,
        InvalidSpec,
        PreflightFailed,
        CloneRunning,
        CopyingData,
        CloneFailed,
        CloneSucceeded,
        Analyzing,
        Analyzed,
        AnalyzeSkipped,
        MigrationSucceeded,
        BackoffLimitExceeded,
        PermissionDenied,
        DiskFull,
        CancelRequested,
        CancelledOnRequest
    }
}
