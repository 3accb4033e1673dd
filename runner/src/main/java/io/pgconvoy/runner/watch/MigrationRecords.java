package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.wire.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The records about one migration: events from the beginning, progress from now on, without a consumer group. Reads only the
 * partitions that the migration's key falls into.
 */
final class MigrationRecords implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(250);
    /** A record ends the wait at once; an empty answer costs both sides work that a small machine feels. */
    private static final Duration FETCH_WAIT = Duration.ofSeconds(5);
    /** There is nothing to hand back, and the open fetch is not waited for. */
    private static final Duration CLOSE = Duration.ZERO;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** A running job is heard of every second: so long a silence may mean that nobody can be heard. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** A broker that comes back within 30 s is waited for. */
    private static final Duration GIVE_UP = Duration.ofSeconds(30);

    private static final Duration PROBE = Duration.ofSeconds(5);

    private final KafkaConsumer<String, byte[]> consumer;
    private final String bootstrapServers;
    private final String key;
    private final TopicPartition events;
    private final long endAtStart;
    private Instant heard = Instant.now();

    private MigrationRecords(
            KafkaConsumer<String, byte[]> consumer, String bootstrapServers, String key, TopicPartition events) {
        this.consumer = consumer;
        this.bootstrapServers = bootstrapServers;
        this.key = key;
        this.events = events;
        this.endAtStart = consumer.endOffsets(List.of(events), PATIENCE).getOrDefault(events, 0L);
    }

    static MigrationRecords open(String bootstrapServers, MigrationId migration) {
        KafkaConsumer<String, byte[]> consumer = null;
        try {
            consumer = new KafkaConsumer<>(
                    settings(bootstrapServers), new StringDeserializer(), new ByteArrayDeserializer());
            TopicPartition events = partition(consumer, bootstrapServers, Topic.EVENTS, migration);
            TopicPartition progress = partition(consumer, bootstrapServers, Topic.PROGRESS, migration);
            MigrationRecords records = new MigrationRecords(consumer, bootstrapServers, migration.value(), events);
            consumer.assign(List.of(events, progress));
            consumer.seekToBeginning(List.of(events));
            consumer.seekToEnd(List.of(progress));
            return records;
        } catch (KafkaException e) {
            if (consumer != null) {
                consumer.close();
            }
            throw new KafkaUnreachable("Kafka at " + bootstrapServers + " does not answer: " + e.getMessage(), e);
        } catch (KafkaUnreachable e) {
            consumer.close();
            throw e;
        }
    }

    private static Map<String, Object> settings(String bootstrapServers) {
        return Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "enable.auto.commit",
                false,
                "allow.auto.create.topics",
                false,
                "auto.offset.reset",
                "earliest",
                "max.poll.records",
                2000,
                "fetch.max.wait.ms",
                (int) FETCH_WAIT.toMillis(),
                "default.api.timeout.ms",
                (int) PATIENCE.toMillis());
    }

    /** Where the producers' default partitioner puts the key. */
    private static TopicPartition partition(
            KafkaConsumer<String, byte[]> consumer, String bootstrapServers, Topic topic, MigrationId migration) {
        int partitions = Optional.ofNullable(consumer.partitionsFor(topic.topicName(), PATIENCE))
                .map(List::size)
                .filter(n -> n > 0)
                .orElseThrow(() -> new KafkaUnreachable("Kafka at " + bootstrapServers + " has no topic "
                        + topic.topicName() + ": is pgconvoy running on this cluster?"));
        byte[] key = migration.value().getBytes(StandardCharsets.UTF_8);
        return new TopicPartition(topic.topicName(), BuiltInPartitioner.partitionForKey(key, partitions));
    }

    /** Waits for up to 250 ms. */
    List<ConsumerRecord<String, byte[]>> poll() {
        ConsumerRecords<String, byte[]> polled = consumer.poll(POLL);
        Instant now = Instant.now();
        if (!polled.isEmpty()) {
            heard = now;
        } else if (now.isAfter(heard.plus(SILENCE))) {
            probe();
        }
        return new ArrayList<>(StreamSupport.stream(polled.spliterator(), false)
                .filter(r -> key.equals(r.key()) && r.value() != null)
                .toList());
    }

    /** A consumer does not say that its brokers are gone: it goes on trying in silence. */
    private void probe() {
        try {
            consumer.endOffsets(List.of(events), PROBE);
            heard = Instant.now();
        } catch (WakeupException stopped) {
            throw stopped;
        } catch (KafkaException e) {
            if (Instant.now().isAfter(heard.plus(GIVE_UP))) {
                throw new KafkaUnreachable(
                        "Kafka at " + bootstrapServers + " has not answered for " + GIVE_UP.toSeconds()
                                + " s; the migration may go on",
                        e);
            }
        }
    }

    /** Whether the record was written after this was opened. */
    boolean isNew(ConsumerRecord<String, byte[]> event) {
        return event.offset() >= endAtStart;
    }

    void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE));
    }
}
