package io.pgconvoy.status.adapter.http;

import io.pgconvoy.status.application.CatchUp;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when everything that lay on the events topic at start has been read. */
@Readiness
@ApplicationScoped
public class FactsAreRead implements HealthCheck {
    private final CatchUp catchUp;

    FactsAreRead(CatchUp catchUp) {
        this.catchUp = catchUp;
    }

    @Override
    public HealthCheckResponse call() {
        return catchUp.waitingFor()
                .map(why -> HealthCheckResponse.named("status: events are read")
                        .down()
                        .withData("waitingFor", why)
                        .build())
                .orElseGet(() -> HealthCheckResponse.up("status: events are read"));
    }
}
