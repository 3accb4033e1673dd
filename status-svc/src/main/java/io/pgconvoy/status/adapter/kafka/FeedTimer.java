package io.pgconvoy.status.adapter.kafka;

import io.pgconvoy.status.StatusConfig;
import io.pgconvoy.status.application.StatusFeed;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Gives the feed the time, on a thread of its own. */
@ApplicationScoped
public class FeedTimer {
    private static final Logger LOG = Logger.getLogger(FeedTimer.class);

    /** So that a change waits for little longer than the interval. */
    private static final int TICKS_PER_INTERVAL = 5;

    private final StatusFeed feed;
    private final long periodMillis;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("status-feed").factory());

    FeedTimer(StatusFeed feed, StatusConfig config) {
        this.feed = feed;
        this.periodMillis = Math.max(1, config.publishInterval().toMillis() / TICKS_PER_INTERVAL);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a tick answers for its own failures
    void start(@Observes StartupEvent event) {
        timer.scheduleWithFixedDelay(this::tick, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    }

    void stop(@Observes ShutdownEvent event) {
        timer.shutdownNow();
    }

    /** A timer whose task once throws is silent for ever. */
    private void tick() {
        try {
            feed.tick(Instant.now());
        } catch (RuntimeException e) {
            LOG.error("status objects could not be published; tried again", e);
        }
    }
}
