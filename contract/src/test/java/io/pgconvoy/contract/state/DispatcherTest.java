package io.pgconvoy.contract.state;

import static io.pgconvoy.contract.state.Story.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.state.Dispatcher.Outgoing;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DispatcherTest {
    private static final Instant NOON = Messages.NOON;

    private final Story story = new Story();
    private final Dispatcher dispatcher = new Dispatcher(limits(2, 3, 1, 1), 64);

    /** @param table, index, restore and largeObjects jobs at one time */
    static CloneSpec limits(int table, int index, int restore, int largeObjects) {
        return CloneSpec.with(c -> {
            c.tableJobs = OptionalInt.of(table);
            c.indexJobs = OptionalInt.of(index);
            c.restoreJobs = OptionalInt.of(restore);
            c.largeObjectsJobs = OptionalInt.of(largeObjects);
        });
    }

    private static JobBoard board(Job... jobs) {
        return JobBoard.EMPTY.plan(List.of(jobs));
    }

    private static JobBoard whole() {
        return JobBoard.EMPTY.plan(Story.COPIES).plan(Story.BUILDS);
    }

    private List<Job> sent(JobBoard board) {
        return dispatcher.next(board, NOON).jobs().stream().map(JobTrack::job).toList();
    }

    private JobBoard done(JobBoard board, Job... jobs) {
        JobBoard next = board;
        for (Job job : jobs) {
            next = next.succeeded(story.succeeded(ONE, 1, job));
        }
        return next;
    }

    private JobBoard dispatched(JobBoard board, Job... jobs) {
        return board.dispatched(story.dispatched(ONE, 1, List.of(jobs)).jobs());
    }

    @Test
    void theLargestGoFirstAndAtMostAsManyAsTheWindowHolds() {
        assertThat(sent(whole())).containsExactly(Story.ITEMS_COPY, Story.ORDERS_1, Story.BLOBS);
    }

    @Test
    void jobsOfOneSizeGoInTheOrderOfTheirIds() {
        List<Job> jobs = IntStream.of(3, 1, 2)
                .<Job>mapToObj(i -> new CopyTables(new JobId("copy:" + i), List.of(Story.copyOf(Story.ORDERS, 7))))
                .toList();

        assertThat(new Dispatcher(limits(3, 1, 1, 1), 64)
                        .next(JobBoard.EMPTY.plan(jobs), NOON)
                        .jobs())
                .extracting(t -> t.job().id().value())
                .containsExactly("copy:1", "copy:2", "copy:3");
    }

    @Test
    void anOutstandingJobIsNotSentAgainAndHoldsItsPlace() {
        JobBoard one = dispatched(whole(), Story.ITEMS_COPY);
        assertThat(sent(one)).containsExactly(Story.ORDERS_1, Story.BLOBS);

        JobBoard running = one.started(story.started(ONE, 1, Story.ITEMS_COPY));
        assertThat(sent(running)).containsExactly(Story.ORDERS_1, Story.BLOBS);

        JobBoard full = dispatched(running, Story.ORDERS_1, Story.BLOBS);
        assertThat(sent(full)).isEmpty();
    }

    @Test
    void anIndexWaitsForEveryCopyOfItsTableAndForNoOther() {
        JobBoard half = done(whole(), Story.ORDERS_1);
        assertThat(sent(half)).doesNotContain(Story.ORDERS_INDEX);

        assertThat(sent(done(half, Story.ORDERS_2)))
                .contains(Story.ORDERS_INDEX)
                .doesNotContain(Story.ITEMS_INDEX);
    }

    @Test
    void aConstraintWaitsForTheIndexesOfItsTable() {
        JobBoard copied = done(whole(), Story.ORDERS_1, Story.ORDERS_2);
        assertThat(sent(copied)).doesNotContain(Story.ORDERS_KEY);

        assertThat(sent(done(copied, Story.ORDERS_INDEX))).contains(Story.ORDERS_KEY);
    }

    @Test
    void statisticsWaitForTheTableToBeBuilt() {
        JobBoard indexed = done(whole(), Story.ORDERS_1, Story.ORDERS_2, Story.ORDERS_INDEX);
        assertThat(sent(indexed)).doesNotContain(Story.ANALYZE);

        assertThat(sent(done(indexed, Story.ORDERS_KEY))).contains(Story.ANALYZE);
    }

    @Test
    void statisticsThatNameNoTableWaitForAllTablesToBeBuilt() {
        Job ofAll = new Job.AnalyzeTables(new JobId("analyze-all"), Set.of(), List.of(), 1);
        JobBoard copied = done(whole().plan(List.of(ofAll)), Story.COPIES.toArray(Job[]::new));
        assertThat(sent(copied)).doesNotContain(ofAll);

        List<Job> built = Story.BUILDS.stream()
                .filter(j -> j.stage() == Stage.INDEX || j.stage() == Stage.CONSTRAINT)
                .toList();
        assertThat(sent(done(copied, built.toArray(Job[]::new)))).contains(ofAll);
    }

    @Test
    void foreignKeysWaitForEveryTableAndAreValidatedLast() {
        JobBoard copied = done(whole(), Story.ORDERS_1, Story.ORDERS_2, Story.ITEMS_COPY);
        JobBoard built = done(copied, Story.ORDERS_INDEX, Story.ITEMS_INDEX);
        assertThat(sent(built)).doesNotContain(Story.ATTACH, Story.ITEMS_FK, Story.VALIDATE);

        JobBoard keyed = done(built, Story.ORDERS_KEY);
        assertThat(sent(keyed)).contains(Story.ANALYZE).doesNotContain(Story.ATTACH, Story.ITEMS_FK, Story.VALIDATE);

        JobBoard analyzed = done(keyed, Story.ANALYZE);
        assertThat(sent(analyzed)).contains(Story.ATTACH).doesNotContain(Story.ITEMS_FK, Story.VALIDATE);

        JobBoard attached = done(analyzed, Story.ATTACH);
        assertThat(sent(attached)).contains(Story.ITEMS_FK).doesNotContain(Story.VALIDATE);

        assertThat(sent(done(attached, Story.ITEMS_FK))).contains(Story.VALIDATE);
    }

    @Test
    void aJobThatFailedWaitsForItsPauseAndSaysUntilWhen() {
        JobBoard failed = dispatched(board(Story.ITEMS_COPY, Story.ORDERS_1, Story.ORDERS_2), Story.ITEMS_COPY)
                .failed(failedAt(NOON, Story.ITEMS_COPY), new Retry(3));
        Instant until =
                failed.find(Story.ITEMS_COPY.id()).orElseThrow().notBefore().orElseThrow();

        Outgoing early = dispatcher.next(failed, NOON);
        assertThat(early.jobs()).extracting(JobTrack::job).containsExactly(Story.ORDERS_1, Story.ORDERS_2);
        assertThat(early.askAgainAt()).contains(until);

        Outgoing inTime = dispatcher.next(failed, until);
        assertThat(inTime.jobs()).extracting(JobTrack::job).containsExactly(Story.ITEMS_COPY, Story.ORDERS_1);
        assertThat(inTime.askAgainAt()).isEmpty();
    }

    @Test
    void ofSeveralPausesTheFirstToEndIsSaid() {
        JobBoard failed = dispatched(board(Story.ITEMS_COPY, Story.ORDERS_1), Story.ITEMS_COPY, Story.ORDERS_1)
                .failed(failedAt(NOON.plusSeconds(1), Story.ITEMS_COPY), new Retry(3))
                .failed(failedAt(NOON, Story.ORDERS_1), new Retry(3));

        assertThat(dispatcher.next(failed, NOON).askAgainAt())
                .isEqualTo(failed.find(Story.ORDERS_1.id()).orElseThrow().notBefore());
    }

    @Test
    void aWorkersWrongClockHoldsNoJobBack() {
        JobBoard failed = dispatched(board(Story.ITEMS_COPY), Story.ITEMS_COPY)
                .failed(failedAt(NOON.plusSeconds(86_400), Story.ITEMS_COPY), new Retry(3));

        assertThat(sent(failed)).containsExactly(Story.ITEMS_COPY);
    }

    @Test
    void aJobThatNeedsAPersonIsNotSent() {
        JobBoard stuck = dispatched(board(Story.ITEMS_COPY), Story.ITEMS_COPY)
                .failed(story.failed(ONE, 1, Story.ITEMS_COPY, ErrorCode.PRIVILEGE), new Retry(3));

        assertThat(dispatcher.next(stuck, NOON)).isEqualTo(new Outgoing(List.of(), Optional.empty()));
    }

    private static JobFailed failedAt(Instant at, Job job) {
        return new JobFailed(
                Story.SHOP, at, ONE, job.id(), 1, "worker-1", Failure.of(ErrorCode.CONNECTION_LOST, "it failed"));
    }

    @Test
    void asManyCopiesGoOutAsTheWorkersThatTakePartHaveProcessors() {
        List<Job> many = IntStream.range(0, 20)
                .<Job>mapToObj(i -> new CopyTables(new JobId("copy:" + i), List.of(Story.copyOf(Story.ORDERS, 7))))
                .toList();
        Copying copying = (Copying) Story.fold(story.untilCopying());
        MigrationState none = new Copying(
                copying.course(),
                copying.generation(),
                copying.snapshot(),
                board(many.toArray(Job[]::new)),
                Holders.NONE);
        MigrationState one = none.after(story.snapshotShared(ONE, "w1", OptionalInt.of(2)));
        MigrationState two = one.after(story.snapshotShared(ONE, "w2", OptionalInt.of(5)));
        MigrationState again = two.after(story.snapshotShared(ONE, "w2", OptionalInt.of(5)));

        assertThat(Stream.of(none, one, two, again)
                        .map(Working.class::cast)
                        .map(s -> Dispatcher.of(s).next(s.board(), NOON).jobs().size()))
                .containsExactly(4, 4, 7, 7);
    }
}
