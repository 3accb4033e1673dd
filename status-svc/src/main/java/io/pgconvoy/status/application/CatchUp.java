package io.pgconvoy.status.application;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether everything that lay on the events topic when this process started has been read. Before that, answers would be
 * history told as the present. Once true, it stays true. Thread-safe.
 */
public final class CatchUp {
    private final Map<Integer, Long> missing = new HashMap<>();
    private final Map<Integer, Long> nextByPartition = new HashMap<>();
    private boolean endsAreKnown;

    /**
     * The topic as it was at start.
     *
     * @param ends the offset after the last record, of each partition that has records
     */
    public synchronized void until(Map<Integer, Long> ends) {
        if (!endsAreKnown) {
            endsAreKnown = true;
            missing.putAll(ends);
            nextByPartition.forEach(this::settle);
        }
    }

    /** The record at this offset has been folded. */
    public synchronized void read(int partition, long offset) {
        if (!endsAreKnown || !missing.isEmpty()) {
            nextByPartition.put(partition, offset + 1);
            settle(partition, offset + 1);
        }
    }

    public synchronized boolean isDone() {
        return endsAreKnown && missing.isEmpty();
    }

    /** What is waited for, as a sentence; empty when nothing is. */
    public synchronized Optional<String> waitingFor() {
        if (isDone()) {
            return Optional.empty();
        }
        return Optional.of(
                endsAreKnown
                        ? "events are still read from partitions " + missing.keySet()
                        : "Kafka has not yet said where the events end");
    }

    private void settle(int partition, long next) {
        missing.computeIfPresent(partition, (p, end) -> next >= end ? null : end);
    }
}
