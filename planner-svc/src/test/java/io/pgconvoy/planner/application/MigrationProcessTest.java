package io.pgconvoy.planner.application;

import static io.pgconvoy.planner.application.SimulatedWorld.ID;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec.OnSnapshotLoss;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Cancelled;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Failed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories of one migration, each drawn from a seed: whatever the order of things, the end is right. */
class MigrationProcessTest {
    private static SimulatedWorld world(long seed) {
        SimulatedWorld world = new SimulatedWorld(seed);
        world.accept(Jobs.spec());
        return world;
    }

    /** Everything planned was done once, and every row came from one view of the source. */
    private static void assertComplete(SimulatedWorld world, MigrationState end) {
        assertThat(end).isInstanceOf(Completed.class);
        Completed completed = (Completed) end;
        assertThat(completed.board().all())
                .hasSize(Jobs.copies(Generation.FIRST).size() + Jobs.builds().size())
                .allMatch(JobTrack::isDone);
        assertThat(completed.summary().rows()).isEqualTo(Jobs.TABLES);
        assertThat(world.databases.viewsOfCopies()).hasSize(1);
        assertThat(world.databases.schemaFinished).isTrue();
        assertThat(world.databases.calls).contains("cleanUp");
        assertThat(world.facts(MigrationCompleted.class)).isNotEmpty();
    }

    @RepeatedTest(100)
    void aCloneReachesItsEndInAnyOrderOfThings(RepetitionInfo seed) {
        SimulatedWorld world = world(seed.getCurrentRepetition());
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
        assertThat(world.facts(SnapshotOpened.class)).hasSize(1);
        assertThat(world.facts(JobStarted.class))
                .doesNotHaveDuplicates()
                .hasSize(((Completed) end).board().all().size());
        assertThat(world.databases.calls)
                .containsExactly(
                        "preflight",
                        "openSnapshot",
                        "restoreSchema",
                        "plan",
                        "durableReceipts",
                        "finishSchema",
                        "durableReceipts",
                        "cleanUp");
    }

    @RepeatedTest(100)
    void factsThatKafkaDoesNotConfirmChangeNothing(RepetitionInfo seed) {
        SimulatedWorld world = world(seed.getCurrentRepetition());
        world.unconfirmed = 0.15;
        world.lostFacts = 0.15;
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
        assertThat(world.facts(SnapshotLost.class)).isEmpty();
    }

    @RepeatedTest(100)
    void twoPlannersThatBothActDoNoHarm(RepetitionInfo seed) {
        SimulatedWorld world = world(seed.getCurrentRepetition());
        world.startPlanner();
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
    }

