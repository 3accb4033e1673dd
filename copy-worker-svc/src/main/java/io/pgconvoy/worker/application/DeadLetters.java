package io.pgconvoy.worker.application;

import java.util.concurrent.CompletionStage;

/** Where records go that only a person can read. Thread-safe. */
public interface DeadLetters {
    /** @return completes when the letter is durable */
    CompletionStage<Void> send(Delivery.DeadLetter letter);
}
