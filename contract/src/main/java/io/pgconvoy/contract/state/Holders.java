package io.pgconvoy.contract.state;

import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import java.util.List;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** Workers that take part in the live generation's copy: each holds its snapshot, and exports it under a name of its own. */
public record Holders(PMap<String, Holder> byWorker) {
    public static final Holders NONE = new Holders(HashTreePMap.empty());

    /** @param processors 0 where the worker does not say */
    public record Holder(String snapshot, int processors) {}

    Holders with(SnapshotShared e) {
        return new Holders(byWorker.plus(
                e.worker(), new Holder(e.snapshot(), e.processors().orElse(0))));
    }

    /** Names to try when the planner's own session is gone. */
    public List<String> snapshots() {
        return byWorker.values().stream().map(Holder::snapshot).toList();
    }

    /** Of all of them together. */
    public int processors() {
        return byWorker.values().stream().mapToInt(Holder::processors).sum();
    }
}
