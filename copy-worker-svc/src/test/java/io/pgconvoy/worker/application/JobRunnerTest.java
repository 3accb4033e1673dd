package io.pgconvoy.worker.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.worker.application.Cancellation.Reason;
import io.pgconvoy.worker.application.JobRunner.Outcome;
import io.pgconvoy.worker.domain.Tally;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobRunnerTest {
    private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));
    private final RecordedFacts facts = new RecordedFacts();
    private final ScriptedBench bench = new ScriptedBench();
    private final Cancellation cancellation = new Cancellation();
    private final JobRunner runner = new JobRunner(
            new SnapshotHolders(new CountingAdoption(), facts, clock, "w1", 2),
            facts,
            new ProgressMeter(sample -> {}, clock, "w1"),
            new RunningJobs(),
            clock,
            "w1");

    @Test
    void aJobIsStartedCommittedAndThenReported() {
        Outcome outcome = runner.run(Orders.copy(1, "s1"), bench, cancellation);

        assertThat(outcome).isEqualTo(Outcome.ANSWERED);
        assertThat(bench.calls).containsExactly("begin", "carryOut", "commit", "close");
        assertThat(facts.all())
                .<Class<?>>extracting(MigrationEvent::getClass)
                .containsExactly(JobStarted.class, JobSucceeded.class);
        JobSucceeded done = facts.of(JobSucceeded.class).getFirst();
        assertThat(done.rows()).isEqualTo(5);
        assertThat(done.bytes()).isEqualTo(500);
        assertThat(done.alreadyDone()).isFalse();
    }

    @Test
    void aRedeliveredJobIsAnsweredFromItsReceipt() {
        bench.receipt = Optional.of(new Tally(7, 70));

        runner.run(Orders.copy(1, "s1"), bench, cancellation);

        assertThat(bench.calls).containsExactly("begin", "close");
        JobSucceeded done = facts.of(JobSucceeded.class).getFirst();
        assertThat(done.rows()).isEqualTo(7);
        assertThat(done.alreadyDone()).isTrue();
    }

    @Test
    void aFailureIsAFactAndNothingIsCommitted() {
        Failure failure = Failure.of(ErrorCode.PRIVILEGE, "copying table a.b: permission denied");
        bench.failure = Optional.of(new WorkFailed(failure));

        Outcome outcome = runner.run(Orders.copy(1, "s1"), bench, cancellation);

        assertThat(outcome).isEqualTo(Outcome.ANSWERED);
        assertThat(bench.calls).containsExactly("begin", "carryOut", "close");
        assertThat(facts.of(JobFailed.class)).extracting(JobFailed::failure).containsExactly(failure);
    }

    @Test
    void aDefectIsReportedWithoutItsMessage() {
        bench.failure = Optional.of(new IllegalStateException("a row value"));

        runner.run(Orders.copy(1, "s1"), bench, cancellation);

        Failure failure = facts.of(JobFailed.class).getFirst().failure();
        assertThat(failure.code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failure.what()).doesNotContain("a row value");
    }

    @Test
    void aJobThatAnotherLaneWillHaveIsNotReported() {
        bench.waitsUntilCancelled = true;
        for (Reason reason : List.of(Reason.LOCK_LOST, Reason.SHUTDOWN)) {
            Cancellation cancelled = new Cancellation();
            cancelled.cancel(reason);

            assertThat(runner.run(Orders.copy(1, "s1"), bench, cancelled)).isEqualTo(Outcome.UNANSWERED);
        }
        assertThat(facts.of(JobFailed.class)).isEmpty();
    }

    @Test
    void aJobThatNobodyWantsIsAnsweredAsCancelled() {
        bench.waitsUntilCancelled = true;
        cancellation.cancel(Reason.UNWANTED);

        assertThat(runner.run(Orders.copy(1, "s1"), bench, cancellation)).isEqualTo(Outcome.ANSWERED);
        assertThat(facts.of(JobFailed.class).getFirst().failure().code()).isEqualTo(ErrorCode.CANCELLED);
    }

    @Test
    void aResultThatCannotBeWrittenLeavesTheOrderUnanswered() {
        facts.loseResults(true);

        assertThat(runner.run(Orders.copy(1, "s1"), bench, cancellation)).isEqualTo(Outcome.UNANSWERED);
        assertThat(bench.receipt).contains(ScriptedBench.TALLY);
    }
}
