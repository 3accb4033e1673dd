package io.pgconvoy.planner.application;

/** Kafka did not confirm a record in time. */
public final class PublicationFailed extends RuntimeException {
    public PublicationFailed(String what, Throwable cause) {
        super(what, cause);
    }
}
