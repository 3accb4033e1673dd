package io.pgconvoy.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs statements as one transaction, or as a piece of the caller's. */
final class Transactions {
    private Transactions() {}

    interface Work {
        void run() throws SQLException;
    }

    /** With auto-commit on, commits or rolls back around {@code work}; with it off, the caller's transaction decides. */
    static void run(Connection connection, Work work) throws SQLException {
        if (!connection.getAutoCommit()) {
            work.run();
            return;
        }
        connection.setAutoCommit(false);
        try {
            work.run();
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            try {
                connection.rollback();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(true);
            }
        }
    }
}
