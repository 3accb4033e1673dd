package io.pgconvoy.runner.watch;

/** Kafka does not answer, or not with what is needed; the message is one line for people. */
public final class KafkaUnreachable extends RuntimeException {
    KafkaUnreachable(String message, Throwable cause) {
        super(message, cause);
    }

    KafkaUnreachable(String message) {
        super(message);
    }
}
