package io.pgconvoy.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements about exported snapshots. */
public final class Snapshots {
    private Snapshots() {}

    /** An exported snapshot: {@code id} to import it, {@code visible} as xmin:xmax:in-progress list (pg_snapshot's text). */
    record Exported(String id, String visible) {}

    /**
     * Makes the connection see the database as the snapshot's holder does: turns auto-commit off and opens a read-only transaction, which
     * lasts until the caller's rollback.
     *
     * @throws SQLException for a snapshot that no one holds; {@link SqlStates} calls that SNAPSHOT_GONE
     */
    public static void importInto(Connection connection, String snapshotId) throws SQLException {
        begin(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION SNAPSHOT " + Identifiers.literal(snapshotId));
        }
    }

    static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
        }
    }

    static Exported export(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_export_snapshot(), pg_current_snapshot()::text")) {
            row.next();
            return new Exported(row.getString(1), row.getString(2));
        }
    }
}
