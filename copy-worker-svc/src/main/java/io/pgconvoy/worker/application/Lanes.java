package io.pgconvoy.worker.application;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** All lanes of this worker, each on a thread of its own; a lane whose feed broke is opened again. Thread-safe. */
public final class Lanes implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Lanes.class.getName());

    /** Between two tries to open a broken feed: Kafka is away, and the log should not be full of it. */
    private static final Duration REOPEN_PAUSE = Duration.ofSeconds(2);
    /** A running COPY is cancelled, rolled back and given back well within this; Kubernetes kills after 30 s. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(25);

    private final JobFeed.Opening opening;
    private final Supplier<Workbench> benches;
    private final JobRunner runner;
    private final DeadLetters deadLetters;
    private final Executor jobThreads;
    private final Map<Integer, Lane> open = new ConcurrentHashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final List<Thread> threads;

    public Lanes(
            int lanes,
            JobFeed.Opening opening,
            Supplier<Workbench> benches,
            JobRunner runner,
            DeadLetters deadLetters,
            Executor jobThreads) {
        this.opening = opening;
        this.benches = benches;
        this.runner = runner;
        this.deadLetters = deadLetters;
        this.jobThreads = jobThreads;
        this.threads = IntStream.range(0, lanes)
                .mapToObj(lane -> Thread.ofPlatform().name("lane-" + lane).unstarted(() -> keepOpen(lane)))
                .toList();
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** Lanes that wait for a job or run one. */
    public int serving() {
        return open.size();
    }

    /** Lanes whose thread runs. */
    public int alive() {
        return (int) threads.stream().filter(Thread::isAlive).count();
    }

    public int count() {
        return threads.size();
    }

    /** Cancels what runs, gives every job back, leaves the group. Waits for it, within bounds. */
    @Override
    public void close() {
        stop.countDown();
        for (int number = 0; number < threads.size(); number++) {
            // One that still waits for the broker has nothing to give back.
            Optional.ofNullable(open.get(number)).ifPresentOrElse(Lane::stop, threads.get(number)::interrupt);
        }
        long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
        try {
            for (Thread thread : threads) {
                if (thread.isAlive() && !thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepOpen(int number) {
        try {
            do {
                serve(number);
            } while (!stop.await(REOPEN_PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(int number) throws InterruptedException {
        try (JobFeed feed = opening.open(number)) {
            Lane lane = new Lane(feed, benches.get(), runner, deadLetters, jobThreads);
            open.put(number, lane);
            if (stop.getCount() == 0) {
                lane.stop();
            }
            lane.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "A lane lost its feed and opens a new one. lane=" + number, e);
        } finally {
            open.remove(number);
        }
    }
}
