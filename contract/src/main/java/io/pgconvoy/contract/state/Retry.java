package io.pgconvoy.contract.state;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.JobId;
import java.time.Duration;
import java.time.Instant;

/**
 * When a failed job is tried again. Failures that may pass are retried for at least {@code backoffLimit} times and for at
 * least {@link #PATIENCE}, so that a server restart costs no attempt that would have mattered; others never.
 */
public record Retry(int backoffLimit) {
    /** A restart of a busy server, crash recovery included, is expected to end within this time. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    boolean allows(Failure failure, int failures, Instant since, Instant now) {
        return switch (failure.kind()) {
            case TRANSIENT, SNAPSHOT_GONE -> failures <= backoffLimit || now.isBefore(since.plus(PATIENCE));
            case OPERATOR, FATAL -> false;
        };
    }

    /** Whether {@code until} is to be waited for. A wait beyond the longest pause comes from a worker's wrong clock: no wait. */
    static boolean isPause(Instant now, Instant until) {
        return now.isBefore(until) && !until.isAfter(now.plus(LONGEST_PAUSE.multipliedBy(2)));
    }

    /** Doubles from 250 ms to 10 s, spread by a fifth per job so that retries do not arrive together. */
    Duration pause(JobId job, int failures) {
        long millis = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures - 1, 10));
        long spread = Math.floorMod(job.value().hashCode() + 31L * failures, 200L);
        return Duration.ofMillis(millis + millis * spread / 1000);
    }
}
