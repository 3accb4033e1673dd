package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import java.util.Optional;

/** Keeps at most one snapshot of one migration open in this planner. Thread-safe. */
final class SnapshotKeeper {
    private Optional<Held> held = Optional.empty();
    private boolean closed;

    private record Held(Generation generation, HeldSnapshot snapshot) {}

    /**
     * Whether this planner holds the generation's snapshot under the very name that the facts give it. Another name may be
     * another view of the source: two planners may have opened one each.
     */
    synchronized boolean holds(Generation generation, String snapshot) {
        return held.filter(h -> h.generation().equals(generation))
                .filter(h -> h.snapshot().id().equals(snapshot))
                .isPresent();
    }

    synchronized void keep(Generation generation, HeldSnapshot snapshot) {
        release();
        if (closed) {
            snapshot.close();
            return;
        }
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

    /** Lets go of the snapshot of any other generation. */
    synchronized void releaseAllBut(Generation generation) {
        if (held.filter(h -> !h.generation().equals(generation)).isPresent()) {
            release();
        }
    }

    synchronized void release() {
        held.ifPresent(h -> h.snapshot().close());
        held = Optional.empty();
    }

    /** Lets go for good: what a step that is still under way opens is closed at once. */
    synchronized void close() {
        release();
        closed = true;
    }
}
