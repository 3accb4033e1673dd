package io.pgconvoy.planner.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Request.CancelMigration;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verdicts: one to each request. The planner owns no partition here, so that nothing but verdicts is written. */
class PlannerTest {
    private static final MigrationId SHOP = new MigrationId("shop");

    private final List<MigrationEvent> topic = new CopyOnWriteArrayList<>();
    private final ExecutorService delivery = Executors.newSingleThreadExecutor();
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private boolean kafkaIsAway;
    private Planner planner;

    @BeforeEach
    void start() {
        planner = started();
        readTopic(planner);
    }

    private Planner started() {
        return new Planner(
                new Planner.Outlets(this::append, orders -> {}),
                new ScriptedDatabases(),
                Clock.systemUTC(),
                workers,
                Executors.newSingleThreadScheduledExecutor());
    }

    /** What a new planner meets: every fact so far, then its end. */
    private void readTopic(Planner reader) {
        reader.partitionsAre(Set.of(0));
        for (int offset = 0; offset < topic.size(); offset++) {
            reader.fold(topic.get(offset), 0, offset);
        }
        reader.partitionIsLive(0);
    }

    private synchronized long append(MigrationEvent fact) {
        if (kafkaIsAway) {
            throw new PublicationFailed("not confirmed", null);
        }
        topic.add(fact);
        long offset = topic.size() - 1L;
        delivery.execute(() -> planner.fold(fact, 0, offset));
        return offset;
    }

    @AfterEach
    void stop() {
        planner.close();
        delivery.shutdown();
        workers.shutdown();
    }

    private static Reading submit(String hash) {
        return new Reading.Read(new SubmitMigration(SHOP, Jobs.spec()), hash);
    }

    private static Reading cancel() {
        return new Reading.Read(new CancelMigration(SHOP, "ops"), "cancel-hash");
    }

    private ErrorCode rejection() {
        return ((MigrationRejected) topic.getLast()).errors().getFirst().code();
    }

    @Test
    void aGoodRequestIsAcceptedAndTheSameRequestAgainChangesNothing() {
        planner.answer(submit("h1"));
        planner.answer(submit("h1"));

        assertThat(topic).singleElement().isInstanceOfSatisfying(MigrationAccepted.class, accepted -> {
            assertThat(accepted.migration()).isEqualTo(SHOP);
            assertThat(accepted.requestHash()).isEqualTo("h1");
        });
    }

    @Test
    void anotherRequestUnderTheSameNameIsRejectedWithItsOwnHash() {
        planner.answer(submit("h1"));
        planner.answer(submit("h2"));

        assertThat(topic).hasSize(2);
        assertThat(rejection()).isEqualTo(ErrorCode.NAME_IN_USE);
        MigrationRejected rejected = (MigrationRejected) topic.getLast();
        assertThat(rejected.requestHash()).isEqualTo("h2");
        assertThat(rejected.errors().getFirst().remedy()).contains("choose another");
    }

    @Test
    void theNameOfAMigrationThatEndedStaysInUse() {
        planner.answer(submit("h1"));
        append(new MigrationFailed(SHOP, Instant.EPOCH, List.of()));
        restart();

        planner.answer(submit("h2"));

        assertThat(rejection()).isEqualTo(ErrorCode.NAME_IN_USE);
    }

    @Test
    void requestsThatComeAtOnceUnderOneNameHaveOneWinner() {
        CompletableFuture<?>[] answers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> planner.answer(submit("h" + i)), workers))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(answers).join();

        assertThat(topic).hasSize(8);
        assertThat(topic).filteredOn(MigrationAccepted.class::isInstance).hasSize(1);
        assertThat(topic).filteredOn(MigrationRejected.class::isInstance).hasSize(7);
    }

    @Test
    void anUnacceptableRequestIsRejectedWithEveryError() {
        List<RequestError> errors = List.of(error("/spec/source"), error("/spec/target"));
        planner.answer(new Reading.Refused(Optional.of(SHOP), errors, "h1"));

        assertThat(topic).singleElement().isInstanceOfSatisfying(MigrationRejected.class, rejected -> {
            assertThat(rejected.errors()).isEqualTo(errors);
            assertThat(rejected.requestHash()).isEqualTo("h1");
        });
    }

    @Test
    void aRejectedRequestLeavesItsNameFree() {
        planner.answer(new Reading.Refused(Optional.of(SHOP), List.of(error("/spec/source")), "h1"));
        planner.answer(submit("h2"));

        assertThat(topic).hasSize(2);
        assertThat(topic.getLast()).isInstanceOf(MigrationAccepted.class);
    }

    @Test
    void onlyAMigrationThatIsUnderWayCanBeCancelled() {
        planner.answer(cancel());
        assertThat(rejection()).isEqualTo(ErrorCode.FIELD_VALUE);
        planner.answer(submit("h1"));
        planner.answer(cancel());

        assertThat(topic.getLast()).isInstanceOfSatisfying(CancelRequested.class, c -> assertThat(c.by())
                .isEqualTo("ops"));
    }

    @Test
    void aVerdictThatKafkaDoesNotConfirmIsTheCallersToAskForAgain() {
        kafkaIsAway = true;
        assertThatThrownBy(() -> planner.answer(submit("h1"))).isInstanceOf(PublicationFailed.class);
        kafkaIsAway = false;

        planner.answer(submit("h1"));

        assertThat(topic).singleElement().isInstanceOf(MigrationAccepted.class);
    }

    @Test
    void aRequestIsJudgedOnlyWhenEarlierFactsAreRead() throws Exception {
        planner.answer(submit("h1"));
        planner.close();
        planner = started();
        planner.partitionsAre(Set.of(0));
        CompletableFuture<Void> answer = CompletableFuture.runAsync(() -> planner.answer(submit("h1")), workers);
        planner.fold(topic.getFirst(), 0, 0);
        assertThat(answer).isNotDone();

        planner.partitionIsLive(0);

        answer.get(10, TimeUnit.SECONDS);
        assertThat(topic).hasSize(1);
    }

    private void restart() {
        planner.close();
        planner = started();
        readTopic(planner);
    }

    private static RequestError error(String pointer) {
        return new RequestError(ErrorCode.FIELD_REQUIRED, pointer, Optional.empty(), Optional.empty(), "name it");
    }
}
