package io.pgconvoy.runner.cli;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.runner.client.Requests;
import io.pgconvoy.runner.watch.ExitCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

final class Watching {
    Watching(boolean json, boolean cancelOnExit) {}

    ExitCode untilTheEnd(String bootstrap, MigrationId id, Requests requests, Runnable submit) {
        var codec = new Codec("cli");
        try (var c = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrap),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            var parts = c.partitionsFor(Topic.EVENTS.topicName()).stream()
                    .map(p -> new TopicPartition(p.topic(), p.partition()))
                    .toList();
            c.assign(parts);
            c.seekToBeginning(parts);
            submit.run();
            long t0 = System.nanoTime();
            MigrationState s = MigrationState.initial();
            while (true) {
                for (var r : c.poll(Duration.ofMillis(200))) {
                    if (!id.value().equals(r.key())) continue;
                    Optional<MigrationEvent> e = codec.readEvent(
                            Optional.of(new String(
                                    r.headers().lastHeader(Envelope.TYPE).value(), StandardCharsets.UTF_8)),
                            r.value());
                    if (e.isPresent()) {
                        s = s.after(e.get());
                        String txt = e.get().toString();
                        System.err.printf(
                                "%6d ms %s %s%n",
                                (System.nanoTime() - t0) / 1000000,
                                s.phase(),
                                txt.substring(0, Math.min(240, txt.length())));
                    }
                    if (s.isTerminal()) return s instanceof MigrationState.Completed ? ExitCode.DONE : ExitCode.FAILED;
                }
            }
        } catch (Codec.UnreadableRecord e) {
            throw new IllegalStateException(e);
        }
    }
}
