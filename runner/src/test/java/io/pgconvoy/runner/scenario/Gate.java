package io.pgconvoy.runner.scenario;

import static org.awaitility.Awaitility.await;

import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Holds a COPY in its middle for as long as a test wants: the table {@code gate} has a CHECK that waits for an advisory lock,
 * which the gate holds on the target while it is closed.
 */
final class Gate implements AutoCloseable {
    private static final long LOCK = 4711;

    private final Connection keeper;

    private Gate(Connection keeper) {
        this.keeper = keeper;
    }

    /** Puts the gated table on the source. */
    static void install(TestDatabase source) {
        source.execute(
                "CREATE FUNCTION public.is_open(int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN"
                        + " PERFORM pg_catalog.pg_advisory_lock_shared(" + LOCK + ");"
                        + " PERFORM pg_catalog.pg_advisory_unlock_shared(" + LOCK + "); RETURN true; END $$",
                "CREATE TABLE public.gate (id int CHECK (public.is_open(id)))",
                "INSERT INTO public.gate VALUES (1)");
    }

    static Gate close(TestDatabase target) throws SQLException {
        Connection keeper = target.connect(SessionKind.ADMIN);
        try (Statement statement = keeper.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
        }
        return new Gate(keeper);
    }

    /** A COPY stands before the gate: rows are on their way, and its transaction is open. */
    void awaitCopy() {
        await("a COPY in its middle")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    try (Statement statement = keeper.createStatement();
                            ResultSet row = statement.executeQuery(
                                    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)")) {
                        row.next();
                        return row.getBoolean(1);
                    }
                });
    }

    /** Lets everything through. */
    void open() throws SQLException {
        keeper.close();
    }

    @Override
    public void close() throws SQLException {
        keeper.close();
    }
}
