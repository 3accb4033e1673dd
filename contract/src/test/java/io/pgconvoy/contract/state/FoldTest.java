package io.pgconvoy.contract.state;

import static io.pgconvoy.contract.state.Story.BUILDS;
import static io.pgconvoy.contract.state.Story.COPIES;
import static io.pgconvoy.contract.state.Story.ONE;
import static io.pgconvoy.contract.state.Story.ORDERS_1;
import static io.pgconvoy.contract.state.Story.ORDERS_2;
import static io.pgconvoy.contract.state.Story.ORDERS_INDEX;
import static io.pgconvoy.contract.state.Story.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.state.JobTrack.Status;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories that went wrong once, or would have. */
class FoldTest {
    private final Story story = new Story();

    private static JobTrack track(MigrationState state, Job job) {
        return ((Working) state).board().find(job.id()).orElseThrow();
    }

    private MigrationState copying(Job job) {
        return Story.fold(story.untilCopying()).after(story.dispatched(ONE, 1, List.of(job)));
    }

    @Test
    void aLateStartDoesNotMakeAJobBusyThatWaitsForItsRetry() {
        MigrationState waiting = copying(ORDERS_1).after(story.failed(ONE, 1, ORDERS_1, ErrorCode.CONNECTION_LOST));

        assertThat(waiting.after(story.started(ONE, 1, ORDERS_1))).isEqualTo(waiting);
        assertThat(track(waiting, ORDERS_1).status()).isEqualTo(Status.PLANNED);
    }

    @Test
    void aRepeatedDispatchDoesNotTakeTheJobFromItsWorker() {
        MigrationState running = copying(ORDERS_1).after(story.started(ONE, 1, ORDERS_1));

        assertThat(running.after(story.dispatched(ONE, 1, List.of(ORDERS_1)))).isEqualTo(running);
    }

    @Test
    void aFailureThatIsReadBeforeItsDispatchIsNotLost() {
        MigrationState failed = Story.fold(story.untilCopying())
                .after(story.failed(ONE, 1, ORDERS_1, ErrorCode.CONNECTION_LOST))
                .after(story.dispatched(ONE, 1, List.of(ORDERS_1)));

        assertThat(track(failed, ORDERS_1).status()).isEqualTo(Status.PLANNED);
        assertThat(track(failed, ORDERS_1).attempt()).isEqualTo(1);
    }

    @Test
    void aFailureOfAnAttemptThatWasAnsweredCountsOnce() {
        MigrationState again = copying(ORDERS_1)
                .after(story.failed(ONE, 1, ORDERS_1, ErrorCode.CONNECTION_LOST))
                .after(story.dispatched(ONE, 2, List.of(ORDERS_1)));

        assertThat(again.after(story.failed(ONE, 1, ORDERS_1, ErrorCode.PRIVILEGE)))
                .isEqualTo(again);
    }

    @Test
    void aJobThatIsStuckIsDoneWhenAnotherAttemptHadSucceeded() {
        MigrationState stuck = copying(ORDERS_1).after(story.failed(ONE, 1, ORDERS_1, ErrorCode.PRIVILEGE));
        assertThat(NextStep.of(stuck)).isInstanceOf(NextStep.Fail.class);

        MigrationState done = stuck.after(story.succeeded(ONE, 1, ORDERS_1));

        assertThat(track(done, ORDERS_1).isDone()).isTrue();
        assertThat(NextStep.of(done)).isEqualTo(new NextStep.Nothing());
    }

    @Test
    void aSuccessWhoseReceiptWasLostDoesNotCountWhenItIsReadAgain() {
        var success = story.succeeded(ONE, 1, ORDERS_1);
        MigrationState owed = copying(ORDERS_1).after(success).after(story.receiptsMissing(ONE, ORDERS_1));

        assertThat(owed.after(success)).isEqualTo(owed);
        assertThat(track(owed, ORDERS_1).status()).isEqualTo(Status.PLANNED);
        assertThat(track(owed.after(story.succeeded(ONE, 2, ORDERS_1)), ORDERS_1)
                        .isDone())
                .isTrue();
    }

    @Test
    void aPlanThatWasBegunAnewWithOtherPartsIsNotMixedWithItsFirstBegin() {
        Preparing half = (Preparing) Story.after(
                story.accepted(),
                story.preflightPassed(),
                story.snapshotOpened(ONE),
                story.schemaRestored(),
                story.planned(ONE, List.of(ORDERS_1, ORDERS_2, ORDERS_INDEX)));
        Job whole = new Job.CopyTables(ORDERS_1.id(), List.of(Story.copyOf(Story.ORDERS, 1_100)));

        MigrationState planned =
                half.after(story.planned(ONE, List.of(whole, ORDERS_INDEX))).after(story.planCompleted(ONE, 2));

        assertThat(planned).isInstanceOf(Copying.class);
        assertThat(((Copying) planned).board().all())
                .extracting(JobTrack::job)
                .containsExactlyInAnyOrder(whole, ORDERS_INDEX);
    }

