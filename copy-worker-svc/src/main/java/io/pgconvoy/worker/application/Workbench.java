package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationId;

/** One lane's connections to both servers, kept while the next job needs the same. Used by one thread at a time. */
public interface Workbench extends AutoCloseable {
    /**
     * Begins the target transaction of a job.
     *
     * @param cancellation ends the work from outside: what then waits for a server fails soon
     * @throws WorkFailed when the target cannot be reached
     */
    Work begin(Job.Order order, Cancellation cancellation);

    /** Closes connections that no job has used for a while. */
    void closeIdle();

    /** Closes what is kept for this migration: it needs nothing any more. */
    void closeFor(MigrationId migration);

    @Override
    void close();
}
