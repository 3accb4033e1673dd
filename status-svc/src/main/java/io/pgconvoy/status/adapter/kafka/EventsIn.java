package io.pgconvoy.status.adapter.kafka;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.contract.wire.Envelope;
import io.pgconvoy.status.application.CatchUp;
import io.pgconvoy.status.application.Projections;
import io.pgconvoy.status.application.StatusFeed;
import io.pgconvoy.status.domain.Position;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * Folds the facts, from the beginning of the topic at each start. Each process reads alone, in a consumer group of its own that
 * commits nothing: state is rebuilt, never stored.
 */
@ApplicationScoped
public class EventsIn {
    private static final Logger LOG = Logger.getLogger(EventsIn.class);

    private final Codec codec = new Codec("pgconvoy/status");
    private final Projections projections;
    private final StatusFeed feed;
    private final CatchUp catchUp;

    EventsIn(Projections projections, StatusFeed feed, CatchUp catchUp) {
        this.projections = projections;
        this.feed = feed;
        this.catchUp = catchUp;
    }

    @Incoming("status-events")
    @Blocking
    public void read(ConsumerRecords<String, byte[]> records) {
        for (ConsumerRecord<String, byte[]> each : records) {
            eventOf(each).ifPresent(event -> fold(event, each));
            catchUp.read(each.partition(), each.offset());
        }
    }

    private void fold(MigrationEvent event, ConsumerRecord<String, byte[]> from) {
        Position position = Position.of(from.topic(), from.partition(), from.offset());
        feed.changed(projections.add(event, position), Instant.now());
    }

    /** Empty for a type that a later version writes, and for what is no fact at all: the rest must still be read. */
    private Optional<MigrationEvent> eventOf(ConsumerRecord<String, byte[]> from) {
        try {
            Optional<String> type = Optional.ofNullable(from.headers().lastHeader(Envelope.TYPE))
                    .map(h -> new String(h.value(), StandardCharsets.UTF_8));
            return from.value() == null ? Optional.empty() : codec.readEvent(type, from.value());
        } catch (UnreadableRecord e) {
            LOG.warnf(
                    "an event could not be read and is left out: %s-%d offset %d: %s",
                    from.topic(), from.partition(), from.offset(), e.getMessage());
            return Optional.empty();
        }
    }
}
