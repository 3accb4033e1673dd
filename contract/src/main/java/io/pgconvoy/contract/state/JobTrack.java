package io.pgconvoy.contract.state;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one planned job.
 *
 * @param attempt number of the last attempt that was dispatched, 0 before the first
 * @param failures attempts that failed for passing reasons since the last success of any kind
 * @param firstFailure when the present row of failures began
 * @param notBefore earliest time of the next dispatch
 * @param ended when the receipt was committed, for DONE
 */
public record JobTrack(
        Job job,
        Status status,
        int attempt,
        int failures,
        Optional<Instant> firstFailure,
        Optional<Instant> notBefore,
        Optional<Failure> lastFailure,
        Optional<String> worker,
        Optional<Instant> started,
        Optional<Instant> ended,
        long rows,
        long bytes,
        Duration took) {

    /** PLANNED: owed. DISPATCHED: on the topic. RUNNING: a worker said it began. DONE: its receipt is committed. STUCK: needs a person. */
    public enum Status {
        PLANNED,
        DISPATCHED,
        RUNNING,
        DONE,
        STUCK
    }

    static JobTrack planned(Job job) {
        return new JobTrack(
                job,
                Status.PLANNED,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                Duration.ZERO);
    }

    public boolean isDone() {
        return status == Status.DONE;
    }

    /** On the topic or in a worker's hands: counts against the dispatch window. */
    public boolean isOutstanding() {
        return status == Status.DISPATCHED || status == Status.RUNNING;
    }

    JobTrack dispatched(int newAttempt) {
        return new JobTrack(
                job,
                Status.DISPATCHED,
                newAttempt,
                failures,
                firstFailure,
                Optional.empty(),
                lastFailure,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                Duration.ZERO);
    }

    JobTrack running(String byWorker, Instant at) {
        return new JobTrack(
                job,
                Status.RUNNING,
                attempt,
                failures,
                firstFailure,
                notBefore,
                lastFailure,
                Optional.of(byWorker),
                Optional.of(at),
                ended,
                rows,
                bytes,
                took);
    }

    JobTrack done(String byWorker, Instant at, long doneRows, long doneBytes, Duration doneTook) {
        return new JobTrack(
                job,
                Status.DONE,
                attempt,
                0,
                Optional.empty(),
                Optional.empty(),
                lastFailure,
                Optional.of(byWorker),
                Optional.of(started.orElse(at.minus(doneTook))),
                Optional.of(at),
                doneRows,
                doneBytes,
                doneTook);
    }

    JobTrack failed(Failure failure, Instant at, Retry retry) {
        Instant since = firstFailure.orElse(at);
        int count = failures + 1;
        boolean again = retry.allows(failure, count, since, at);
        return new JobTrack(
                job,
                again ? Status.PLANNED : Status.STUCK,
                attempt,
                count,
                Optional.of(since),
                again ? Optional.of(at.plus(retry.pause(job.id(), count))) : Optional.empty(),
                Optional.of(failure),
                worker,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                Duration.ZERO);
    }

    /** Owed again, because the target no longer has the receipt. */
    JobTrack owedAgain() {
        JobTrack fresh = planned(job);
        return new JobTrack(
                job,
                fresh.status,
                attempt,
                0,
                fresh.firstFailure,
                fresh.notBefore,
                lastFailure,
                fresh.worker,
                fresh.started,
                fresh.ended,
                0,
                0,
                Duration.ZERO);
    }
}
