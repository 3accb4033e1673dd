package io.pgconvoy.planner.adapter.kafka;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.planner.application.Facts;

/** Writes facts to the events topic. Thread-safe. */
public final class EmittedFacts implements Facts {
    private final Emission emission;
    private final Codec codec;

    public EmittedFacts(Emission emission, Codec codec) {
        this.emission = emission;
        this.codec = codec;
    }

    @Override
    public long append(MigrationEvent event) {
        return emission.send(codec.event(event));
    }
}
