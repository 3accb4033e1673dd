package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.TableName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Samples all running copies of this worker once a second. Thread-safe. */
public final class ProgressMeter implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ProgressMeter.class.getName());
    /** Progress is for people, and they look once a second. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final CountDownLatch stop = new CountDownLatch(1);
    private final Set<Gauge> gauges = ConcurrentHashMap.newKeySet();
    private final ProgressReports reports;
    private final InstantSource clock;
    private final String worker;

    public ProgressMeter(ProgressReports reports, InstantSource clock, String worker) {
        this.reports = reports;
        this.clock = clock;
        this.worker = worker;
    }

    /** Samples from now on, until closed. */
    public void start() {
        Thread.ofPlatform().daemon().name("worker-progress").start(this::sampleUntilStopped);
    }

    @Override
    public void close() {
        stop.countDown();
    }

    private void sampleUntilStopped() {
        try {
            while (!stop.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                sample();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "Progress is not reported any more; jobs go on.", e);
        }
    }

    /** Reports every running copy once. */
    void sample() {
        Instant now = clock.instant();
        gauges.forEach(gauge -> gauge.read(now, worker).ifPresent(reports::report));
    }

    Gauge attach(Job.Order order) {
        Gauge gauge = new Gauge(order);
        gauges.add(gauge);
        return gauge;
    }

    /** One job's counters; gone from the samples once closed. */
    final class Gauge implements CopyObserver, AutoCloseable {
        private final Job.Order order;
        private volatile Optional<Reading> reading = Optional.empty();

        private Gauge(Job.Order order) {
            this.order = order;
        }

        @Override
        public void copying(TableName table, LongSupplier rows, LongSupplier bytes) {
            reading = Optional.of(new Reading(table, rows, bytes));
        }

        private Optional<Progress> read(Instant now, String by) {
            return reading.map(r -> new Progress(
                    order.migration(),
                    now,
                    order.generation(),
                    order.job().id(),
                    order.attempt(),
                    by,
                    r.table(),
                    r.rows().getAsLong(),
                    r.bytes().getAsLong()));
        }

        @Override
        public void close() {
            gauges.remove(this);
        }
    }

    private record Reading(TableName table, LongSupplier rows, LongSupplier bytes) {}
}
