package io.pgconvoy.planner.adapter.kafka;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.planner.application.Orders;
import java.time.Clock;
import java.util.List;

/** Puts jobs on the jobs topic. Thread-safe. */
public final class EmittedOrders implements Orders {
    private final Emission emission;
    private final Codec codec;
    private final Clock clock;

    public EmittedOrders(Emission emission, Codec codec, Clock clock) {
        this.emission = emission;
        this.codec = codec;
        this.clock = clock;
    }

    @Override
    public void send(List<Job.Order> orders) {
        orders.forEach(order -> emission.send(codec.order(order, clock.instant())));
    }
}
