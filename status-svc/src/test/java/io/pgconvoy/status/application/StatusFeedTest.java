package io.pgconvoy.status.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.status.domain.Facts;
import io.pgconvoy.status.domain.MigrationStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StatusFeedTest {
    private static final Instant NOW = Facts.START;

    private final Facts facts = new Facts("shop");
    private final RecordingSink sink = new RecordingSink();
    private final Projections projections = new Projections();
    private boolean caughtUp = true;
    private final StatusFeed feed = new StatusFeed(projections, sink, () -> caughtUp, Duration.ofMillis(500));
    private int offset;

    /** Keeps what is published; refuses while it is told to. */
    private static final class RecordingSink implements StatusSink {
        private final List<MigrationStatus> published = new ArrayList<>();
        private boolean refuses;

        @Override
        public CompletionStage<Void> publish(MigrationStatus status) {
            if (refuses) {
                return CompletableFuture.failedFuture(new IllegalStateException("no room"));
            }
            published.add(status);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void fold(MigrationEvent event, Instant now) {
        feed.changed(projections.add(event, Facts.position(offset++)), now);
    }

    private void copying() {
        facts.untilPlanned().forEach(e -> fold(e, NOW));
        sink.published.clear();
    }

    @Test
    void aNewPhaseIsPublishedAtOnce() {
        fold(facts.accepted(), NOW);
        fold(facts.preflightPassed(), NOW);

        assertThat(sink.published).extracting(MigrationStatus::phase).containsExactly("Validating", "Cloning");
    }

    @Test
    void otherChangesWaitForTheInterval() {
        copying();

        fold(facts.dispatched(1, Facts.SMALL), NOW.plusMillis(100));
        fold(facts.succeeded(Facts.SMALL, 1, "w1", 8, 120), NOW.plusMillis(200));
        feed.tick(NOW.plusMillis(499));
        assertThat(sink.published).isEmpty();

        feed.tick(NOW.plusMillis(500));
        feed.tick(NOW.plusMillis(1500));
        assertThat(sink.published).hasSize(1);
        assertThat(sink.published.getFirst().progress().orElseThrow().rows()).isEqualTo(8);
    }

    @Test
    void nothingIsPublishedWhileOldFactsAreRead() {
        caughtUp = false;
        facts.untilPlanned().forEach(e -> fold(e, NOW));
        feed.tick(NOW.plusSeconds(1));
        assertThat(sink.published).isEmpty();

        caughtUp = true;
        feed.tick(NOW.plusSeconds(2));
        assertThat(sink.published).extracting(MigrationStatus::phase).containsExactly("Cloning");
    }

    @Test
    void whatFoundNoRoomIsTriedAgain() {
        sink.refuses = true;
        fold(facts.accepted(), NOW);
        sink.refuses = false;

        feed.tick(NOW.plusSeconds(1));

        assertThat(sink.published).hasSize(1);
    }
}
