package io.pgconvoy.status.adapter.kafka;

import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.status.application.CatchUp;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Asks at start where the events end, so that the service knows when it has read what there was. Asks until Kafka answers and
 * the topic exists, or the process ends; until then the service is not ready.
 */
@ApplicationScoped
public class EventsEnd {
    private static final Logger LOG = Logger.getLogger(EventsEnd.class);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private final Map<String, Object> kafka;
    private final CatchUp catchUp;
    private final Thread asking = Thread.ofVirtual().name("status-events-end").unstarted(this::ask);

    EventsEnd(@Identifier("default-kafka-broker") Map<String, Object> kafka, CatchUp catchUp) {
        this.kafka = Map.copyOf(kafka);
        this.catchUp = catchUp;
    }

    void start(@Observes StartupEvent event) {
        asking.start();
    }

    void stop(@Observes ShutdownEvent event) {
        asking.interrupt();
    }

    private void ask() {
        boolean said = false;
        try (Admin admin = Admin.create(kafka)) {
            while (!catchUp.isDone()) {
                try {
                    catchUp.until(ends(admin));
                    return;
                } catch (ExecutionException e) {
                    if (!said) {
                        LOG.warnf(
                                "the events topic cannot be read yet, asked again every second: %s",
                                e.getCause().getMessage());
                        said = true;
                    }
                    Thread.sleep(ASK_AGAIN);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of each partition that still has records. */
    private static Map<Integer, Long> ends(Admin admin) throws ExecutionException, InterruptedException {
        String topic = Topic.EVENTS.topicName();
        List<TopicPartition> partitions =
                admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().stream()
                        .map(p -> new TopicPartition(topic, p.partition()))
                        .toList();
        Map<TopicPartition, ListOffsetsResultInfo> begin = offsets(admin, partitions, OffsetSpec.earliest());
        Map<Integer, Long> ends = new HashMap<>();
        offsets(admin, partitions, OffsetSpec.latest()).forEach((partition, end) -> {
            if (end.offset() > begin.get(partition).offset()) {
                ends.put(partition.partition(), end.offset());
            }
        });
        return ends;
    }

    private static Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Admin admin, List<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(Function.identity(), p -> which)))
                .all()
                .get();
    }
}
