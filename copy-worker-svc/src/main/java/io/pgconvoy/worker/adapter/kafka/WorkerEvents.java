package io.pgconvoy.worker.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.worker.application.MigrationWatch;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Hands facts of all migrations to the watch, from the moment this worker started. */
@ApplicationScoped
public class WorkerEvents {
    private static final Logger LOG = System.getLogger(WorkerEvents.class.getName());

    private final MigrationWatch watch;
    private final Codec codec = new Codec("pgconvoy/copy-worker");

    WorkerEvents(MigrationWatch watch) {
        this.watch = watch;
    }

    @Incoming("worker-events")
    @Blocking
    public void on(ConsumerRecord<String, byte[]> fact) {
        try {
            codec.readEvent(typeOf(fact), fact.value()).ifPresent(watch::on);
        } catch (UnreadableRecord e) {
            LOG.log(Level.WARNING, "A fact could not be read; it is skipped here.", e);
        }
    }

    private static Optional<String> typeOf(ConsumerRecord<String, byte[]> fact) {
        return Optional.ofNullable(fact.headers().lastHeader(Envelope.TYPE))
                .map(Header::value)
                .map(type -> new String(type, StandardCharsets.UTF_8));
    }
}
