package io.pgconvoy.contract.wire;

import java.util.Map;

/** A record as it lies on a topic: key, CloudEvents 1.0 binary-mode headers, JSON value. Knows no Kafka class. */
@SuppressWarnings("ArrayRecordComponent") // handed straight to a producer, never compared
public record Envelope(Topic topic, String key, Map<String, String> headers, byte[] value) {
    public static final String TYPE = "ce_type";

    public Envelope {
        headers = Map.copyOf(headers);
    }
}
