package io.pgconvoy.worker.process;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.contract.wire.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The planner's side of the topics: sends orders, reads facts and dead letters. For one thread. */
final class Traffic implements AutoCloseable {
    private final Codec codec = new Codec("test");
    private final List<MigrationEvent> facts = new ArrayList<>();
    private final List<ConsumerRecord<String, byte[]>> letters = new ArrayList<>();
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;

    Traffic(String bootstrap, String group) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap), new StringSerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "group.id", group, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        consumer.subscribe(List.of(Topic.EVENTS.topicName(), Topic.DEAD_LETTERS.topicName()));
    }

    void send(Job.Order order) throws Exception {
        Envelope envelope = codec.order(order, Instant.now());
        send(envelope.key(), envelope.value());
    }

    void send(String key, byte[] value) throws Exception {
        producer.send(new ProducerRecord<>(Topic.JOBS.topicName(), key, value)).get();
    }

    /** Facts of this kind about this migration, up to now. */
    <T extends MigrationEvent> List<T> facts(Class<T> type, String migration) {
        poll();
        return facts.stream()
                .filter(type::isInstance)
                .filter(fact -> fact.migration().value().equals(migration))
                .map(type::cast)
                .toList();
    }

    List<ConsumerRecord<String, byte[]>> deadLetters() {
        poll();
        return List.copyOf(letters);
    }

    private void poll() {
        for (ConsumerRecord<String, byte[]> polled : consumer.poll(Duration.ofMillis(100))) {
            if (polled.topic().equals(Topic.DEAD_LETTERS.topicName())) {
                letters.add(polled);
            } else {
                read(polled).ifPresent(facts::add);
            }
        }
    }

    private Optional<MigrationEvent> read(ConsumerRecord<String, byte[]> polled) {
        try {
            String type = new String(polled.headers().lastHeader(Envelope.TYPE).value(), StandardCharsets.UTF_8);
            return codec.readEvent(Optional.of(type), polled.value());
        } catch (UnreadableRecord e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
