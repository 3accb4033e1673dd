package io.pgconvoy.runner.client;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.RequestReader;
import io.pgconvoy.contract.wire.Topic;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts requests on the requests topic. */
public final class Requests {
    private static final long PATIENCE_SECONDS = 20;

    private final String bootstrapServers;

    public Requests(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** Kafka did not take the request. */
    public static final class Unreachable extends RuntimeException {
        Unreachable(String what, Throwable cause) {
            super(what, cause);
        }
    }

    public void submit(RequestDocument request) {
        send(request.name(), request.content());
    }

    public void cancel(String name) {
        send(
                name,
                Map.of(
                        "apiVersion",
                        RequestReader.API_VERSION,
                        "kind",
                        "CancelMigration",
                        "metadata",
                        Map.of("name", name),
                        "by",
                        System.getProperty("user.name")));
    }

    private void send(String key, Map<String, Object> document) {
        byte[] value = new Codec("pgconvoy/cli").write(document);
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "delivery.timeout.ms",
                (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS),
                "request.timeout.ms",
                5000,
                "max.block.ms",
                TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topic.REQUESTS.topicName(), key, value))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | org.apache.kafka.common.KafkaException e) {
            throw new Unreachable("Kafka at " + bootstrapServers + " did not take the request", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted while the request was sent", e);
        }
    }
}
