package io.pgconvoy.worker.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.worker.domain.Tally;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * Does one job and says how it went: effect and receipt in one target transaction, then the fact. A job that already has a
 * receipt is answered from it and not done again. Thread-safe; each call uses the workbench it is given.
 */
public final class JobRunner {
    private static final Logger LOG = System.getLogger(JobRunner.class.getName());

    private final SnapshotHolders holders;
    private final Facts facts;
    private final ProgressMeter meter;
    private final RunningJobs running;
    private final InstantSource clock;
    private final String worker;

    public JobRunner(
            SnapshotHolders holders,
            Facts facts,
            ProgressMeter meter,
            RunningJobs running,
            InstantSource clock,
            String worker) {
        this.holders = holders;
        this.facts = facts;
        this.meter = meter;
        this.running = running;
        this.clock = clock;
        this.worker = worker;
    }

    /** What became of an order. */
    public enum Outcome {
        /** Its result is a durable fact: the order is answered. */
        ANSWERED,
        /** No fact says how it ended: somebody must be given the order again. */
        UNANSWERED
    }

    /** Never throws: what fails is a fact. */
    public Outcome run(Job.Order order, Workbench bench, Cancellation cancellation) {
        running.add(cancellation, order);
        try {
            Instant began = clock.instant();
            // Not waited for: the result is written after it by the same producer, and that is waited for.
            facts.send(new JobStarted(
                    order.migration(), began, order.generation(), order.job().id(), order.attempt(), worker));
            return resultOf(order, bench, cancellation, began).map(this::answer).orElse(Outcome.UNANSWERED);
        } finally {
            running.remove(cancellation);
        }
    }

    /** Answers an order that is not to be tried. */
    public Outcome refuse(Job.Order order, Failure failure) {
        return answer(failed(order, failure));
    }

    /** Empty where another worker is to have the job, so that nothing may be said about it. */
    private Optional<MigrationEvent> resultOf(
            Job.Order order, Workbench bench, Cancellation cancellation, Instant began) {
        try {
            return Optional.of(done(order, bench, cancellation, began));
        } catch (WorkFailed e) {
            return afterFailure(order, cancellation, e.failure());
        } catch (RuntimeException e) {
            LOG.log(
                    Level.ERROR,
                    "A job met a defect. migration=" + order.migration() + " job="
                            + order.job().id(),
                    e);
            return afterFailure(
                    order,
                    cancellation,
                    Failure.of(
                            ErrorCode.INTERNAL,
                            "job " + order.job().id() + ": " + e.getClass().getName(),
                            "this is a defect: please report it with the worker's log"));
        }
    }

    private MigrationEvent done(Job.Order order, Workbench bench, Cancellation cancellation, Instant began) {
        try (Work work = bench.begin(order, cancellation);
                ProgressMeter.Gauge gauge = meter.attach(order)) {
            Optional<Tally> earlier = work.claim();
            if (earlier.isPresent()) {
                return succeeded(order, began, earlier.get(), true);
            }
            Tally tally = work.carryOut(() -> holders.snapshotFor(order), gauge);
            work.commit(tally);
            return succeeded(order, began, tally, false);
        }
    }

    private Optional<MigrationEvent> afterFailure(Job.Order order, Cancellation cancellation, Failure failure) {
        return switch (cancellation.reason().orElse(null)) {
            case LOCK_LOST, SHUTDOWN -> Optional.empty();
            case UNWANTED ->
                Optional.of(failed(
                        order,
                        Failure.of(ErrorCode.CANCELLED, "job " + order.job().id() + " is not wanted any more")));
            case null -> Optional.of(failed(order, failure));
        };
    }

    private Outcome answer(MigrationEvent result) {
        try {
            facts.send(result).toCompletableFuture().get();
            return Outcome.ANSWERED;
        } catch (ExecutionException e) {
            LOG.log(
                    Level.WARNING,
                    "A result could not be written to Kafka; the job will be delivered again. migration="
                            + result.migration(),
                    e.getCause());
            return Outcome.UNANSWERED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.UNANSWERED;
        }
    }

    private JobSucceeded succeeded(Job.Order order, Instant began, Tally tally, boolean alreadyDone) {
        Instant now = clock.instant();
        return new JobSucceeded(
                order.migration(),
                now,
                order.generation(),
                order.job().id(),
                order.attempt(),
                worker,
                tally.rows(),
                tally.bytes(),
                Duration.between(began, now),
                alreadyDone);
    }

    private JobFailed failed(Job.Order order, Failure failure) {
        LOG.log(
                Level.WARNING,
                "A job failed. migration={0} generation={1} job={2} kind={3} sqlState={4} what={5}",
                order.migration(),
                order.generation(),
                order.job().id(),
                failure.kind(),
                failure.sqlState().orElse("-"),
                failure.what());
        return new JobFailed(
                order.migration(),
                clock.instant(),
                order.generation(),
                order.job().id(),
                order.attempt(),
                worker,
                failure);
    }
}
