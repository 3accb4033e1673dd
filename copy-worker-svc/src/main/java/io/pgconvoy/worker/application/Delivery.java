package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Job;
import java.util.Map;

/** A record of the jobs topic that was given to this lane, under a lock that ends unless it is renewed. */
public sealed interface Delivery {
    /** @param count how often it was given to anyone, this time included */
    record Ordered(Job.Order order, int count) implements Delivery {}

    /** Not an order. */
    record Unreadable(DeadLetter letter) implements Delivery {}

    /** The original key and bytes, and headers that say where they came from and why they were not read. */
    @SuppressWarnings("ArrayRecordComponent") // handed straight to a producer, never compared
    record DeadLetter(String key, byte[] value, Map<String, String> headers) {}
}
