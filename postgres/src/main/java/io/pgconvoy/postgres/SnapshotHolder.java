package io.pgconvoy.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps one exported snapshot importable for as long as it is open. Several holders of the same view may exist: each that adopted it
 * exports it again, and its export outlives the one it came from. Safe for use from several threads.
 */
public final class SnapshotHolder implements AutoCloseable {
    /** A holder that does not answer within this is treated as lost. */
    private static final int ANSWER_SECONDS = 5;

    private final Connection connection;
    private final Snapshots.Exported exported;
    private final ReentrantLock oneAtATime = new ReentrantLock();

    private SnapshotHolder(Connection connection, Snapshots.Exported exported) {
        this.connection = connection;
        this.exported = exported;
    }

    /** Takes a new snapshot of the source and exports it. */
    public static SnapshotHolder open(Endpoint source, String applicationName) throws SQLException {
        return hold(source, applicationName, Snapshots::begin);
    }

    /** Imports somebody's exported snapshot and exports it anew, under an id of its own. */
    public static SnapshotHolder adopt(Endpoint source, String applicationName, String snapshotId) throws SQLException {
        return hold(source, applicationName, connection -> Snapshots.importInto(connection, snapshotId));
    }

    private interface Beginning {
        void in(Connection connection) throws SQLException;
    }

    private static SnapshotHolder hold(Endpoint source, String applicationName, Beginning beginning)
            throws SQLException {
        Connection connection = Sessions.open(source, applicationName, SessionKind.SOURCE_READ);
        try {
            beginning.in(connection);
            return new SnapshotHolder(connection, Snapshots.export(connection));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** What others import: {@link Snapshots#importInto}. */
    public String id() {
        return exported.id();
    }

    /** Which transactions are visible in it: xmin:xmax:in-progress list, as {@code pg_current_snapshot()} prints it. */
    public String visible() {
        return exported.visible();
    }

    /** Asks the server, for at most 5 s (10 s while another thread asks too). A holder found dead stays dead. */
    public boolean isAlive() {
        try {
            if (!oneAtATime.tryLock(ANSWER_SECONDS, TimeUnit.SECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !isClosed();
        }
        try {
            return connection.isValid(ANSWER_SECONDS);
        } catch (SQLException e) {
            return false;
        } finally {
            oneAtATime.unlock();
        }
    }

    private boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Lets go of the snapshot; it lives on where others adopted it. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // The server ends the session either way; there is nothing left to release.
        }
    }
}
