package io.pgconvoy.status.domain;

import static io.pgconvoy.status.domain.Facts.INDEX;
import static io.pgconvoy.status.domain.Facts.ORDERS_1;
import static io.pgconvoy.status.domain.Facts.ORDERS_2;
import static io.pgconvoy.status.domain.Facts.SMALL;
import static io.pgconvoy.status.domain.Facts.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.status.domain.MigrationStatus.Bytes;
import io.pgconvoy.status.domain.TableStatus.PartStatus;
import io.pgconvoy.status.domain.TableStatus.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProjectionTest {
    private final Facts facts = new Facts("shop");

    private Projection planned() {
        return facts.fold(facts.untilPlanned());
    }

    /** The projection with more facts, each after the last. */
    private static Projection and(Projection projection, MigrationEvent... more) {
        Projection next = projection;
        for (MigrationEvent event : more) {
            long offset = next.observed().map(Position::offset).orElse(-1L) + 1;
            next = next.after(event, Facts.position(offset));
        }
        return next;
    }

    private static TableStatus table(Projection projection, String name) {
        return projection.tables().stream()
                .filter(t -> t.table().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aCompleteMigrationHasExactCounts() {
        Projection done = and(planned(), facts.fromDispatchToEnd().toArray(MigrationEvent[]::new));

        MigrationStatus status = done.status();

        assertThat(status.phase()).isEqualTo("Completed");
        assertThat(status.stage()).isEmpty();
        assertThat(status.startedAt()).contains(START);
        assertThat(status.completedAt()).isPresent();
        assertThat(status.steps()).hasSize(1);
        assertThat(status.progress().orElseThrow())
                .isEqualTo(new MigrationStatus.CloneProgress(
                        new Count(3, 3),
                        new Count(3, 3),
                        new Count(1, 1),
                        new Count(4, 4),
                        0,
                        30,
                        new Bytes(1100, 1100, 100)));
    }

    @Test
    void noProgressIsShownBeforeThePlanIsWhole() {
        Projection begun = facts.fold(List.of(
                facts.accepted(),
                facts.preflightPassed(),
                facts.snapshotOpened(),
                facts.schemaRestored(),
                facts.planned(Facts.JOBS)));

        assertThat(begun.status().progress()).isEmpty();
        assertThat(begun.status().stage()).contains("plan");
        assertThat(begun.status().generation().orElseThrow().number()).isEqualTo(1);
    }

    @Test
    void generationIsAbsentBeforeThereWasASnapshot() {
        Projection begun = facts.fold(List.of(facts.accepted(), facts.preflightPassed()));

        assertThat(begun.status().generation()).isEmpty();
        assertThat(begun.status().stage()).contains("snapshot");
    }

    @Test
    void aTableOfAManyTableJobIsDoneWhenItsJobIsDone() {
        Projection before = and(planned(), facts.dispatched(1, SMALL), facts.started(SMALL, 1, "w1"));
        Projection after = and(before, facts.succeeded(SMALL, 1, "w1", 8, 120));

        assertThat(table(before, "cities").state()).isEqualTo(State.COPYING);
        assertThat(table(after, "cities").state()).isEqualTo(State.DONE);
        assertThat(table(after, "colours").state()).isEqualTo(State.DONE);
        assertThat(after.status().progress().orElseThrow().tables()).isEqualTo(new Count(2, 3));
    }

    @Test
    void whatIsOnlyKnownAsASumIsAbsentAtItsTables() {
        Projection after = and(planned(), facts.dispatched(1, SMALL), facts.succeeded(SMALL, 1, "w1", 8, 120));

        assertThat(table(after, "cities").rows()).isEmpty();
        assertThat(table(after, "cities").bytes()).isEmpty();
        assertThat(after.status().progress().orElseThrow().rows()).isEqualTo(8);
    }

    @Test
    void aSplitTableIsCopiedWhenItsLastPartIsDone() {
        Projection one = and(
                planned(),
                facts.dispatched(1, ORDERS_1, ORDERS_2),
                facts.started(ORDERS_1, 1, "w1"),
                facts.succeeded(ORDERS_1, 1, "w1", 10, 500));
        Projection both = and(one, facts.succeeded(ORDERS_2, 1, "w2", 12, 480));

        assertThat(table(one, "orders").state()).isEqualTo(State.COPYING);
        assertThat(table(one, "orders").partCount()).isEqualTo(new Count(1, 2));
        assertThat(table(both, "orders").state()).isEqualTo(State.COPIED);
        assertThat(table(both, "orders").rows()).isEqualTo(OptionalLong.of(22));
        assertThat(table(both, "orders").bytes()).isEqualTo(OptionalLong.of(980));
    }

    @Test
    void aTableIsBuiltWhenItsIndexesAre() {
        Projection copied = and(
                planned(),
                facts.dispatched(1, ORDERS_1, ORDERS_2, SMALL),
                facts.succeeded(ORDERS_1, 1, "w1", 10, 500),
                facts.succeeded(ORDERS_2, 1, "w2", 12, 480),
                facts.dispatched(1, INDEX),
                facts.started(INDEX, 1, "w1"));
        Projection built = and(copied, facts.succeeded(INDEX, 1, "w1", 0, 0));

        assertThat(table(copied, "orders").state()).isEqualTo(State.BUILDING);
        assertThat(table(copied, "orders").indexes()).isEqualTo(new Count(0, 1));
        assertThat(table(built, "orders").state()).isEqualTo(State.DONE);
    }

    @Test
    void aPartShowsItsRangeWorkerAndAttempt() {
        Projection running = and(planned(), facts.dispatched(2, ORDERS_2), facts.started(ORDERS_2, 2, "w7"));

        PartStatus part = table(running, "orders").parts().get(1);

        assertThat(part.part()).isEqualTo(2);
        assertThat(part.range()).contains(ORDERS_2.range());
        assertThat(part.worker()).contains("w7");
        assertThat(part.attempt()).isEqualTo(2);
        assertThat(part.state()).isEqualTo(JobTrack.Status.RUNNING);
    }

    @Test
    void largestTablesComeFirst() {
        assertThat(planned().tables()).extracting(t -> t.table().name()).containsExactly("orders", "cities", "colours");
    }

    @Test
    void aFactReadTwiceCountsOnce() {
        List<MigrationEvent> events = new ArrayList<>(facts.untilPlanned());
        events.addAll(facts.fromDispatchToEnd());
        Projection once = facts.fold(events);

        Projection again = once;
        for (int i = 0; i < events.size(); i++) {
            again = again.after(events.get(i), Facts.position(i));
        }

        assertThat(again).isEqualTo(once);
    }

    @Test
    void theLastFactOfAStatusCanBeFoundInIt() {
        assertThat(planned().status().observedOffsets()).containsEntry("pgconvoy.events-3", 5L);
    }

    @Test
    void aRejectedRequestShowsEveryError() {
        MigrationStatus status = facts.fold(List.of(facts.rejected())).status();

        assertThat(status.phase()).isEqualTo("Rejected");
        assertThat(status.errors()).extracting(e -> e.code()).containsExactly(ErrorCode.FIELD_UNKNOWN);
        assertThat(status.completedAt()).contains(START);
    }

    @Test
    void aRefusedRepeatDoesNotDisturbAMigrationThatRuns() {
        MigrationStatus status = and(planned(), facts.rejected()).status();

        assertThat(status.phase()).isEqualTo("Cloning");
        assertThat(status.completedAt()).isEmpty();
        assertThat(status.errors()).hasSize(1);
    }

    @Test
    void aFailedMigrationKeepsWhatWasDone() {
        Failure failure = Failure.of(ErrorCode.DISK_FULL, "the target's disk is full", "free some space");
        Projection failed = and(
                planned(),
                facts.dispatched(1, ORDERS_1),
                facts.succeeded(ORDERS_1, 1, "w1", 10, 500),
                facts.failed(failure));

        assertThat(failed.status().failures()).containsExactly(failure);
        assertThat(failed.status().progress().orElseThrow().rows()).isEqualTo(10);
        assertThat(failed.tables()).hasSize(3);
    }

    @Test
    void aFailingJobIsNamedBeforeItEndsTheMigration() {
        Failure failure = Failure.of(ErrorCode.CONNECTION_LOST, "the source closed the connection");
        Projection failing = and(
                planned(),
                facts.dispatched(1, ORDERS_1),
                facts.started(ORDERS_1, 1, "w1"),
                facts.jobFailed(ORDERS_1, 1, "w1", failure));

        assertThat(failing.status().lastErrors())
                .containsExactly(new MigrationStatus.JobError(ORDERS_1.id(), 1, failure));
        assertThat(table(failing, "orders").lastError()).contains(failure);
    }

    @Test
    void decisionsOfThePlanAreShown() {
        assertThat(planned().status().decisions()).extracting(d -> d.decision()).containsExactly("text");
        assertThat(planned().status().decisionsTotal()).isEqualTo(1);
    }

    @Test
    void stagesFollowTheWork() {
        Projection copying = planned();
        Projection copied = and(
                copying,
                facts.dispatched(1, ORDERS_1, ORDERS_2, SMALL),
                facts.succeeded(ORDERS_1, 1, "w1", 1, 1),
                facts.succeeded(ORDERS_2, 1, "w1", 1, 1),
                facts.succeeded(SMALL, 1, "w1", 1, 1));
        Projection finalizing = and(copied, facts.copyConfirmed());
        Projection built = and(finalizing, facts.dispatched(1, INDEX), facts.succeeded(INDEX, 1, "w1", 0, 0));
        Projection finished = and(built, facts.schemaFinished());

        assertThat(List.of(copying, copied, finalizing, built, finished))
                .extracting(p -> p.status().stage().orElse(""))
                .isEqualTo(List.of("copy", "confirm", "index", "post-data", "confirm"));
    }

    @Test
    void sizesOfTheStatusObjectDoNotGrowWithTheNumberOfDecisions() {
        MigrationEvent.PlanDecision one = new MigrationEvent.PlanDecision(Facts.CITIES, "text", "why");
        Projection p = facts.fold(
                List.of(facts.accepted(), facts.preflightPassed(), facts.snapshotOpened(), facts.schemaRestored()));

        Projection many = and(
                p,
                new MigrationEvent.PlanCompleted(
                        p.migration(),
                        START,
                        io.pgconvoy.contract.Generation.FIRST,
                        0,
                        Collections.nCopies(5000, one)));

        assertThat(many.status().decisions()).hasSize(MigrationStatus.DECISIONS_SHOWN);
        assertThat(many.status().decisionsTotal()).isEqualTo(5000);
    }

    @Test
    void aRetriedRequestBeginsWithCleanConditions() {
        Projection accepted = facts.fold(List.of(facts.rejected(), facts.accepted()));

        assertThat(accepted.conditions().find(Condition.Type.Failed)).isEqualTo(Optional.empty());
        assertThat(accepted.status().completedAt()).isEmpty();
    }
}
