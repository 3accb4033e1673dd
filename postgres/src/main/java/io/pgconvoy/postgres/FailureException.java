package io.pgconvoy.postgres;

import io.pgconvoy.contract.Failure;

/** Carries a {@link Failure} up to whoever decides. Its message is the failure's sentence: no secret, no row value. */
public class FailureException extends RuntimeException {
    private final transient Failure failure;

    public FailureException(Failure failure) {
        super(failure.what());
        this.failure = failure;
    }

    public FailureException(Failure failure, Throwable cause) {
        super(failure.what(), cause);
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}
