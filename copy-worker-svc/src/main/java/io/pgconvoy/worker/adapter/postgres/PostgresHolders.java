package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SnapshotHolder;
import io.pgconvoy.postgres.SqlStates;
import io.pgconvoy.worker.application.Holder;
import io.pgconvoy.worker.application.WorkFailed;
import io.pgconvoy.worker.domain.SessionName;
import io.pgconvoy.worker.domain.SnapshotKey;
import java.sql.SQLException;

/** Adopts snapshots in sessions on the source. Thread-safe. */
public final class PostgresHolders implements Holder.Adoption {
    private final SecretFiles secrets;

    public PostgresHolders(SecretFiles secrets) {
        this.secrets = secrets;
    }

    @Override
    public Holder adopt(Job.Order order) {
        String name = order.snapshot()
                .orElseThrow(() -> new WorkFailed(Failure.of(
                        ErrorCode.SNAPSHOT_GONE,
                        "the order of job " + order.job().id() + " names no snapshot")));
        try {
            return new Held(
                    SnapshotHolder.adopt(secrets.resolve(order.source()), SessionName.of(SnapshotKey.of(order)), name));
        } catch (SQLException | RuntimeException e) {
            throw new WorkFailed(
                    SqlStates.failureOf(e, "adopting the snapshot of generation " + order.generation()), e);
        }
    }

    private record Held(SnapshotHolder session) implements Holder {
        @Override
        public String snapshot() {
            return session.id();
        }

        @Override
        public boolean isAlive() {
            return session.isAlive();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
