package io.pgconvoy.status.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.status.application.StatusSink;
import io.pgconvoy.status.domain.MigrationStatus;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** The compacted topic of status objects, keyed by migration. */
@ApplicationScoped
public class MigrationsOut implements StatusSink {
    /** Statuses that may wait for a slow broker; one that finds no room is tried again by the feed. */
    private static final int WAITING = 1024;

    private final Codec codec = new Codec("pgconvoy/status");
    private final MutinyEmitter<byte[]> emitter;

    MigrationsOut(
            @Channel("status-migrations") @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = WAITING)
                    MutinyEmitter<byte[]> emitter) {
        this.emitter = emitter;
    }

    @Override
    public CompletionStage<Void> publish(MigrationStatus status) {
        Envelope envelope = codec.value(Topic.MIGRATIONS, status.name().value(), status.updatedAt(), status);
        Headers headers = new RecordHeaders();
        envelope.headers().forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        OutgoingKafkaRecordMetadata<String> to = OutgoingKafkaRecordMetadata.<String>builder()
                .withKey(envelope.key())
                .withHeaders(headers)
                .build();
        try {
            return emitter.sendMessage(Message.of(envelope.value()).addMetadata(to))
                    .subscribeAsCompletionStage();
        } catch (IllegalStateException noRoom) {
            return CompletableFuture.failedFuture(noRoom);
        }
    }
}
