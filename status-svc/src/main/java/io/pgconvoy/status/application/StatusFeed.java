package io.pgconvoy.status.application;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.status.domain.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Publishes the status of migrations that have changed: a new phase at once, other changes at most once per interval and
 * migration. Says nothing until the facts of before this start are read: an old status must not follow a newer one. What could
 * not be published is tried again. Thread-safe.
 */
public final class StatusFeed {
    private final Projections projections;
    private final StatusSink sink;
    private final BooleanSupplier caughtUp;
    private final Duration interval;
    private final Map<MigrationId, Published> published = new HashMap<>();
    private final Set<MigrationId> changed = new HashSet<>();

    public StatusFeed(Projections projections, StatusSink sink, BooleanSupplier caughtUp, Duration interval) {
        this.projections = projections;
        this.sink = sink;
        this.caughtUp = caughtUp;
        this.interval = interval;
    }

    private record Published(String phase, Instant at) {}

    /** This projection is new. */
    public synchronized void changed(Projection projection, Instant now) {
        Published last = published.get(projection.migration());
        boolean newPhase =
                last == null || !last.phase().equals(projection.state().phase());
        changed.add(projection.migration());
        if (newPhase && caughtUp.getAsBoolean()) {
            publish(projection, now);
        }
    }

    /** Publishes what is due. To be called several times per interval. */
    public synchronized void tick(Instant now) {
        if (!changed.isEmpty() && caughtUp.getAsBoolean()) {
            for (MigrationId name : List.copyOf(changed)) {
                if (isDue(name, now)) {
                    projections.find(name).ifPresent(p -> publish(p, now));
                }
            }
        }
    }

    private boolean isDue(MigrationId name, Instant now) {
        Published last = published.get(name);
        return last == null || !now.isBefore(last.at().plus(interval));
    }

    private void publish(Projection projection, Instant now) {
        changed.remove(projection.migration());
        published.put(projection.migration(), new Published(projection.state().phase(), now));
        sink.publish(projection.status()).whenComplete((done, failure) -> {
            if (failure != null) {
                again(projection.migration());
            }
        });
    }

    private synchronized void again(MigrationId name) {
        changed.add(name);
    }
}
