package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.SqlStates;
import io.pgconvoy.worker.application.WorkFailed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** At most one open connection, used again by the next job that needs the same. Used by one thread at a time. */
final class KeptSession {
    /** Jobs of one migration follow each other within milliseconds; a session idle for longer is somebody's connection slot. */
    private static final Duration IDLE_LIMIT = Duration.ofSeconds(10);

    private final SecretFiles secrets;
    private final SessionKind kind;
    private final InstantSource clock;
    private Optional<Kept> kept = Optional.empty();
    private Instant lastUse = Instant.EPOCH;

    KeptSession(SecretFiles secrets, SessionKind kind, InstantSource clock) {
        this.secrets = secrets;
        this.kind = kind;
        this.clock = clock;
    }

    private record Need(MigrationId migration, EndpointSpec endpoint) {}

    private record Kept(Need need, Connection connection) {}

    /** The first statements of a transaction: they also tell whether a kept connection still works. */
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
        Need need = new Need(migration, endpoint);
        Optional<Connection> old = kept.filter(k -> k.need.equals(need)).map(Kept::connection);
        if (old.isPresent()) {
            try {
                return begun(old.get(), beginning);
            } catch (SQLException e) {
                if (SqlStates.failureOf(e, "").code() != ErrorCode.CONNECTION_LOST
                        && !old.get().isClosed()) {
                    throw e;
                }
            }
        }
        discard();
        kept = Optional.of(new Kept(need, open(endpoint, name)));
        return begun(kept.get().connection, beginning);
    }

    private Connection begun(Connection connection, Beginning beginning) throws SQLException {
        connection.setAutoCommit(false);
        beginning.in(connection);
        lastUse = clock.instant();
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

    /** Ends the transaction without effect; a connection that cannot do that is closed. */
    void rollback() {
        lastUse = clock.instant();
        kept.map(Kept::connection).ifPresent(connection -> {
            try {
                connection.rollback();
            } catch (SQLException e) {
                discard();
            }
        });
    }

    void closeIdle() {
        if (lastUse.plus(IDLE_LIMIT).isBefore(clock.instant())) {
            discard();
        }
    }

    void closeFor(MigrationId migration) {
        if (kept.filter(k -> k.need.migration.equals(migration)).isPresent()) {
            discard();
        }
    }

    void discard() {
        kept.map(Kept::connection).ifPresent(KeptSession::close);
        kept = Optional.empty();
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It is gone either way.
        }
    }
}
