package io.pgconvoy.status.domain;

import static io.pgconvoy.status.domain.Facts.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job.AnalyzeTables;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.status.domain.Condition.Reason;
import io.pgconvoy.status.domain.Condition.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private final Facts facts = new Facts("shop");

    private Conditions after(MigrationEvent... events) {
        return after(List.of(events));
    }

    private Conditions after(List<MigrationEvent> events) {
        return facts.fold(events).conditions();
    }

    private static String line(Conditions conditions, Condition.Type type) {
        return conditions.find(type).map(c -> c.status() + "/" + c.reason()).orElse("absent");
    }

    private List<MigrationEvent> whole() {
        return Stream.concat(facts.untilPlanned().stream(), facts.fromDispatchToEnd().stream())
                .toList();
    }

    @Test
    void aRequestThatIsCheckedIsNeitherValidNorInvalid() {
        Conditions conditions = after(facts.accepted());

        assertThat(line(conditions, Condition.Type.Validated)).isEqualTo("Unknown/PreflightRunning");
        assertThat(line(conditions, Condition.Type.CloneCompleted)).isEqualTo("absent");
        assertThat(line(conditions, Condition.Type.Complete)).isEqualTo("absent");
    }

    @Test
    void aCompleteMigrationSaysSo() {
        Conditions conditions = facts.fold(whole()).conditions();

        assertThat(line(conditions, Condition.Type.Validated)).isEqualTo("True/SpecValid");
        assertThat(line(conditions, Condition.Type.CloneCompleted)).isEqualTo("True/CloneSucceeded");
        assertThat(line(conditions, Condition.Type.Complete)).isEqualTo("True/MigrationSucceeded");
        assertThat(line(conditions, Condition.Type.Failed)).isEqualTo("absent");
    }

    @Test
    void aTransitionIsAChangeOfStatusAndNotOfReason() {
        Conditions conditions = facts.fold(whole()).conditions();

        assertThat(conditions.find(Condition.Type.Validated).orElseThrow().lastTransition())
                .isEqualTo(START.plusSeconds(1));
    }

    @Test
    void aFailedPreflightIsToldFromAFailedClone() {
        Failure failure = Failure.of(ErrorCode.TARGET_NOT_EMPTY, "the target has 20 objects");
        Conditions inPreflight = after(facts.accepted(), facts.failed(failure));
        Conditions inClone = after(facts.accepted(), facts.preflightPassed(), facts.failed(failure));

        assertThat(line(inPreflight, Condition.Type.Validated)).isEqualTo("False/PreflightFailed");
        assertThat(line(inPreflight, Condition.Type.Failed)).isEqualTo("True/PreflightFailed");
        assertThat(line(inClone, Condition.Type.Validated)).isEqualTo("True/SpecValid");
        assertThat(line(inClone, Condition.Type.Failed)).isEqualTo("True/CloneFailed");
        assertThat(line(inClone, Condition.Type.CloneCompleted)).isEqualTo("False/CloneFailed");
    }

    @Test
    void everyReasonIsReachedBySomeHistory() {
        Set<Reason> reached = EnumSet.noneOf(Reason.class);
        for (List<MigrationEvent> history : histories()) {
            for (int n = 1; n <= history.size(); n++) {
                facts.fold(history.subList(0, n)).conditions().all().forEach(c -> reached.add(c.reason()));
            }
        }

        assertThat(reached).containsExactlyInAnyOrder(Reason.values());
    }

    private List<List<MigrationEvent>> histories() {
        List<List<MigrationEvent>> histories = new ArrayList<>();
        histories.add(whole());
        histories.add(analyzing(CloneSpec.DEFAULTS));
        histories.add(analyzing(CloneSpec.with(c -> c.skip = Optional.of(Set.of(Skip.ANALYZE)))));
        histories.add(List.of(facts.rejected()));
        histories.add(List.of(facts.accepted(), facts.failed(Failure.of(ErrorCode.AUTH_FAILED, "no"))));
        for (ErrorCode code : List.of(
                ErrorCode.DISK_FULL, ErrorCode.PRIVILEGE, ErrorCode.RETRIES_EXHAUSTED, ErrorCode.DATA_REJECTED)) {
            histories.add(List.of(facts.accepted(), facts.preflightPassed(), facts.failed(Failure.of(code, "no"))));
        }
        histories.add(List.of(facts.accepted(), cancelRequested(), cancelled()));
        return histories;
    }

    private List<MigrationEvent> analyzing(CloneSpec cloning) {
        AnalyzeTables analyze = new AnalyzeTables(new JobId("analyze"), Set.of(), List.of(Facts.CITIES), 1);
        return List.of(
                facts.accepted(cloning),
                facts.preflightPassed(),
                facts.snapshotOpened(),
                facts.schemaRestored(),
                facts.planned(List.of(analyze)),
                facts.planCompleted(1),
                facts.dispatched(1, analyze),
                facts.succeeded(analyze, 1, "w1", 0, 0),
                facts.copyConfirmed());
    }

    @Test
    void statisticsAreReadyWhenTheLastAnalyzeIsDone() {
        List<MigrationEvent> history = analyzing(CloneSpec.DEFAULTS);

        assertThat(line(after(history.subList(0, 4)), Condition.Type.StatisticsReady))
                .isEqualTo("absent");
        assertThat(line(after(history.subList(0, 7)), Condition.Type.StatisticsReady))
                .isEqualTo("False/Analyzing");
        assertThat(line(after(history), Condition.Type.StatisticsReady)).isEqualTo("True/Analyzed");
        assertThat(line(facts.fold(whole()).conditions(), Condition.Type.StatisticsReady))
                .isEqualTo("True/Analyzed");
    }

    @Test
    void statisticsThatNobodyWantedAreNeverReady() {
        List<MigrationEvent> history = analyzing(CloneSpec.with(c -> c.skip = Optional.of(Set.of(Skip.ANALYZE))));

        assertThat(line(after(history), Condition.Type.StatisticsReady)).isEqualTo("False/AnalyzeSkipped");
    }

    private MigrationEvent cancelRequested() {
        return new CancelRequested(facts.fold(List.of()).migration(), START, "somebody");
    }

    private MigrationEvent cancelled() {
        return new MigrationCancelled(facts.fold(List.of()).migration(), START, List.of());
    }

    @Test
    void everyConditionStaysInItsVocabulary() {
        for (List<MigrationEvent> history : histories()) {
            Conditions conditions = facts.fold(history).conditions();
            assertThat(conditions.all()).extracting(Condition::type).doesNotHaveDuplicates();
            assertThat(conditions.find(Condition.Type.Complete).map(Condition::status))
                    .isNotEqualTo(Status.False);
        }
    }
}
