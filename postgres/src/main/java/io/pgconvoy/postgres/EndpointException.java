package io.pgconvoy.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;

/** An endpoint cannot be made from what was given: a Secret is missing, unreadable or does not say what it must. */
public final class EndpointException extends FailureException {
    public EndpointException(Failure failure) {
        super(failure);
    }

    static EndpointException invalid(String what, String... remedy) {
        return new EndpointException(Failure.of(ErrorCode.SECRET_INVALID, what, remedy));
    }

    static EndpointException missing(String what, String... remedy) {
        return new EndpointException(Failure.of(ErrorCode.SECRET_MISSING, what, remedy));
    }
}
