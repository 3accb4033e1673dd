package io.pgconvoy.planner.adapter.kafka;

import io.pgconvoy.contract.wire.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes the topics that are missing. Existing ones are left as their operators made them. */
public final class Topics {
    private static final long PATIENCE_SECONDS = 60;

    private Topics() {}

    /** Kafka cannot be reached, refuses, or has topics that do not fit together. The message says which and what to do. */
    public static final class TopicsFailed extends RuntimeException {
        public TopicsFailed(String what, Throwable cause) {
            super(what, cause);
        }
    }

    /** @param partitions of each new topic; requests and events must have equally many, so that a key's partition is the same */
    public static void create(String bootstrapServers, int partitions, short replicationFactor) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers, "default.api.timeout.ms", (int)
                TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        try (Admin admin = Admin.create(settings)) {
            Set<String> existing = admin.listTopics().names().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            List<NewTopic> missing = new ArrayList<>();
            for (Topic topic : Topic.values()) {
                if (!existing.contains(topic.topicName())) {
                    missing.add(
                            new NewTopic(topic.topicName(), partitions, replicationFactor).configs(topic.settings()));
                }
            }
            createAll(admin, missing);
            requireEqualPartitions(admin);
        } catch (ExecutionException | TimeoutException e) {
            throw new TopicsFailed(
                    "Kafka at " + bootstrapServers + " cannot be used: "
                            + (e.getCause() == null
                                    ? "no answer in time"
                                    : e.getCause().getMessage()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicsFailed("interrupted while talking to Kafka", e);
        }
    }

    private static void createAll(Admin admin, List<NewTopic> missing)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (var created : admin.createTopics(missing).values().values()) {
            try {
                created.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    private static void requireEqualPartitions(Admin admin)
            throws ExecutionException, InterruptedException, TimeoutException {
        String requests = Topic.REQUESTS.topicName();
        String events = Topic.EVENTS.topicName();
        Map<String, TopicDescription> topics = describe(admin, List.of(requests, events));
        int ofRequests = topics.get(requests).partitions().size();
        int ofEvents = topics.get(events).partitions().size();
        if (ofRequests != ofEvents) {
            throw new TopicsFailed(
                    requests + " has " + ofRequests + " partitions and " + events + " has " + ofEvents
                            + ": make them equal",
                    null);
        }
    }

    /** A topic that was made a moment ago is not known to every broker yet. */
    private static Map<String, TopicDescription> describe(Admin admin, List<String> names)
            throws ExecutionException, InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                return admin.describeTopics(names).allTopicNames().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }
}
