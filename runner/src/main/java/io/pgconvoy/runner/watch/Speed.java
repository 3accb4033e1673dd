package io.pgconvoy.runner.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** Bytes per second over the last ten seconds: long enough for samples that come once a second, short enough to show a stall. */
final class Speed {
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration LEAST = Duration.ofSeconds(1);

    private final Deque<Reading> readings = new ArrayDeque<>();

    private record Reading(Instant at, long bytes) {}

    void read(Instant at, long bytes) {
        boolean fell = !readings.isEmpty() && bytes < readings.getLast().bytes();
        if (fell) {
            readings.clear(); // an attempt failed: its bytes were taken back
        }
        readings.addLast(new Reading(at, bytes));
        while (readings.size() > 2 && readings.getFirst().at().isBefore(at.minus(WINDOW))) {
            readings.removeFirst();
        }
    }

    /** Absent until there is a second's worth. */
    OptionalLong bytesPerSecond() {
        if (readings.size() < 2) {
            return OptionalLong.empty();
        }
        Duration time =
                Duration.between(readings.getFirst().at(), readings.getLast().at());
        long bytes = readings.getLast().bytes() - readings.getFirst().bytes();
        return time.compareTo(LEAST) < 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(bytes * 1000.0 / time.toMillis()));
    }
}
