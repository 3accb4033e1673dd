package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import java.util.Optional;

/** Keeps at most one snapshot of one migration open in this planner. Thread-safe. */
final class SnapshotKeeper {
    private final Databases databases;
    private Optional<Held> held = Optional.empty();

    private record Held(Generation generation, HeldSnapshot snapshot) {}

    SnapshotKeeper(Databases databases) {
        this.databases = databases;
    }

    Databases databases() {
        return databases;
    }

    synchronized boolean holds(Generation generation) {
        return held.filter(h -> h.generation().equals(generation)).isPresent();
    }

    synchronized void keep(Generation generation, HeldSnapshot snapshot) {
        release();
        held = Optional.of(new Held(generation, snapshot));
    }

    /** Lets go of a snapshot whose session is dead, so that it is adopted anew or declared lost. */
    void check() {
        Optional<Held> now = current();
        if (now.isPresent() && !now.get().snapshot().isAlive()) {
            drop(now.get());
        }
    }

    private synchronized Optional<Held> current() {
        return held;
    }

    private synchronized void drop(Held dead) {
        if (held.filter(dead::equals).isPresent()) {
            release();
        }
    }

    synchronized void release() {
        held.ifPresent(h -> h.snapshot().close());
        held = Optional.empty();
    }
}
