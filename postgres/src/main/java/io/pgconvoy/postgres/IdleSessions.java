package io.pgconvoy.postgres;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.MigrationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Connections between two uses: the work of one migration comes in short pieces, and connecting would be a good part of each. One
 * that nobody takes again for 5 s is closed: it is somebody's connection slot. Thread-safe.
 */
public final class IdleSessions implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Executor LATER =
            CompletableFuture.delayedExecutor(LIMIT.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread);

    private final Deque<Idle> idle = new ArrayDeque<>();

    /** What a session was opened for, and what it may be used for again. */
    public record Purpose(MigrationId migration, EndpointSpec endpoint, SessionKind kind) {}

    private record Idle(Purpose purpose, Connection connection, long sinceNanos) {}

    /** The one that was used last; the caller finds out whether it still works. */
    public synchronized Optional<Connection> take(Purpose purpose) {
        Optional<Idle> found =
                idle.stream().filter(i -> i.purpose.equals(purpose)).findFirst();
        found.ifPresent(idle::remove);
        return found.map(Idle::connection);
    }

    /** Rolls back what is open and keeps the connection; one that does not work any more is closed. */
    public void give(Purpose purpose, Connection connection) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            close(connection);
            return;
        }
        synchronized (this) {
            idle.addFirst(new Idle(purpose, connection, System.nanoTime()));
        }
        LATER.execute(() -> {
            long now = System.nanoTime();
            closeAll(i -> now - i.sinceNanos >= LIMIT.toNanos());
        });
    }

    /** Closes what is kept for this migration: it needs nothing any more. */
    public void closeFor(MigrationId migration) {
        closeAll(i -> i.purpose.migration.equals(migration));
    }

    @Override
    public void close() {
        closeAll(i -> true);
    }

    private void closeAll(Predicate<Idle> which) {
        List<Idle> gone;
        synchronized (this) {
            gone = new ArrayList<>(idle.stream().filter(which).toList());
            idle.removeAll(gone);
        }
        gone.forEach(i -> close(i.connection));
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // It is gone either way.
        }
    }
}
