package io.pgconvoy.worker.application;

import io.pgconvoy.contract.MigrationEvent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps facts in memory; can be told to lose those that say how a job ended. */
public final class RecordedFacts implements Facts {
    private final List<MigrationEvent> written = new CopyOnWriteArrayList<>();
    private volatile boolean losesResults;

    @Override
    public CompletionStage<Void> send(MigrationEvent fact) {
        boolean result = fact instanceof MigrationEvent.JobSucceeded || fact instanceof MigrationEvent.JobFailed;
        if (losesResults && result) {
            return CompletableFuture.failedFuture(new IllegalStateException("Kafka is away"));
        }
        written.add(fact);
        return CompletableFuture.completedFuture(null);
    }

    public void loseResults(boolean lose) {
        losesResults = lose;
    }

    public <T extends MigrationEvent> List<T> of(Class<T> type) {
        return written.stream().filter(type::isInstance).map(type::cast).toList();
    }

    public List<MigrationEvent> all() {
        return List.copyOf(written);
    }
}
