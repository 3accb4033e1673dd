package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.SnapshotHolder;
import io.pgconvoy.postgres.SqlStates;
import java.sql.SQLException;
import java.util.List;

/** A snapshot of the source, held by a session of ours. */
record SourceSnapshot(SnapshotHolder holder) implements HeldSnapshot {
    static SourceSnapshot open(Endpoint source, String sessionName) throws SQLException {
        return new SourceSnapshot(SnapshotHolder.open(source, sessionName));
    }

    /**
     * Holds the first of these snapshots that still exists.
     *
     * @throws FailureException SNAPSHOT_GONE if none does
     */
    static SourceSnapshot adopt(Endpoint source, String sessionName, List<String> snapshots) throws SQLException {
        Failure last = Failure.of(ErrorCode.SNAPSHOT_GONE, "no other session holds the snapshot");
        for (String snapshot : snapshots) {
            try {
                return new SourceSnapshot(SnapshotHolder.adopt(source, sessionName, snapshot));
            } catch (SQLException e) {
                last = SqlStates.failureOf(e, "adopting snapshot " + snapshot);
                if (last.kind() != Failure.Kind.SNAPSHOT_GONE) {
                    throw e;
                }
            }
        }
        throw new FailureException(last);
    }

    @Override
    public String id() {
        return holder.id();
    }

    @Override
    public boolean isAlive() {
        return holder.isAlive();
    }

    @Override
    public void close() {
        holder.close();
    }
}
