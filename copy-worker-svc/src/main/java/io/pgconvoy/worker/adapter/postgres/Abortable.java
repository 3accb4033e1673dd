package io.pgconvoy.worker.adapter.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** The connections of one job, to be cut from another thread while the job waits on them. Once closed it cuts nothing. */
final class Abortable {
    private final List<Connection> connections = new ArrayList<>();
    private boolean aborted;
    private boolean closed;

    synchronized void add(Connection connection) {
        connections.add(connection);
        if (aborted) {
            cut(connection);
        }
    }

    /** Returns at once. */
    void abort() {
        Thread.ofVirtual().name("abort-job").start(this::abortAll);
    }

    private synchronized void abortAll() {
        if (!closed) {
            aborted = true;
            connections.forEach(Abortable::cut);
        }
    }

    /** Waits for an abort that is under way, so that it cannot hit the next job on the same connection. */
    synchronized void close() {
        closed = true;
    }

    /** A server that runs a statement does not notice that its client left: it is told first. */
    private static void cut(Connection connection) {
        try {
            connection.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // Not reachable: closing our end is all that can be done.
        }
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It is gone either way.
        }
    }
}
