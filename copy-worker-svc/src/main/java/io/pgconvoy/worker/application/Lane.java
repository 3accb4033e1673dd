package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.worker.application.Cancellation.Reason;
import io.pgconvoy.worker.application.JobFeed.Ending;
import io.pgconvoy.worker.application.JobRunner.Outcome;
import io.pgconvoy.worker.domain.DeliveryPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One job at a time: takes it from its feed, has it run on another thread, keeps it locked meanwhile, and ends it only after its
 * result is a fact. A lane whose lock is lost, or which is told to stop, cancels its job.
 */
final class Lane implements Runnable {
    private static final Logger LOG = System.getLogger(Lane.class.getName());

    /** A cancelled job ends as soon as both servers let go of it; one that does not is left to its connections. */
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(20);

    private final JobFeed feed;
    private final Workbench bench;
    private final JobRunner runner;
    private final DeadLetters deadLetters;
    private final Executor jobThread;
    private final CompletableFuture<Void> stop = new CompletableFuture<>();

    Lane(JobFeed feed, Workbench bench, JobRunner runner, DeadLetters deadLetters, Executor jobThread) {
        this.feed = feed;
        this.bench = bench;
        this.runner = runner;
        this.deadLetters = deadLetters;
        this.jobThread = jobThread;
    }

    /** Ends the lane: no new job, a running one is cancelled and given back. From any thread. */
    void stop() {
        stop.complete(null);
        feed.interrupt();
    }

    /** @throws JobFeed.Broken when a new feed is needed */
    @Override
    public void run() {
        while (!stop.isDone()) {
            feed.next().ifPresent(this::serve);
        }
    }

    private void serve(Delivery delivery) {
        switch (delivery) {
            case Delivery.Unreadable unreadable -> bury(unreadable);
            case Delivery.Ordered(Job.Order order, int count) -> {
                Optional<Failure> refusal = DeliveryPolicy.refusal(order.job().id(), count);
                if (refusal.isPresent()) {
                    Outcome outcome = runner.refuse(order, refusal.get());
                    end(order, outcome == Outcome.ANSWERED ? Ending.REJECT : Ending.RELEASE);
                } else {
                    attend(order);
                }
            }
        }
    }

    private void bury(Delivery.Unreadable unreadable) {
        LOG.log(Level.WARNING, "A record of the jobs topic is not an order: it goes to the dead letters.");
        try {
            deadLetters.send(unreadable.letter()).toCompletableFuture().get();
            feed.end(Ending.REJECT);
        } catch (ExecutionException e) {
            LOG.log(Level.WARNING, "A dead letter could not be written.", e.getCause());
            feed.end(Ending.RELEASE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps the lock while the job runs on the other thread. */
    private void attend(Job.Order order) {
        Cancellation cancellation = new Cancellation();
        CompletableFuture<Outcome> job =
                CompletableFuture.supplyAsync(() -> runner.run(order, bench, cancellation), jobThread);
        CompletableFuture<Object> either = CompletableFuture.anyOf(job, stop);
        boolean ours = true;
        while (ours && !isDone(either, feed.renewEvery())) {
            ours = feed.renew();
        }
        if (!job.isDone()) {
            cancellation.cancel(ours ? Reason.SHUTDOWN : Reason.LOCK_LOST);
            isDone(job, CANCEL_LIMIT);
        }
        boolean answered = job.isDone() && !job.isCompletedExceptionally() && job.join() == Outcome.ANSWERED;
        if (ours) {
            end(order, answered ? Ending.ACCEPT : Ending.RELEASE);
        } else {
            LOG.log(
                    Level.WARNING,
                    "A job was given to another lane while it ran here; it was cancelled. migration={0} job={1}",
                    order.migration(),
                    order.job().id());
        }
        if (!job.isDone()) {
            // Its thread still uses the workbench: this lane ends, and its successor gets a new one.
            throw new JobFeed.Broken("a cancelled job did not end within " + CANCEL_LIMIT, null);
        }
    }

    private void end(Job.Order order, Ending how) {
        if (!feed.end(how)) {
            LOG.log(
                    Level.WARNING,
                    "A job was delivered to another lane although it was answered here. migration={0} job={1}",
                    order.migration(),
                    order.job().id());
        }
    }

    private static boolean isDone(CompletableFuture<?> future, Duration within) {
        try {
            future.get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
