package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.contract.wire.Envelope;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;

/** Puts records on a channel. */
final class Outgoing {
    private Outgoing() {}

    static CompletionStage<Void> send(Emitter<byte[]> emitter, Envelope envelope) {
        return send(emitter, envelope.key(), envelope.headers(), envelope.value());
    }

    /** @return completes when Kafka has acknowledged the record; fails where it did not, or where the channel is full */
    static CompletionStage<Void> send(Emitter<byte[]> emitter, String key, Map<String, String> headers, byte[] value) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        Message<byte[]> message = Message.of(
                value,
                Metadata.of(OutgoingKafkaRecordMetadata.<String>builder()
                        .withKey(key)
                        .withHeaders(kafkaHeaders(headers))
                        .build()),
                () -> {
                    written.complete(null);
                    return CompletableFuture.completedFuture(null);
                },
                failure -> {
                    written.completeExceptionally(failure);
                    return CompletableFuture.completedFuture(null);
                });
        // An emitter is not safe for several threads at once.
        synchronized (emitter) {
            try {
                emitter.send(message);
            } catch (RuntimeException e) {
                written.completeExceptionally(e);
            }
        }
        return written;
    }

    private static Headers kafkaHeaders(Map<String, String> headers) {
        Headers kafka = new RecordHeaders();
        headers.forEach((name, text) -> kafka.add(name, text.getBytes(StandardCharsets.UTF_8)));
        return kafka;
    }
}
