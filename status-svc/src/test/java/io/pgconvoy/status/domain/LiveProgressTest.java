package io.pgconvoy.status.domain;

import static io.pgconvoy.status.domain.Facts.ORDERS_1;
import static io.pgconvoy.status.domain.Facts.ORDERS_2;
import static io.pgconvoy.status.domain.Facts.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.status.domain.MigrationStatus.CloneProgress;
import org.junit.jupiter.api.Test;

class LiveProgressTest {
    private final Facts facts = new Facts("shop");

    private Projection running() {
        return and(
                facts.fold(facts.untilPlanned()),
                facts.dispatched(1, ORDERS_1, ORDERS_2, SMALL),
                facts.started(ORDERS_1, 1, "w1"));
    }

    private static Projection and(Projection projection, MigrationEvent... more) {
        Projection next = projection;
        for (MigrationEvent event : more) {
            next = next.after(
                    event, Facts.position(next.observed().orElseThrow().offset() + 1));
        }
        return next;
    }

    private static CloneProgress progress(Projection p) {
        return p.status().progress().orElseThrow();
    }

    @Test
    void aSampleRaisesARunningJobsRowsAndBytes() {
        Projection sampled = running().after(facts.sample(ORDERS_1, 1, "w1", 4, 200));

        assertThat(progress(sampled).rows()).isEqualTo(4);
        assertThat(progress(sampled).bytes().done()).isEqualTo(200);
        assertThat(progress(sampled).bytes().percent()).isEqualTo(18);
        assertThat(sampled.tables().getFirst().rows()).hasValue(4);
    }

    @Test
    void theFactReplacesTheSample() {
        Projection done = and(
                running().after(facts.sample(ORDERS_1, 1, "w1", 999, 99_999)),
                facts.succeeded(ORDERS_1, 1, "w1", 10, 500));

        assertThat(progress(done).rows()).isEqualTo(10);
        assertThat(progress(done).bytes().done()).isEqualTo(500);
    }

    @Test
    void aSampleThatComesAfterTheEndChangesNothing() {
        Projection done = and(running(), facts.succeeded(ORDERS_1, 1, "w1", 10, 500));

        assertThat(done.after(facts.sample(ORDERS_1, 1, "w1", 9, 450))).isSameAs(done);
    }

    @Test
    void anOlderSampleDoesNotTakeAnythingBack() {
        var early = facts.sample(ORDERS_1, 1, "w1", 2, 100);
        var late = facts.sample(ORDERS_1, 1, "w1", 4, 200);

        Projection sampled = running().after(late).after(early);

        assertThat(progress(sampled).rows()).isEqualTo(4);
    }

    @Test
    void aFailedAttemptTakesItsSamplesWithIt() {
        Failure failure = Failure.of(ErrorCode.CONNECTION_LOST, "lost");
        Projection failed = and(
                running().after(facts.sample(ORDERS_1, 1, "w1", 4, 200)), facts.jobFailed(ORDERS_1, 1, "w1", failure));

        assertThat(progress(failed).rows()).isZero();
        assertThat(progress(and(failed, facts.dispatched(2, ORDERS_1))).rows()).isZero();
    }

    @Test
    void aWorkerThatWasReplacedCannotMoveTheNumbers() {
        Projection redelivered =
                and(running().after(facts.sample(ORDERS_1, 1, "w1", 4, 200)), facts.started(ORDERS_1, 1, "w2"));

        assertThat(progress(redelivered).rows()).isZero();
        assertThat(redelivered.after(facts.sample(ORDERS_1, 1, "w1", 5, 250))).isSameAs(redelivered);
        assertThat(progress(redelivered.after(facts.sample(ORDERS_1, 1, "w2", 1, 50)))
                        .rows())
                .isEqualTo(1);
    }

    @Test
    void estimatesThatWereTooLowDoNotPass99BeforeTheCopyIsDone() {
        Projection sampled = and(
                        running(), facts.succeeded(ORDERS_2, 1, "w2", 12, 480), facts.succeeded(SMALL, 1, "w1", 8, 120))
                .after(facts.sample(ORDERS_1, 1, "w1", 1000, 100_000));

        assertThat(progress(sampled).bytes().percent()).isEqualTo(99);
    }

    @Test
    void estimatesThatWereTooHighDoNotStopShortOf100() {
        Projection done = and(
                running(),
                facts.succeeded(ORDERS_1, 1, "w1", 1, 1),
                facts.succeeded(ORDERS_2, 1, "w2", 1, 1),
                facts.succeeded(SMALL, 1, "w1", 1, 1));

        assertThat(progress(done).bytes().percent()).isEqualTo(100);
    }

    @Test
    void whatWasSeenLiveEqualsWhatIsRebuiltFromTheFactsAlone() {
        Projection rebuilt =
                and(facts.fold(facts.untilPlanned()), facts.fromDispatchToEnd().toArray(MigrationEvent[]::new));
        Facts same = new Facts("shop");
        Projection live = same.fold(same.untilPlanned());
        for (MigrationEvent event : same.fromDispatchToEnd()) {
            live = and(live, event);
            // A sample after each fact, whether it fits or not; taken from other facts so that the clocks stay equal.
            live = live.after(facts.sample(ORDERS_1, 1, "w1", 3, 150)).after(facts.sample(ORDERS_2, 1, "w2", 3, 150));
        }

        assertThat(live).isEqualTo(rebuilt);
        assertThat(live.status()).isEqualTo(rebuilt.status());
    }
}
