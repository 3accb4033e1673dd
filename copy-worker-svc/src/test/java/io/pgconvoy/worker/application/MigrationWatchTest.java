package io.pgconvoy.worker.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.worker.application.Cancellation.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationWatchTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final CountingAdoption adoption = new CountingAdoption();
    private final RunningJobs running = new RunningJobs();
    private final SnapshotHolders holders =
            new SnapshotHolders(adoption, new RecordedFacts(), InstantSource.fixed(NOW), "w1", 2);
    private final List<MigrationId> sessionsClosed = new ArrayList<>();
    private final MigrationWatch watch = new MigrationWatch(holders, running, sessionsClosed::add);

    @Test
    void aLostSnapshotEndsItsCopiesButNotIndexBuilds() {
        Cancellation copy = started(Orders.copy(1, "s1"));
        Cancellation next = started(Orders.copy(2, "s2"));
        Cancellation index = started(Orders.index());

        watch.on(new SnapshotLost(Orders.SHOP, NOW, new Generation(1), "the source restarted"));

        assertThat(copy.reason()).contains(Reason.UNWANTED);
        assertThat(next.reason()).isEmpty();
        assertThat(index.reason()).isEmpty();
    }

    @Test
    void theEndOfAMigrationEndsItsJobsHoldersAndSessions() {
        List<MigrationEvent> ends = List.of(
                new CancelRequested(Orders.SHOP, NOW, "a person"), new MigrationFailed(Orders.SHOP, NOW, List.of()));
        for (MigrationEvent end : ends) {
            Cancellation copy = started(Orders.copy(1, "s1"));
            holders.snapshotFor(Orders.copy(1, "s1"));

            watch.on(end);

            assertThat(copy.reason()).contains(Reason.UNWANTED);
            assertThat(adoption.adopted.getLast().closed).isTrue();
        }
        assertThat(sessionsClosed).containsExactly(Orders.SHOP, Orders.SHOP);
    }

    @Test
    void confirmedRowsNeedNoSnapshotAnyMore() {
        holders.snapshotFor(Orders.copy(1, "s1"));

        watch.on(new CopyConfirmed(Orders.SHOP, NOW, new Generation(1)));

        assertThat(adoption.adopted.getFirst().closed).isTrue();
    }

    private Cancellation started(Job.Order order) {
        Cancellation cancellation = new Cancellation();
        running.add(cancellation, order);
        return cancellation;
    }
}
