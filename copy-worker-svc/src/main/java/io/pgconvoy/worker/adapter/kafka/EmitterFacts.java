package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.worker.application.Facts;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Writes facts to the events topic. */
public final class EmitterFacts implements Facts {
    private final Emitter<byte[]> emitter;
    private final Codec codec;

    public EmitterFacts(Emitter<byte[]> emitter, Codec codec) {
        this.emitter = emitter;
        this.codec = codec;
    }

    @Override
    public CompletionStage<Void> send(MigrationEvent fact) {
        return Outgoing.send(emitter, codec.event(fact));
    }
}
