package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.contract.wire.Topic;
import io.pgconvoy.status.domain.Position;
import io.pgconvoy.status.domain.Projection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Follows one migration on Kafka until it ends, with the same fold as the status service: facts from their beginning, samples
 * from now on. Needs no service, only Kafka. One thread uses it; {@link #stop} may be called from any.
 */
public final class MigrationWatcher implements AutoCloseable {
    private final Codec codec = new Codec("pgconvoy/cli");
    private final MigrationRecords records;
    private Projection projection;
    private Verdict verdict;

    private MigrationWatcher(MigrationRecords records, MigrationId migration, Optional<String> requestHash) {
        this.records = records;
        this.projection = Projection.of(migration);
        this.verdict = Verdict.on(requestHash);
    }

    /** Is told of each new phase, and several times a second whether something changed or not. */
    public interface Listener {
        void seen(Projection projection, Instant now);

        /** A fact was read that was written after the watcher began. */
        void happened(MigrationEvent event);
    }

    /** How the watching ended. */
    public record Outcome(ExitCode exitCode, Projection projection) {}

    /**
     * Begins to watch: facts written from now on count as new. To be called before the request is sent.
     *
     * @param requestHash hash of the request that will be sent, as {@code RequestReader} gives it; absent to watch a migration
     *     that somebody else asked for
     * @throws KafkaUnreachable when there is no answer within 20 s or the topics are missing
     */
    public static MigrationWatcher open(String bootstrapServers, MigrationId migration, Optional<String> requestHash) {
        return new MigrationWatcher(MigrationRecords.open(bootstrapServers, migration), migration, requestHash);
    }

    /**
     * Blocks until the migration has ended, the limit has passed (TIMED_OUT) or {@link #stop} was called (INTERRUPTED).
     *
     * @throws KafkaUnreachable when Kafka has not answered for 30 s
     */
    public Outcome untilTheEnd(Listener listener, Optional<Duration> limit) {
        Optional<Instant> deadline = limit.map(Instant.now()::plus);
        try {
            while (true) {
                for (ConsumerRecord<String, byte[]> each : records.poll()) {
                    read(each, listener);
                    Optional<ExitCode> end = verdict.on(projection);
                    if (end.isPresent()) {
                        listener.seen(projection, Instant.now());
                        return new Outcome(end.get(), projection);
                    }
                }
                Instant now = Instant.now();
                listener.seen(projection, now);
                if (deadline.filter(now::isAfter).isPresent()) {
                    return new Outcome(ExitCode.TIMED_OUT, projection);
                }
            }
        } catch (WakeupException stopped) {
            return new Outcome(ExitCode.INTERRUPTED, projection);
        }
    }

    private void read(ConsumerRecord<String, byte[]> each, Listener listener) {
        try {
            if (each.topic().equals(Topic.PROGRESS.topicName())) {
                projection = projection.after(codec.readProgress(each.value()));
            } else {
                Optional<String> type = Optional.ofNullable(each.headers().lastHeader(Envelope.TYPE))
                        .map(h -> new String(h.value(), StandardCharsets.UTF_8));
                codec.readEvent(type, each.value()).ifPresent(e -> fold(e, each, listener));
            }
        } catch (UnreadableRecord notOurs) {
            // The services report it; here the rest is still worth showing.
        }
    }

    private void fold(MigrationEvent event, ConsumerRecord<String, byte[]> from, Listener listener) {
        String before = projection.state().phase();
        projection = projection.after(event, Position.of(from.topic(), from.partition(), from.offset()));
        boolean isNew = records.isNew(from);
        verdict = verdict.after(event, isNew);
        if (isNew) {
            listener.happened(event);
        }
        if (isNew && !projection.state().phase().equals(before)) {
            listener.seen(projection, Instant.now());
        }
    }

    /** Ends {@link #untilTheEnd} soon. Thread-safe. */
    public void stop() {
        records.wakeUp();
    }

    @Override
    public void close() {
        records.close();
    }
}
