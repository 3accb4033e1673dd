package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.worker.application.ProgressReports;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Writes samples to the progress topic; what the channel cannot take is dropped. */
public final class EmitterProgress implements ProgressReports {
    private final Emitter<byte[]> emitter;
    private final Codec codec;

    public EmitterProgress(Emitter<byte[]> emitter, Codec codec) {
        this.emitter = emitter;
        this.codec = codec;
    }

    @Override
    public void report(Progress sample) {
        Outgoing.send(emitter, codec.progress(sample));
    }
}
