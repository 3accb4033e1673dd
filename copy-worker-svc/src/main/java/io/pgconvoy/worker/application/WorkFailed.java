package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Failure;

/** Carries why a job could not be done. Its message is the failure's sentence: no secret, no row value. */
public final class WorkFailed extends RuntimeException {
    private final transient Failure failure;

    public WorkFailed(Failure failure, Throwable cause) {
        super(failure.what(), cause);
        this.failure = failure;
    }

    public WorkFailed(Failure failure) {
        this(failure, null);
    }

    public Failure failure() {
        return failure;
    }
}
