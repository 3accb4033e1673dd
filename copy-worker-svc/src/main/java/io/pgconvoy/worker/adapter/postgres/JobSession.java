package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.IdleSessions;
import io.pgconvoy.postgres.IdleSessions.Purpose;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.SqlStates;
import io.pgconvoy.worker.application.WorkFailed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** At most one connection in use by a job: an idle one where there is one, and idle again when the job ends. Used by one thread at a time. */
final class JobSession {
    private final SecretFiles secrets;
    private final SessionKind kind;
    private final IdleSessions idle;
    private Optional<InUse> inUse = Optional.empty();

    JobSession(SecretFiles secrets, SessionKind kind, IdleSessions idle) {
        this.secrets = secrets;
        this.kind = kind;
        this.idle = idle;
    }

    private record InUse(Purpose purpose, Connection connection) {}

    /** The first statements of a transaction: they also tell whether an idle connection still works. */
    interface Beginning {
        void in(Connection connection) throws SQLException;
    }

    /**
     * @param name for pg_stat_activity, used where a connection is opened
     * @throws WorkFailed when no connection can be opened
     * @throws SQLException of {@code beginning}, on a connection that works
     */
    Connection begin(MigrationId migration, EndpointSpec endpoint, String name, Beginning beginning)
            throws SQLException {
        Purpose purpose = new Purpose(migration, endpoint, kind);
        for (Optional<Connection> old = idle.take(purpose); old.isPresent(); old = idle.take(purpose)) {
            try {
                return begun(purpose, old.get(), beginning);
            } catch (SQLException e) {
                if (SqlStates.failureOf(e, "").code() != ErrorCode.CONNECTION_LOST
                        && !old.get().isClosed()) {
                    throw e;
                }
                end();
            }
        }
        return begun(purpose, open(endpoint, name), beginning);
    }

    private Connection begun(Purpose purpose, Connection connection, Beginning beginning) throws SQLException {
        inUse = Optional.of(new InUse(purpose, connection));
        connection.setAutoCommit(false);
        beginning.in(connection);
        return connection;
    }

    private Connection open(EndpointSpec spec, String name) {
        String where = kind == SessionKind.SOURCE_READ ? "the source" : "the target";
        try {
            Endpoint endpoint = secrets.resolve(spec);
            where = where + " " + endpoint.describe();
            return Sessions.open(endpoint, name, kind);
        } catch (SQLException | RuntimeException e) {
            // No answer is transient here: preflight has been connected, so a server that is away is one that restarts.
            throw new WorkFailed(SqlStates.failureOf(e, "connecting to " + where), e);
        }
    }

    /** Ends the transaction without effect and lets go of the connection. */
    void end() {
        inUse.ifPresent(used -> idle.give(used.purpose, used.connection));
        inUse = Optional.empty();
    }
}