    @Test
    void aPlanWithJobsLeftOverFromAnotherIsVoidAndOwedAgain() {
        MigrationState leftOver = Story.after(
                story.accepted(),
                story.preflightPassed(),
                story.snapshotOpened(ONE),
                story.schemaRestored(),
                story.planned(ONE, List.of(ORDERS_1, ORDERS_2)),
                story.planned(ONE, List.of(ORDERS_1)),
                story.planCompleted(ONE, 1));

        assertThat(leftOver).isInstanceOf(Preparing.class);
        assertThat(((Preparing) leftOver).board()).isEqualTo(JobBoard.EMPTY);
        assertThat(NextStep.of(leftOver)).isEqualTo(new NextStep.PlanJobs(ONE, false));
    }

    @Test
    void aPlannerThatDiesWhilePlanningLeavesNoHalfPlanOfBuilds() {
        MigrationState next = Story.after(
                story.accepted(),
                story.preflightPassed(),
                story.snapshotOpened(ONE),
                story.schemaRestored(),
                story.planned(ONE, List.of(ORDERS_1, ORDERS_INDEX)),
                story.snapshotLost(ONE),
                story.snapshotOpened(TWO));

        assertThat(NextStep.of(next)).isEqualTo(new NextStep.PlanJobs(TWO, false));
        assertThat(((Preparing) next).board()).isEqualTo(JobBoard.EMPTY);
    }

    @Test
    void aLostSnapshotTakesTheCopiesAndKeepsTheBuilds() {
        MigrationState lost = copying(ORDERS_1)
                .after(story.succeeded(ONE, 1, ORDERS_1))
                .after(story.succeeded(ONE, 1, ORDERS_INDEX))
                .after(story.snapshotLost(ONE))
                .after(story.snapshotOpened(TWO));

        assertThat(NextStep.of(lost)).isEqualTo(new NextStep.PlanJobs(TWO, true));
        assertThat(track(lost, ORDERS_INDEX).isDone()).isTrue();
        assertThat(((Working) lost).board().find(ORDERS_1.id())).isEmpty();

        MigrationState again = lost.after(story.planned(TWO, COPIES)).after(story.planCompleted(TWO, COPIES.size()));
        assertThat(((Copying) again).board().all()).hasSize(COPIES.size() + BUILDS.size());
        assertThat(track(again, ORDERS_1).status()).isEqualTo(Status.PLANNED);
    }

    @Test
    void aLostReceiptPutsTheSchemaInDoubtToo() {
        Finalizing confirmed =
                (Finalizing) finalizing().after(story.schemaFinished()).after(story.workConfirmed());
        assertThat(NextStep.of(confirmed)).isEqualTo(new NextStep.Complete());

        MigrationState owed = confirmed.after(story.receiptsMissing(ONE, ORDERS_INDEX));
        assertThat(NextStep.of(owed)).isEqualTo(new NextStep.Nothing());

        assertThat(NextStep.of(owed.after(story.succeeded(ONE, 2, ORDERS_INDEX))))
                .isEqualTo(new NextStep.FinishSchema());
    }

    @Test
    void rowsThatVanishAfterTheyWereConfirmedEndTheMigration() {
        MigrationState lost = finalizing().after(story.receiptsMissing(ONE, ORDERS_1));

        assertThat(NextStep.of(lost)).isEqualTo(new NextStep.Fail(List.of(NextStep.ROWS_LOST)));
    }

    @Test
    void aRejectedNameMayBeUsedAgain() {
        MigrationState rejected = Story.after(story.rejected());
        assertThat(rejected.isTerminal()).isTrue();

        assertThat(NextStep.of(rejected.after(story.accepted()))).isEqualTo(new NextStep.RunPreflight());
    }

    @Test
    void workersThatHoldTheSnapshotAreKnownUntilItIsLost() {
        MigrationState held = copying(ORDERS_1).after(story.snapshotShared(ONE));
        assertThat(((Copying) held).holders().snapshots()).containsExactly("shared-1");

        assertThat(((Copying) held.after(story.snapshotAdopted(ONE))).snapshot())
                .isEqualTo("adopted-1");
        assertThat(((Preparing) held.after(story.snapshotLost(ONE))).holders()).isEqualTo(Holders.NONE);
    }

    private MigrationState finalizing() {
        MigrationState state = Story.fold(story.untilCopying());
        for (Job job : COPIES) {
            state = state.after(story.succeeded(ONE, 1, job));
        }
        state = state.after(story.copyConfirmed(ONE));
        for (Job job : BUILDS) {
            state = state.after(story.succeeded(ONE, 1, job));
        }
        return state;
    }
}
