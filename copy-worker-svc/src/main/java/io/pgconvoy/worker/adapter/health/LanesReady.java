package io.pgconvoy.worker.adapter.health;

import io.pgconvoy.worker.adapter.kafka.ShareFeeds;
import io.pgconvoy.worker.application.Lanes;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when at least one lane can be given jobs; says what is in the way. */
@Readiness
@ApplicationScoped
public class LanesReady implements HealthCheck {
    private final Lanes lanes;
    private final ShareFeeds feeds;

    LanesReady(Lanes lanes, ShareFeeds feeds) {
        this.lanes = lanes;
        this.feeds = feeds;
    }

    @Override
    public HealthCheckResponse call() {
        var answer = HealthCheckResponse.named("copy-worker-lanes")
                .status(lanes.serving() > 0)
                .withData("lanes", lanes.count())
                .withData("serving", lanes.serving());
        feeds.obstacle().ifPresent(why -> answer.withData("obstacle", why));
        return answer.build();
    }
}