    @RepeatedTest(100)
    void aMigrationThatIsHandedToAndFroReachesItsEnd(RepetitionInfo seed) {
        SimulatedWorld world = world(seed.getCurrentRepetition());
        SimulatedWorld.Planning first = world.startPlanner();
        SimulatedWorld.Planning second = world.startPlanner();
        second.mailbox.add(second.process::rest);
        AtomicInteger facts = new AtomicInteger();
        world.onFact = fact -> {
            boolean toSecond = facts.incrementAndGet() / 7 % 2 == 1;
            first.mailbox.add(toSecond ? first.process::rest : first.process::act);
            second.mailbox.add(toSecond ? second.process::act : second.process::rest);
        };

        MigrationState end = world.run();

        assertComplete(world, end);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPlannerKilledAfterAnyFactIsFollowedByOneThatEndsTheSame(boolean aWorkerHoldsTheSnapshot) {
        SimulatedWorld history = world(1);
        history.workersShareSnapshot = aWorkerHoldsTheSnapshot;
        history.startPlanner();
        MigrationState wanted = history.run();
        for (int facts = 1; facts <= history.log.size(); facts++) {
            SimulatedWorld world = SimulatedWorld.after(history, facts, facts);
            world.startPlanner();

            MigrationState end = world.run();

            if (facts < history.log.size()) {
                assertComplete(world, end);
            }
            assertThat(((Completed) end).summary().rows())
                    .isEqualTo(((Completed) wanted).summary().rows());
        }
    }

    @Test
    void aSnapshotThatAWorkerHoldsIsAdoptedAndNothingIsCopiedTwice() {
        SimulatedWorld world = world(5);
        world.startPlanner();
        AtomicInteger starts = new AtomicInteger();
        world.onFact = fact -> {
            if (fact instanceof MigrationEvent.JobSucceeded && starts.incrementAndGet() == 3) {
                world.killPlanners(List.of(snapshotOf(world.state())));
                world.startPlanner();
            }
        };

        MigrationState end = world.run();

        assertComplete(world, end);
        assertThat(world.facts(SnapshotAdopted.class)).hasSize(1);
        assertThat(world.facts(SnapshotLost.class)).isEmpty();
    }

    @Test
    void aSnapshotThatNobodyHoldsBeginsTheNextGeneration() {
        SimulatedWorld world = world(5);
        loseSnapshotsAfterSuccess(world, 2);
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
        assertThat(world.facts(SnapshotLost.class)).hasSize(1);
        assertThat(((Completed) end).generation()).isEqualTo(new Generation(2));
        assertThat(world.facts(PlanCompleted.class)).hasSize(2);
    }

    @Test
    void aSnapshotThatNobodyHoldsEndsTheMigrationWhereThatIsAskedFor() {
        SimulatedWorld world = new SimulatedWorld(5);
        world.accept(Jobs.spec(OnSnapshotLoss.FAIL));
        loseSnapshotsAfterSuccess(world, 2);
        world.startPlanner();

        MigrationState end = world.run();

        assertThat(((Failed) end).failures()).singleElement().satisfies(f -> {
            assertThat(f.code()).isEqualTo(ErrorCode.SNAPSHOT_GONE);
            assertThat(f.what()).contains("clone.onSnapshotLoss is fail");
        });
    }

    private static void loseSnapshotsAfterSuccess(SimulatedWorld world, int number) {
        AtomicInteger successes = new AtomicInteger();
        world.onFact = fact -> {
            if (fact instanceof MigrationEvent.JobSucceeded && successes.incrementAndGet() == number) {
                world.databases.loseSnapshots();
                world.planners.forEach(p -> p.mailbox.add(p.process::checkSnapshot));
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"restoreSchema", "plan"})
    void aStepThatFindsTheSnapshotGoneBeginsTheNextGeneration(String step) {
        SimulatedWorld world = world(6);
        world.databases.failOnce(step, ErrorCode.SNAPSHOT_GONE);
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
    }

    @Test
    void aSnapshotThatIsGoneAgainAndAgainEndsTheMigration() {
        SimulatedWorld world = world(6);
        for (int i = 0; i < 50; i++) {
            world.databases.failOnce("plan", ErrorCode.SNAPSHOT_GONE);
        }
        world.startPlanner();

        MigrationState end = world.run();

        assertThat(((Failed) end).failures()).singleElement().matches(f -> f.code() == ErrorCode.SNAPSHOT_GONE);
    }

    /** A late fact of an older generation, for one, came while the new snapshot was being opened, and its session was closed. */
    @RepeatedTest(50)
    void aFactThatComesWhileTheSnapshotIsOpenedDoesNotCloseIt(RepetitionInfo seed) {
        SimulatedWorld world = world(seed.getCurrentRepetition());
        world.startPlanner();
        world.onFact = fact -> {
            if (fact instanceof MigrationEvent.PreflightPassed) {
                for (int i = 0; i < 20; i++) {
                    world.log.add(new MigrationRejected(ID, Instant.EPOCH, List.of(), "other"));
                }
            }
        };

        MigrationState end = world.run();

        assertComplete(world, end);
        assertThat(world.facts(SnapshotOpened.class)).hasSize(1);
        assertThat(world.facts(SnapshotAdopted.class)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preflight",
                "openSnapshot",
                "restoreSchema",
                "plan",
                "durableReceipts",
                "finishSchema",
                "cleanUp"
            })
    void aStepThatFailsForAPassingReasonIsTakenAgain(String step) {
        SimulatedWorld world = world(3);
        world.databases.failOnce(step, ErrorCode.CONNECTION_LOST);
        world.databases.failOnce(step, ErrorCode.SERVER_BUSY);
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
    }

    @Test
    void aStepThatKeepsFailingEndsTheMigrationAfterFiveMinutes() {
        SimulatedWorld world = world(3);
        for (int i = 0; i < 1000; i++) {
            world.databases.failOnce("restoreSchema", ErrorCode.CONNECTION_LOST);
        }
        world.startPlanner();

        MigrationState end = world.run();

        MigrationFailed fact = world.facts(MigrationFailed.class).getFirst();
        assertThat(end).isInstanceOf(Failed.class);
        assertThat(fact.failures()).singleElement().matches(f -> f.code() == ErrorCode.CONNECTION_LOST);
        assertThat(Duration.between(Instant.EPOCH, fact.at())).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"SCHEMA_FAILED", "PRIVILEGE", "INTERNAL"})
    void aStepThatOnlyAPersonCanMendEndsTheMigrationAtOnce(ErrorCode code) {
        SimulatedWorld world = world(3);
        world.databases.failOnce("restoreSchema", code);
        world.startPlanner();

        MigrationState end = world.run();

        assertThat(((Failed) end).failures()).singleElement().matches(f -> f.code() == code);
        assertThat(world.databases.calls).containsOnlyOnce("restoreSchema");
        assertThat(world.databases.importable).isEmpty();
    }

    @Test
    void theFailureOfAMigrationIsWrittenHoweverOftenKafkaRefuses() {
        SimulatedWorld world = world(8);
        world.lostFacts = 0.8;
        world.databases.failOnce("preflight", ErrorCode.PRIVILEGE);
        world.startPlanner();

        MigrationState end = world.run();

        assertThat(end).isInstanceOf(Failed.class);
    }

    @Test
    void aDoneJobWhoseReceiptTheTargetLostIsDoneAgain() {
        SimulatedWorld world = world(4);
        JobId lost = Jobs.copies(Generation.FIRST).getFirst().id();
        world.onFact = fact -> {
            boolean copied = world.state() instanceof Copying c && c.board().copiesAreDone();
            if (copied && world.facts(ReceiptsMissing.class).isEmpty()) {
                world.databases.receipts.remove(lost);
            }
        };
        world.startPlanner();

        MigrationState end = world.run();

        assertComplete(world, end);
        assertThat(world.facts(ReceiptsMissing.class)).isNotEmpty();
        assertThat(world.databases.receipts).containsKey(lost);
    }

    @Test
    void asManyCopiesAsAskedForAreUnderWayAndNeverMore() {
        SimulatedWorld world = world(9);
        world.onFact = fact -> {
            if (world.state() instanceof Copying copying) {
                assertThat(outstandingCopies(copying)).isLessThanOrEqualTo(2);
            }
        };
        world.workersRest = true;
        world.startPlanner();
        assertThat(outstandingCopies((Copying) world.run())).isEqualTo(2);
        assertThat(world.facts(JobsDispatched.class).getFirst().jobs())
                .extracting(d -> d.job().value())
                .containsExactlyInAnyOrder("g1/copy/t4", "g1/copy/t3", "g1/large-objects/1");

        world.workersRest = false;
        MigrationState end = world.run();

        assertComplete(world, end);
    }

    private static long outstandingCopies(Copying copying) {
        return copying.board().all().stream()
                .filter(JobTrack::isOutstanding)
                .filter(t -> t.job().id().value().startsWith("g1/copy/"))
                .count();
    }

    @Test
    void aMigrationCanBeCancelledAfterAnyFact() {
        SimulatedWorld history = world(2);
        history.startPlanner();
        history.run();
        for (int facts = 1; facts < history.log.size(); facts++) {
            SimulatedWorld world = world(2);
            int last = facts;
            world.onFact = fact -> {
                if (world.log.size() == last) {
                    world.log.add(new CancelRequested(ID, Instant.EPOCH, "somebody"));
                }
            };
            world.onFact.accept(world.log.getFirst());
            world.startPlanner();

            MigrationState end = world.run();

            assertThat(end).as("cancelled after %d facts", facts).isInstanceOf(Cancelled.class);
            assertThat(world.databases.calls).endsWith("cancel");
            assertThat(world.planners)
                    .allMatch(p -> p.timers.isEmpty() || p.process.state().isTerminal());
        }
    }

    @Test
    void cancellingBreaksOffAStepThatFailsAndWaits() {
        SimulatedWorld world = world(2);
        for (int i = 0; i < 1000; i++) {
            world.databases.failOnce("plan", ErrorCode.CONNECTION_LOST);
        }
        world.onFact = fact -> {
            if (fact instanceof SchemaRestored) {
                world.log.add(new CancelRequested(ID, Instant.EPOCH, "somebody"));
            }
        };
        world.startPlanner();

        assertThat(world.run()).isInstanceOf(Cancelled.class);
    }

    private static String snapshotOf(MigrationState state) {
        return ((Copying) state).snapshot();
    }
}
