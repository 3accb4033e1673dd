package io.pgconvoy.planner.application;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of failed tries of one step: pauses double from 250 ms to 10 s, and the row ends after {@link #PATIENCE}.
 *
 * @param since when the first try of the row failed
 * @param until when the next try is due
 */
record Backoff(Instant since, int failures, Instant until) {
    /** A restart of a busy server, crash recovery included, is expected to end within this time. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    static Backoff after(Optional<Backoff> before, Instant now) {
        int failures = before.map(Backoff::failures).orElse(0) + 1;
        long millis = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures - 1, 8));
        return new Backoff(before.map(Backoff::since).orElse(now), failures, now.plusMillis(millis));
    }

    boolean isExhausted(Instant now) {
        return now.isAfter(since.plus(PATIENCE));
    }

    boolean isPause(Instant now) {
        return now.isBefore(until);
    }
}
