package io.pgconvoy.worker.application;

/** One open session that keeps a snapshot importable. Thread-safe. */
public interface Holder extends AutoCloseable {
    /** The name under which others import the snapshot from this session. */
    String snapshot();

    /** Asks the server; waits a few seconds at most. */
    boolean isAlive();

    /** Lets go of the snapshot. Never throws. */
    @Override
    void close();

    /** Where holders come from. */
    interface Adoption {
        /**
         * Imports the order's snapshot into a session of this worker and exports it again.
         *
         * @throws WorkFailed SNAPSHOT_GONE when nobody holds it any more
         */
        Holder adopt(io.pgconvoy.contract.Job.Order order);
    }
}
