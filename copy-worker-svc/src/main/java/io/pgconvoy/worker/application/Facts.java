package io.pgconvoy.worker.application;

import io.pgconvoy.contract.MigrationEvent;
import java.util.concurrent.CompletionStage;

/** Where facts are written. Thread-safe; facts of one migration keep the order in which they were sent. */
public interface Facts {
    /** @return completes when the fact is durable; fails, after bounded retries, when it could not be written */
    CompletionStage<Void> send(MigrationEvent fact);
}
