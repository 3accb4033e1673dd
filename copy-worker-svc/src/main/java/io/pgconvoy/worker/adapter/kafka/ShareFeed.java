package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.worker.application.Delivery;
import io.pgconvoy.worker.application.JobFeed;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;

/** One lane's member of the share group. The broker gives the job to another one as soon as this one disconnects or its lock ends. */
final class ShareFeed implements JobFeed {
    private static final Duration POLL = Duration.ofMillis(500);
    /** Long enough for a broker that is busy, short enough to renew again before the lock ends. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(4);
    /** The broker's default, until it has told its own. */
    private static final int DEFAULT_LOCK_MILLIS = 30_000;

    private final KafkaShareConsumer<String, byte[]> consumer;
    private final Codec codec;
    private ConsumerRecord<String, byte[]> current;

    ShareFeed(KafkaShareConsumer<String, byte[]> consumer, Codec codec) {
        this.consumer = consumer;
        this.codec = codec;
    }

    @Override
    public Optional<Delivery> next() {
        try {
            for (ConsumerRecord<String, byte[]> polled : consumer.poll(POLL)) {
                current = polled;
            }
        } catch (WakeupException e) {
            return Optional.empty();
        } catch (KafkaException | IllegalStateException e) {
            throw new Broken("polling for a job", e);
        }
        return Optional.ofNullable(current).map(this::delivery);
    }

    private Delivery delivery(ConsumerRecord<String, byte[]> polled) {
        try {
            return new Delivery.Ordered(
                    codec.readOrder(polled.value()), polled.deliveryCount().orElse((short) 1));
        } catch (UnreadableRecord e) {
            return new Delivery.Unreadable(new Delivery.DeadLetter(polled.key(), polled.value(), origin(polled, e)));
        }
    }

    private static Map<String, String> origin(ConsumerRecord<String, byte[]> polled, UnreadableRecord why) {
        return Map.of(
                "dead-letter-topic", polled.topic(),
                "dead-letter-partition", String.valueOf(polled.partition()),
                "dead-letter-offset", String.valueOf(polled.offset()),
                "dead-letter-reason", why.getMessage());
    }

    @Override
    public Duration renewEvery() {
        return Duration.ofMillis(consumer.acquisitionLockTimeoutMs().orElse(DEFAULT_LOCK_MILLIS) / 3);
    }

    @Override
    public boolean renew() {
        boolean ours = acknowledge(AcknowledgeType.RENEW);
        if (ours) {
            takeBack();
        }
        return ours;
    }

    /** A renewed record comes out of poll again, and only then can be acknowledged again. */
    private void takeBack() {
        try {
            for (ConsumerRecord<String, byte[]> polled : consumer.poll(Duration.ZERO)) {
                if (polled.partition() == current.partition() && polled.offset() == current.offset()) {
                    current = polled;
                } else {
                    consumer.acknowledge(polled, AcknowledgeType.RELEASE);
                }
            }
        } catch (WakeupException e) {
            takeBack();
        } catch (KafkaException | IllegalStateException e) {
            throw new Broken("taking a renewed job back", e);
        }
    }

    @Override
    public boolean end(Ending how) {
        boolean ours = acknowledge(
                switch (how) {
                    case ACCEPT -> AcknowledgeType.ACCEPT;
                    case RELEASE -> AcknowledgeType.RELEASE;
                    case REJECT -> AcknowledgeType.REJECT;
                });
        current = null;
        return ours;
    }

    /** A broker that does not answer in time has not said that the lock is lost: we go on, and the receipt decides. */
    private boolean acknowledge(AcknowledgeType type) {
        try {
            consumer.acknowledge(current, type);
            return committed().values().stream()
                    .flatMap(Optional::stream)
                    .allMatch(RetriableException.class::isInstance);
        } catch (KafkaException | IllegalStateException e) {
            throw new Broken("acknowledging a job", e);
        }
    }

    private Map<?, Optional<KafkaException>> committed() {
        try {
            return consumer.commitSync(ANSWER_LIMIT);
        } catch (WakeupException e) {
            return consumer.commitSync(ANSWER_LIMIT);
        }
    }

    @Override
    public void interrupt() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        try {
            consumer.close(ANSWER_LIMIT);
        } catch (KafkaException e) {
            // The broker frees the locks of a member that disconnects.
        }
    }
}
