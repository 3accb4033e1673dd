package io.pgconvoy.worker.application;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A feed in memory. Once empty it runs what the test wants to happen then; the lock is lost when a test says so. */
final class ScriptedFeed implements JobFeed {
    private final Queue<Delivery> deliveries = new ArrayDeque<>();
    final List<Ending> endings = new CopyOnWriteArrayList<>();
    final CountDownLatch renewedTwice = new CountDownLatch(2);
    Runnable whenEmpty = () -> {};
    volatile boolean lockIsLost;

    void deliver(Delivery delivery) {
        deliveries.add(delivery);
    }

    @Override
    public Optional<Delivery> next() {
        Optional<Delivery> next = Optional.ofNullable(deliveries.poll());
        if (next.isEmpty()) {
            whenEmpty.run();
        }
        return next;
    }

    @Override
    public Duration renewEvery() {
        return Duration.ofMillis(5);
    }

    @Override
    public boolean renew() {
        renewedTwice.countDown();
        return !lockIsLost;
    }

    @Override
    public boolean end(Ending how) {
        endings.add(how);
        return !lockIsLost;
    }

    @Override
    public void interrupt() {}

    @Override
    public void close() {}
}
