package io.pgconvoy.status.adapter.kafka;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.status.application.Projections;
import io.pgconvoy.status.application.StatusFeed;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/** Takes the newest samples. Reads from the end of the topic: an old sample says nothing that the facts do not say better. */
@ApplicationScoped
public class ProgressIn {
    private static final Logger LOG = Logger.getLogger(ProgressIn.class);

    private final Codec codec = new Codec("pgconvoy/status");
    private final Projections projections;
    private final StatusFeed feed;

    ProgressIn(Projections projections, StatusFeed feed) {
        this.projections = projections;
        this.feed = feed;
    }

    @Incoming("status-progress")
    @Blocking
    public void read(ConsumerRecords<String, byte[]> records) {
        for (ConsumerRecord<String, byte[]> each : records) {
            try {
                if (each.value() != null) {
                    projections
                            .add(codec.readProgress(each.value()))
                            .ifPresent(changed -> feed.changed(changed, Instant.now()));
                }
            } catch (UnreadableRecord e) {
                LOG.debugf("a sample could not be read: %s-%d", each.topic(), each.partition());
            }
        }
    }
}
