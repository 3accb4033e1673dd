package io.pgconvoy.planner.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.planner.application.Planner;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/** Feeds every fact, from the first one on, to the planner; tells it when a partition has caught up. */
@ApplicationScoped
public class EventsIn {
    private static final Logger LOG = Logger.getLogger(EventsIn.class);

    private final Planner planner;
    private final Codec codec = new Codec("pgconvoy/planner");
    private final CatchUp catchUp;

    EventsIn(Planner planner, CatchUp catchUp) {
        this.planner = planner;
        this.catchUp = catchUp;
    }

    @Incoming("planner-events")
    void onFact(ConsumerRecord<String, byte[]> fact) {
        Header type = fact.headers().lastHeader(Envelope.TYPE);
        try {
            codec.readEvent(
                            Optional.ofNullable(type).map(h -> new String(h.value(), StandardCharsets.UTF_8)),
                            fact.value())
                    .ifPresent(event -> planner.fold(event, fact.partition(), fact.offset()));
        } catch (UnreadableRecord e) {
            LOG.errorf(
                    e,
                    "A fact cannot be read and is left out; partition=%d offset=%d",
                    fact.partition(),
                    fact.offset());
        }
        catchUp.reached(fact.partition(), fact.offset());
    }

    /** Knows where each partition ended when it was assigned. */
    public static final class CatchUp implements KafkaConsumerRebalanceListener {
        private final Supplier<Planner> planner;
        private final Map<Integer, Long> ends = new ConcurrentHashMap<>();

        /** @param planner asked for only when a partition comes: channels are wired before the planner can be made */
        public CatchUp(Supplier<Planner> planner) {
            this.planner = planner;
        }

        @Override
        public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
            planner.get()
                    .partitionsAre(
                            partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet()));
            Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions);
            consumer.endOffsets(partitions).forEach((partition, end) -> {
                ends.put(partition.partition(), end);
                if (end <= first.get(partition)) {
                    planner.get().partitionIsLive(partition.partition());
                }
            });
        }

        void reached(int partition, long offset) {
            Long end = ends.get(partition);
            if (end != null && offset >= end - 1) {
                ends.remove(partition);
                planner.get().partitionIsLive(partition);
            }
        }
    }
}
