package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.worker.application.JobFeed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Opens feeds on the share group, after it was checked and set up once. Thread-safe. */
public final class ShareFeeds implements JobFeed.Opening {
    private static final Logger LOG = System.getLogger(ShareFeeds.class.getName());

    /** Between two questions to a broker that is away or unfit. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Map<String, Object> connection;
    private final ShareGroup group;
    private final Codec codec;
    private final String worker;
    private boolean prepared;
    private volatile Optional<String> obstacle = Optional.of("the broker has not answered yet");

    /** @param connection client settings that reach the broker: bootstrap servers and, where needed, security */
    public ShareFeeds(Map<String, Object> connection, Duration lock, Codec codec, String worker) {
        this.connection = Map.copyOf(connection);
        this.group = new ShareGroup(connection, lock);
        this.codec = codec;
        this.worker = worker;
    }

    /** Why no lane can be opened, as a sentence; empty when nothing is in the way. */
    public Optional<String> obstacle() {
        return obstacle;
    }

    @Override
    public JobFeed open(int lane) throws InterruptedException {
        prepare();
        KafkaShareConsumer<String, byte[]> consumer = new KafkaShareConsumer<>(
                settings(connection, worker + "-" + lane), new StringDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(Topic.JOBS.topicName()));
        return new ShareFeed(consumer, codec);
    }

    /** The first lane to come does it; the others wait for it. */
    private synchronized void prepare() throws InterruptedException {
        while (!prepared) {
            Optional<String> problem = problem();
            if (problem.isEmpty()) {
                prepared = true;
                obstacle = Optional.empty();
                return;
            }
            if (!problem.equals(obstacle)) {
                LOG.log(Level.ERROR, "No job can be taken: {0}", problem.get());
                obstacle = problem;
            }
            Thread.sleep(PAUSE);
        }
    }

    private Optional<String> problem() throws InterruptedException {
        try {
            return group.prepare();
        } catch (ExecutionException | KafkaException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            return Optional.of("Kafka at " + connection.get("bootstrap.servers") + " did not let the share group "
                    + ShareGroup.NAME + " be set up: " + cause.getMessage());
        }
    }

    static Map<String, Object> settings(Map<String, Object> connection, String clientId) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put("group.id", ShareGroup.NAME);
        settings.put("client.id", clientId);
        settings.put("share.acknowledgement.mode", "explicit");
        // One record is one job: never hold a second one that another lane could run.
        settings.put("share.acquire.mode", "record_limit");
        settings.put("max.poll.records", 1);
        // The topic may be younger than the worker.
        settings.put("metadata.max.age.ms", 5_000);
        return settings;
    }
}
