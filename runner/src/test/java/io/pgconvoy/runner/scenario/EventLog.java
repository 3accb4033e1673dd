package io.pgconvoy.runner.scenario;

import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.contract.wire.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** All facts of one migration, read from Kafka in the background as they are written. */
final class EventLog implements AutoCloseable {
    private final String migration;
    private final List<MigrationEvent> facts = new CopyOnWriteArrayList<>();
    private final Codec codec = new Codec("test");
    private final KafkaConsumer<String, byte[]> consumer;
    private final Thread reader;
    private volatile boolean closed;

    EventLog(String bootstrap, String migration) {
        this.migration = migration;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(Topic.EVENTS.topicName()).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        this.reader = Thread.ofPlatform().daemon().start(this::readAll);
    }

    private void readAll() {
        while (!closed) {
            consumer.poll(Duration.ofMillis(20)).forEach(this::add);
        }
        consumer.close();
    }

    private void add(ConsumerRecord<String, byte[]> fact) {
        if (!migration.equals(fact.key())) {
            return;
        }
        String type = new String(fact.headers().lastHeader(Envelope.TYPE).value(), StandardCharsets.UTF_8);
        try {
            codec.readEvent(Optional.of(type), fact.value()).ifPresent(facts::add);
        } catch (UnreadableRecord e) {
            throw new IllegalStateException(e);
        }
    }

    List<MigrationEvent> facts() {
        return facts;
    }

    <T extends MigrationEvent> List<T> all(Class<T> type) {
        return facts.stream().filter(type::isInstance).map(type::cast).toList();
    }

    <T extends MigrationEvent> T awaitFact(Class<T> type, Predicate<T> condition) {
        await(type.getSimpleName())
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> state().isTerminal() || all(type).stream().anyMatch(condition));
        return all(type).stream()
                .filter(condition)
                .findFirst()
                .orElseThrow(() -> new AssertionError("ended as " + state() + " without " + type.getSimpleName()));
    }

    MigrationState state() {
        MigrationState state = MigrationState.initial();
        for (MigrationEvent fact : facts) {
            state = state.after(fact);
        }
        return state;
    }

    MigrationState awaitEnd() {
        await("the migration ends")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> state().isTerminal());
        return state();
    }

    @Override
    public void close() {
        closed = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
