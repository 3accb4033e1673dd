package io.pgconvoy.planner.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.RequestReader;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.planner.application.Planner;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/** Answers requests. The offset is committed after the verdict is durable; a repeated request gets no second one. */
@ApplicationScoped
public class RequestsIn {
    private static final Logger LOG = Logger.getLogger(RequestsIn.class);

    private final Planner planner;
    private final RequestReader reader;
    private final DeadLetters deadLetters;

    RequestsIn(Planner planner, RequestReader reader, DeadLetters deadLetters) {
        this.planner = planner;
        this.reader = reader;
        this.deadLetters = deadLetters;
    }

    @Incoming("planner-requests")
    @Blocking
    void onRequest(ConsumerRecord<String, byte[]> request) {
        byte[] value = request.value() == null ? new byte[0] : request.value();
        Reading reading = reader.read(value);
        if (reading instanceof Reading.Refused refused && refused.migration().isEmpty()) {
            LOG.warnf(
                    "A request cannot be answered by name; partition=%d offset=%d",
                    request.partition(), request.offset());
            deadLetters.put(request, refused.errors());
            return;
        }
        planner.answer(reading);
    }

    /** Keeps records that name no migration, with everything that is wrong with them. */
    public static final class DeadLetters {
        private final Emission emission;
        private final Codec codec;
        private final Clock clock;

        public DeadLetters(Emission emission, Codec codec, Clock clock) {
            this.emission = emission;
            this.codec = codec;
            this.clock = clock;
        }

        void put(ConsumerRecord<String, byte[]> request, java.util.List<io.pgconvoy.contract.RequestError> errors) {
            UnreadableRequest letter =
                    new UnreadableRequest(request.topic(), request.partition(), request.offset(), errors);
            String key = request.topic() + "/" + request.partition() + "/" + request.offset();
            emission.send(codec.value(Topic.DEAD_LETTERS, key, clock.instant(), letter));
        }
    }

    /** What lies in a dead letter: where the record was, and why nobody could be answered. Its bytes may hold secrets. */
    public record UnreadableRequest(
            String topic, int partition, long offset, java.util.List<io.pgconvoy.contract.RequestError> errors) {}

    /** Tells the planner which migrations are its own. */
    public static final class Ownership implements KafkaConsumerRebalanceListener {
        private final Supplier<Planner> planner;
        private final Set<Integer> owned = new HashSet<>();

        /** @param planner asked for only when a partition comes: channels are wired before the planner can be made */
        public Ownership(Supplier<Planner> planner) {
            this.planner = planner;
        }

        @Override
        public synchronized void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
            partitions.forEach(p -> owned.add(p.partition()));
            planner.get().own(Set.copyOf(owned));
        }

        @Override
        public synchronized void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
            partitions.forEach(p -> owned.remove(p.partition()));
            planner.get().own(Set.copyOf(owned));
        }
    }
}
