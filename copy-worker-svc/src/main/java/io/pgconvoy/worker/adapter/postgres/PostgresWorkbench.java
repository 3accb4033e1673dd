package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.CopyRelay;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.worker.application.Cancellation;
import io.pgconvoy.worker.application.Work;
import io.pgconvoy.worker.application.Workbench;
import java.time.InstantSource;

/** A lane's two connections and the relay between them. */
public final class PostgresWorkbench implements Workbench {
    private final KeptSession source;
    private final KeptSession target;
    private final CopyRelay relay = new CopyRelay();

    public PostgresWorkbench(SecretFiles secrets, InstantSource clock) {
        this.source = new KeptSession(secrets, SessionKind.SOURCE_READ, clock);
        this.target = new KeptSession(secrets, SessionKind.TARGET_WRITE, clock);
    }

    @Override
    public Work begin(Job.Order order, Cancellation cancellation) {
        return PostgresWork.begin(order, new PostgresWork.Tools(source, target, relay), cancellation);
    }

    @Override
    public void closeIdle() {
        source.closeIdle();
        target.closeIdle();
    }

    @Override
    public void closeFor(MigrationId migration) {
        source.closeFor(migration);
        target.closeFor(migration);
    }

    @Override
    public void close() {
        source.discard();
        target.discard();
    }
}
