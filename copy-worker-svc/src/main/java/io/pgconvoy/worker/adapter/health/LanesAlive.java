package io.pgconvoy.worker.adapter.health;

import io.pgconvoy.worker.application.Lanes;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Alive while every lane's thread is: a lane that waits for Kafka is, one that died by a defect is not. */
@Liveness
@ApplicationScoped
public class LanesAlive implements HealthCheck {
    private final Lanes lanes;

    LanesAlive(Lanes lanes) {
        this.lanes = lanes;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("copy-worker-lane-threads")
                .status(lanes.alive() == lanes.count())
                .withData("alive", lanes.alive())
                .build();
    }
}
