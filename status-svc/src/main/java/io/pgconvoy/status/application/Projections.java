package io.pgconvoy.status.application;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.status.domain.Position;
import io.pgconvoy.status.domain.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The projection of every migration that the events topic knows. Thread-safe; facts of one migration come in their order. */
public final class Projections {
    private final Map<MigrationId, Projection> byName = new ConcurrentHashMap<>();

    /** The migration's projection with this fact in it. */
    public Projection add(MigrationEvent event, Position position) {
        return byName.compute(event.migration(), (name, known) -> (known == null ? Projection.of(name) : known)
                .after(event, position));
    }

    /** Adds a sample; empty when it changed nothing, which is also the case while its migration is unknown. */
    @SuppressWarnings("ReferenceEquality") // a projection that a sample did not change is the same object
    public Optional<Projection> add(Progress sample) {
        Projection before = byName.get(sample.migration());
        Projection after = byName.computeIfPresent(sample.migration(), (name, known) -> known.after(sample));
        return Optional.ofNullable(after).filter(a -> a != before);
    }

    public Optional<Projection> find(MigrationId name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** By name. */
    public List<Projection> all() {
        return byName.values().stream()
                .sorted(Comparator.comparing(p -> p.migration().value()))
                .toList();
    }

    public List<String> names() {
        return byName.keySet().stream().map(MigrationId::value).sorted().toList();
    }
}
