package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Job;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The jobs that run in this worker now. Thread-safe. */
public final class RunningJobs {
    private final Map<Cancellation, Job.Order> running = new ConcurrentHashMap<>();

    void add(Cancellation cancellation, Job.Order order) {
        running.put(cancellation, order);
    }

    void remove(Cancellation cancellation) {
        running.remove(cancellation);
    }

    /** Ends jobs whose result nobody wants any more. */
    public void cancel(Predicate<Job.Order> which) {
        running.forEach((cancellation, order) -> {
            if (which.test(order)) {
                cancellation.cancel(Cancellation.Reason.UNWANTED);
            }
        });
    }
}
