package io.pgconvoy.worker.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class SnapshotHoldersTest {
    private final CountingAdoption adoption = new CountingAdoption();
    private final RecordedFacts facts = new RecordedFacts();
    private final SnapshotHolders holders = new SnapshotHolders(adoption, facts, InstantSource.system(), "w1", 6);

    @Test
    void oneSessionServesAllJobsOfAGenerationAndIsAnnouncedOnce() {
        String first = holders.snapshotFor(Orders.copy(1, "s1"));
        String second = holders.snapshotFor(Orders.copy(1, "s1"));

        assertThat(first).isEqualTo(second).isEqualTo("s1-own-0");
        assertThat(adoption.adopted).hasSize(1);
        assertThat(facts.of(SnapshotShared.class)).singleElement().satisfies(e -> {
            assertThat(e.snapshot()).isEqualTo("s1-own-0");
            assertThat(e.processors()).hasValue(6);
        });
    }

    @Test
    void ourOwnSessionServesWhenTheOrdersNameIsDead() {
        holders.snapshotFor(Orders.copy(1, "s1"));
        adoption.nameIsDead = true;

        assertThat(holders.snapshotFor(Orders.copy(1, "s1"))).isEqualTo("s1-own-0");
    }

    @Test
    void aSessionFoundDeadIsReplaced() {
        holders.snapshotFor(Orders.copy(1, "s1"));
        adoption.adopted.getFirst().alive = false;

        assertThat(holders.snapshotFor(Orders.copy(1, "s1"))).isEqualTo("s1-own-1");
        assertThat(adoption.adopted.getFirst().closed).isTrue();
    }

    @Test
    void whenBothAreDeadTheSnapshotIsGone() {
        holders.snapshotFor(Orders.copy(1, "s1"));
        adoption.adopted.getFirst().alive = false;
        adoption.nameIsDead = true;

        assertThatThrownBy(() -> holders.snapshotFor(Orders.copy(1, "s1")))
                .isInstanceOfSatisfying(
                        WorkFailed.class, e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.SNAPSHOT_GONE));
    }

    @Test
    void aLostGenerationIsReleasedAndTheNextOneKept() {
        holders.snapshotFor(Orders.copy(1, "s1"));
        holders.snapshotFor(Orders.copy(2, "s2"));

        holders.release(Orders.SHOP, new Generation(1));

        assertThat(adoption.adopted).extracting(holder -> holder.closed).containsExactly(true, false);
    }

    @Test
    void theEndOfAMigrationReleasesAll() {
        holders.snapshotFor(Orders.copy(1, "s1"));
        holders.snapshotFor(Orders.copy(2, "s2"));

        holders.release(Orders.SHOP);

        assertThat(adoption.adopted).extracting(holder -> holder.closed).containsExactly(true, true);
    }
}
