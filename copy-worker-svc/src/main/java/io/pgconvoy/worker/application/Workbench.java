package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Job;

/** What one lane does its jobs with. Used by one thread at a time. */
public interface Workbench {
    /**
     * Begins the target transaction of a job.
     *
     * @param cancellation ends the work from outside: what then waits for a server fails soon
     * @throws WorkFailed when the target cannot be reached
     */
    Work begin(Job.Order order, Cancellation cancellation);
}
