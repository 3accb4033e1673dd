package io.pgconvoy.contract.state;

import java.util.List;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** Workers that hold the live generation's snapshot, and the name under which each exports it. */
public record Holders(PMap<String, String> snapshotByWorker) {
    public static final Holders NONE = new Holders(HashTreePMap.empty());

    Holders with(String worker, String snapshot) {
        return new Holders(snapshotByWorker.plus(worker, snapshot));
    }

    /** Names to try when the planner's own session is gone. */
    public List<String> snapshots() {
        return List.copyOf(snapshotByWorker.values());
    }
}
