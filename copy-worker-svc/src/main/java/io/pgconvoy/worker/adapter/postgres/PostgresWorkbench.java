package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.Job;
import io.pgconvoy.postgres.CopyRelay;
import io.pgconvoy.postgres.IdleSessions;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.worker.application.Cancellation;
import io.pgconvoy.worker.application.Work;
import io.pgconvoy.worker.application.Workbench;

/** A lane's two connections and the relay between them. */
public final class PostgresWorkbench implements Workbench {
    private final JobSession source;
    private final JobSession target;
    private final CopyRelay relay = new CopyRelay();

    /** @param idle connections of all lanes that no job uses at this moment */
    public PostgresWorkbench(SecretFiles secrets, IdleSessions idle) {
        this.source = new JobSession(secrets, SessionKind.SOURCE_READ, idle);
        this.target = new JobSession(secrets, SessionKind.TARGET_WRITE, idle);
    }

    @Override
    public Work begin(Job.Order order, Cancellation cancellation) {
        return PostgresWork.begin(order, new PostgresWork.Tools(source, target, relay), cancellation);
    }
}
