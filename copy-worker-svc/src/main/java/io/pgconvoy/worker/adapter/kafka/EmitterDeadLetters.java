package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.worker.application.DeadLetters;
import io.pgconvoy.worker.application.Delivery.DeadLetter;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Writes unreadable records to the dead-letters topic, bytes unchanged. */
public final class EmitterDeadLetters implements DeadLetters {
    private final Emitter<byte[]> emitter;

    public EmitterDeadLetters(Emitter<byte[]> emitter) {
        this.emitter = emitter;
    }

    @Override
    public CompletionStage<Void> send(DeadLetter letter) {
        return Outgoing.send(emitter, letter.key(), letter.headers(), letter.value());
    }
}
