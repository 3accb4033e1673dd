package io.pgconvoy.planner.adapter.kafka;

import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.planner.application.PublicationFailed;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.OutgoingMessageMetadata;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Sends envelopes through one outgoing channel and waits until the broker has them. Thread-safe. */
public final class Emission {
    /** A broker restart takes some 15 s; the producer itself retries for two minutes. */
    private static final Duration PATIENCE = Duration.ofSeconds(125);

    private final MutinyEmitter<byte[]> emitter;

    public Emission(MutinyEmitter<byte[]> emitter) {
        this.emitter = emitter;
    }

    /**
     * @return the record's offset
     * @throws PublicationFailed when the broker did not confirm it in time: it may or may not be there
     */
    public long send(Envelope envelope) {
        OutgoingMessageMetadata<RecordMetadata> written = new OutgoingMessageMetadata<>();
        Message<byte[]> message = Message.of(envelope.value())
                .addMetadata(OutgoingKafkaRecordMetadata.<String>builder()
                        .withKey(envelope.key())
                        .withHeaders(headers(envelope))
                        .build())
                .addMetadata(written);
        try {
            emitter.sendMessage(message).await().atMost(PATIENCE);
        } catch (RuntimeException e) {
            throw new PublicationFailed(
                    "Kafka did not confirm a record on " + envelope.topic().topicName(), e);
        }
        return written.getResult().offset();
    }

    private static RecordHeaders headers(Envelope envelope) {
        RecordHeaders headers = new RecordHeaders();
        envelope.headers().forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        return headers;
    }
}
