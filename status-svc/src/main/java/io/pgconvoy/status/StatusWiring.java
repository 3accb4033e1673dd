package io.pgconvoy.status;

import io.pgconvoy.status.application.CatchUp;
import io.pgconvoy.status.application.Projections;
import io.pgconvoy.status.application.StatusFeed;
import io.pgconvoy.status.application.StatusSink;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Builds the status service. Produces only types of this service: in the one-process edition others stand beside it. */
final class StatusWiring {
    @Produces
    @Singleton
    Projections projections() {
        return new Projections();
    }

    @Produces
    @Singleton
    CatchUp catchUp() {
        return new CatchUp();
    }

    @Produces
    @Singleton
    StatusFeed feed(Projections projections, StatusSink sink, CatchUp catchUp, StatusConfig config) {
        return new StatusFeed(projections, sink, catchUp::isDone, config.publishInterval());
    }
}
