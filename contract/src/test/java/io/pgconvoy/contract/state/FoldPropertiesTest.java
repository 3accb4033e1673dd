package io.pgconvoy.contract.state;

import static io.pgconvoy.contract.state.Story.ONE;
import static io.pgconvoy.contract.state.Story.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Leaves;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.WorkerEvent;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Cancelled;
import io.pgconvoy.contract.state.MigrationState.Cancelling;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Failed;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Rejected;
import io.pgconvoy.contract.state.MigrationState.Requested;
import io.pgconvoy.contract.state.MigrationState.Terminal;
import io.pgconvoy.contract.state.MigrationState.Validating;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every history of facts, tried on random ones. A seed that failed stays in the list. */
class FoldPropertiesTest {
    /** States that one fact may lead to; I10. */
    private static final Map<Class<?>, Set<Class<?>>> LEGAL = Map.of(
            Requested.class, Set.of(Validating.class, Rejected.class),
            Rejected.class, Set.of(Validating.class),
            Validating.class, Set.of(Preparing.class, Failed.class, Cancelling.class),
            Preparing.class, Set.of(Copying.class, Failed.class, Cancelling.class),
            Copying.class, Set.of(Preparing.class, Finalizing.class, Failed.class, Cancelling.class),
            Finalizing.class, Set.of(Completed.class, Failed.class, Cancelling.class),
            Cancelling.class, Set.of(Cancelled.class, Failed.class),
            Completed.class, Set.of(),
            Failed.class, Set.of(),
            Cancelled.class, Set.of());

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    /** A property that holds of uneventful histories says nothing. */
    @Test
    void theHistoriesAreEventful() {
        List<MigrationState> ends =
                seeds().mapToObj(seed -> Story.fold(new History(seed).facts())).toList();
        List<MigrationEvent> facts = seeds().boxed()
                .flatMap(seed -> new History(seed).facts().stream())
                .toList();

        assertThat(ends).allMatch(MigrationState::isTerminal);
        assertThat(ends.stream().filter(Completed.class::isInstance).count()).isGreaterThan(100);
        assertThat(ends.stream().filter(Cancelled.class::isInstance).count()).isGreaterThan(2);
        assertThat(ends.stream().filter(Failed.class::isInstance).count()).isGreaterThan(10);
        assertThat(facts.stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrderElementsOf(Leaves.of(MigrationEvent.class));
        assertThat(facts.stream()
                        .filter(MigrationEvent.SnapshotLost.class::isInstance)
                        .count())
                .isGreaterThan(50);
        assertThat(facts.stream()
                        .filter(MigrationEvent.JobFailed.class::isInstance)
                        .count())
                .isGreaterThan(100);
        assertThat(facts.stream()
                        .filter(MigrationEvent.ReceiptsMissing.class::isInstance)
                        .count())
                .isGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFactThatIsReadTwiceInARowCountsOnce(long seed) {
        List<MigrationEvent> history = new History(seed).facts();

        assertThat(Story.fold(
                        history.stream().flatMap(e -> List.of(e, e).stream()).toList()))
                .isEqualTo(Story.fold(history));
    }

    /** A consumer that lost its place reads on from an earlier offset. */
    @ParameterizedTest
    @MethodSource("seeds")
    void factsThatAreReadAgainFromAnEarlierPlaceEndInTheSameState(long seed) {
        Random random = History.randomOf(seed + 1_000);
        List<MigrationEvent> history = new History(seed).facts();
        int end = random.nextInt(history.size()) + 1;
        int begin = random.nextInt(end);
        List<MigrationEvent> again = new ArrayList<>(history.subList(0, end));
        again.addAll(history.subList(begin, history.size()));

        assertThat(Story.fold(again)).isEqualTo(Story.fold(history));
    }

    /** A producer that timed out writes a fact again, some facts later. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aWorkersFactThatComesAgainLaterChangesNothing(long seed) {
        Random random = History.randomOf(seed + 1_000);
        List<MigrationEvent> history = new History(seed).facts();
        MigrationState state = MigrationState.initial();
        List<MigrationEvent> earlier = new ArrayList<>();
        for (MigrationEvent fact : history) {
            state = state.after(fact);
            if (fact instanceof WorkerEvent) {
                earlier.add(fact);
            }
            if (!earlier.isEmpty() && !hasNewBoard(fact)) {
                MigrationEvent repeat = earlier.get(random.nextInt(earlier.size()));
                assertThat(state.after(repeat))
                        .as("seed %d, again: %s", seed, repeat)
                        .isEqualTo(state);
            }
        }
    }

    /** Between the plan of a new generation and its copies there is nothing that a repeat could be compared with. */
    private static boolean hasNewBoard(MigrationEvent fact) {
        return fact instanceof MigrationEvent.SnapshotLost;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aCopyResultOfAnOlderGenerationChangesNothing(long seed) {
        History history = new History(seed);
        MigrationState state = MigrationState.initial();
        Story late = new Story();
        for (MigrationEvent fact : history.facts()) {
            state = state.after(fact);
            if (state instanceof Working working && working.generation().equals(TWO)) {
                for (var job : Story.COPIES) {
                    for (int attempt = 1; attempt < 4; attempt++) {
                        assertThat(state.after(late.started(ONE, attempt, job))).isEqualTo(state);
                        assertThat(state.after(late.succeeded(ONE, attempt, job)))
                                .isEqualTo(state);
                        assertThat(state.after(late.failed(ONE, attempt, job, ErrorCode.SNAPSHOT_GONE)))
                                .isEqualTo(state);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRejectedRequestNeverDisturbsAnAcceptedMigration(long seed) {
        MigrationRejected rejected = new Story().rejected();
        MigrationState state = MigrationState.initial();
        for (MigrationEvent fact : new History(seed).facts()) {
            state = state.after(fact);
            if (state instanceof Accepted) {
                assertThat(state.after(rejected)).isEqualTo(state);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aJobIsDoneOnlyAfterItsSuccessInThisHistory(long seed) {
        Set<String> succeeded = new HashSet<>();
        MigrationState state = MigrationState.initial();
        for (MigrationEvent fact : anyOrder(seed)) {
            state = state.after(fact);
            if (fact instanceof JobSucceeded success) {
                succeeded.add(success.job().value());
            }
            if (state instanceof Working working) {
                assertThat(working.board().all().stream()
                                .filter(JobTrack::isDone)
                                .map(t -> t.job().id().value()))
                        .isSubsetOf(succeeded);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverComesInWhateverOrderOnlyLegalTransitionsAreMade(long seed) {
        MigrationState state = MigrationState.initial();
        for (MigrationEvent fact : anyOrder(seed)) {
            MigrationState next = state.after(fact);
            if (!next.getClass().equals(state.getClass())) {
                assertThat(LEGAL.get(state.getClass()))
                        .as("seed %d: %s", seed, fact)
                        .contains(next.getClass());
            }
            boolean isSecondChance = state instanceof Rejected;
            if (state instanceof Terminal && !isSecondChance) {
                assertThat(next).as("seed %d: %s", seed, fact).isEqualTo(state);
            }
            if (state instanceof Rejected
                    && !(fact instanceof MigrationAccepted || fact instanceof MigrationRejected)) {
                assertThat(next).isEqualTo(state);
            }
            assertThat(NextStep.of(next)).isEqualTo(NextStep.of(next));
            state = next;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aMigrationThatEndedIsNotMovedByAnything(long seed) {
        MigrationState end = Story.fold(new History(seed).facts());
        List<MigrationEvent> all = new ArrayList<>(Messages.events());
        all.addAll(new History(seed + 1_000).facts());

        assertThat(all).allSatisfy(fact -> assertThat(end.after(fact)).isEqualTo(end));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void generationsOnlyGrowAndTheRequestStays(long seed) {
        MigrationState state = MigrationState.initial();
        for (MigrationEvent fact : anyOrder(seed)) {
            MigrationState next = state.after(fact);
            if (state instanceof Working before && next instanceof Working after) {
                assertThat(after.generation().number())
                        .isBetween(
                                before.generation().number(),
                                before.generation().number() + 1);
            }
            if (state instanceof Accepted before && next instanceof Accepted after) {
                assertThat(after.course().spec()).isSameAs(before.course().spec());
            }
            state = next;
        }
    }

    /** The facts of several histories, mixed: what no planner writes, so that the fold must not rely on one. */
    private static List<MigrationEvent> anyOrder(long seed) {
        Random random = History.randomOf(seed + 1_000);
        List<MigrationEvent> facts = new ArrayList<>(new History(seed).facts());
        for (int swaps = random.nextInt(1 + facts.size()); swaps > 0; swaps--) {
            int from = random.nextInt(facts.size());
            facts.add(random.nextInt(facts.size()), facts.get(from));
        }
        return facts;
    }
}
