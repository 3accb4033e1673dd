package io.pgconvoy.worker.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.worker.application.JobFeed.Ending;
import io.pgconvoy.worker.domain.DeliveryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneTest {
    private final RecordedFacts facts = new RecordedFacts();
    private final ScriptedBench bench = new ScriptedBench();
    private final ScriptedFeed feed = new ScriptedFeed();
    private final List<Delivery.DeadLetter> letters = new ArrayList<>();
    private final InstantSource clock = InstantSource.system();
    private final JobRunner runner = new JobRunner(
            new SnapshotHolders(new CountingAdoption(), facts, clock, "w1", 2),
            facts,
            new ProgressMeter(sample -> {}, clock, "w1"),
            new RunningJobs(),
            clock,
            "w1");
    private final Lane lane = new Lane(
            feed,
            bench,
            runner,
            letter -> {
                letters.add(letter);
                return CompletableFuture.completedFuture(null);
            },
            task -> Thread.ofPlatform().start(task));

    LaneTest() {
        feed.whenEmpty = lane::stop;
    }

    @Test
    void aJobIsAcceptedAfterItsResultIsAFact() {
        feed.deliver(ordered(1));

        lane.run();

        assertThat(feed.endings).containsExactly(Ending.ACCEPT);
        assertThat(facts.of(JobSucceeded.class)).hasSize(1);
    }

    @Test
    void aJobWithoutADurableResultIsReleased() {
        facts.loseResults(true);
        feed.deliver(ordered(1));

        lane.run();

        assertThat(feed.endings).containsExactly(Ending.RELEASE);
    }

    @Test
    void aJobThatComesBackTooOftenIsRefusedAndNotTried() {
        feed.deliver(ordered(DeliveryPolicy.LIMIT));

        lane.run();

        assertThat(feed.endings).containsExactly(Ending.REJECT);
        assertThat(bench.calls).isEmpty();
        assertThat(facts.of(JobFailed.class).getFirst().failure().code()).isEqualTo(ErrorCode.DELIVERY_LIMIT);
    }

    @Test
    void aJobIsTriedOnEveryDeliveryBelowTheLimit() {
        feed.deliver(ordered(DeliveryPolicy.LIMIT - 1));

        lane.run();

        assertThat(feed.endings).containsExactly(Ending.ACCEPT);
    }

    @Test
    void anUnreadableRecordGoesToTheDeadLetters() {
        byte[] bytes = "not json".getBytes(StandardCharsets.UTF_8);
        feed.deliver(new Delivery.Unreadable(new Delivery.DeadLetter("k", bytes, Map.of())));

        lane.run();

        assertThat(feed.endings).containsExactly(Ending.REJECT);
        assertThat(letters).singleElement().satisfies(letter -> assertThat(letter.value())
                .isEqualTo(bytes));
    }

    @Test
    void aLongJobIsRenewedAndGivenBackOnShutdown() throws Exception {
        bench.waitsUntilCancelled = true;
        feed.deliver(ordered(1));
        Thread running = Thread.ofPlatform().start(lane);
        feed.renewedTwice.await();

        lane.stop();

        assertThat(running.join(Duration.ofSeconds(30))).isTrue();
        assertThat(feed.endings).containsExactly(Ending.RELEASE);
        assertThat(facts.of(JobFailed.class)).isEmpty();
    }

    @Test
    void aLostLockCancelsTheJobAndSaysNothing() {
        bench.waitsUntilCancelled = true;
        feed.lockIsLost = true;
        feed.deliver(ordered(1));

        lane.run();

        assertThat(feed.endings).isEmpty();
        assertThat(bench.calls).containsExactly("begin", "carryOut", "close");
        assertThat(facts.of(JobFailed.class)).isEmpty();
    }

    private static Delivery ordered(int count) {
        return new Delivery.Ordered(Orders.copy(1, "s1"), count);
    }
}
