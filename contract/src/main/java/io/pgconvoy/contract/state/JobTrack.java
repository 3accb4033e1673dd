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
 * @param lost the last time its receipt was found to be lost
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
        Duration took,
        Optional<Lost> lost) {

    /** A receipt that the target lost: successes of attempts up to this one prove nothing any more. */
    public record Lost(Instant at, int attempt) {}

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
                Duration.ZERO,
                Optional.empty());
    }

    public boolean isDone() {
        return status == Status.DONE;
    }

    /** On the topic or in a worker's hands: counts against the dispatch window. */
    public boolean isOutstanding() {
        return status == Status.DISPATCHED || status == Status.RUNNING;
    }

    boolean isOwedOrOutstanding() {
        return status == Status.PLANNED || isOutstanding();
    }

    /**
     * Whether this attempt may still have news: it is outstanding, or its worker was faster than the planner, whose fact that
     * it was dispatched comes later.
     */
    boolean isOpen(int ofAttempt) {
        return (isOutstanding() && ofAttempt == attempt) || (isOwedOrOutstanding() && ofAttempt > attempt);
    }

    /** Of two workers that began the same attempt the later one is shown; an earlier one that is read again is not news. */
    boolean isNewStart(int ofAttempt, Instant at) {
        return ofAttempt > attempt || started.filter(s -> !s.isBefore(at)).isEmpty();
    }

    boolean lostReceiptOf(int ofAttempt) {
        return lost.filter(l -> ofAttempt <= l.attempt()).isPresent();
    }

    boolean lostReceiptAt(Instant at) {
        return lost.filter(l -> l.at().equals(at)).isPresent();
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
                Duration.ZERO,
                lost);
    }

    JobTrack running(int ofAttempt, String byWorker, Instant at) {
        return new JobTrack(
                job,
                Status.RUNNING,
                ofAttempt,
                failures,
                firstFailure,
                Optional.empty(),
                lastFailure,
                Optional.of(byWorker),
                Optional.of(at),
                ended,
                rows,
                bytes,
                took,
                lost);
    }

    JobTrack done(int byAttempt, String byWorker, Instant at, long doneRows, long doneBytes, Duration doneTook) {
        return new JobTrack(
                job,
                Status.DONE,
                Math.max(attempt, byAttempt),
                0,
                Optional.empty(),
                Optional.empty(),
                lastFailure,
                Optional.of(byWorker),
                Optional.of(started.orElse(at.minus(doneTook))),
                Optional.of(at),
                doneRows,
                doneBytes,
                doneTook,
                lost);
    }

    JobTrack failed(int ofAttempt, Failure failure, Instant at, Retry retry) {
        Instant since = firstFailure.orElse(at);
        int count = failures + 1;
        boolean again = retry.allows(failure, count, since, at);
        return new JobTrack(
                job,
                again ? Status.PLANNED : Status.STUCK,
                ofAttempt,
                count,
                Optional.of(since),
                again ? Optional.of(at.plus(retry.pause(job.id(), count))) : Optional.empty(),
                Optional.of(failure),
                worker,
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                Duration.ZERO,
                lost);
    }

    /** Owed again, because the target no longer has the receipt. */
    JobTrack owedAgain(Instant at) {
        return new JobTrack(
                job,
                Status.PLANNED,
                attempt,
                0,
                Optional.empty(),
                Optional.empty(),
                lastFailure,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                Duration.ZERO,
                Optional.of(new Lost(at, attempt)));
    }
}
