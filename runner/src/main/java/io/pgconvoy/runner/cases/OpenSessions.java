package io.pgconvoy.runner.cases;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobsPlanned;
import io.pgconvoy.runner.cases.Programs.CaseNotSet;
import io.pgconvoy.runner.cases.Steps.Session;
import io.pgconvoy.runner.watch.MigrationWatcher;
import io.pgconvoy.status.domain.Projection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The sessions that a case wants beside the run. They act when the watcher tells them how far it is. */
final class OpenSessions implements MigrationWatcher.Listener, AutoCloseable {
    private final List<Open> sessions = new ArrayList<>();
    private final Instant began = Instant.now();

    /** @param source of the case, where they are opened; or target */
    static OpenSessions open(List<Session> wanted, Database source, Database target)
            throws SQLException, InterruptedException {
        OpenSessions all = new OpenSessions();
        try {
            for (Session each : wanted) {
                Database where = each.onSource() ? source : target;
                Open open = new Open(each, where.server().open(where.name()));
                all.sessions.add(open);
                open.run(each.before());
                open.await();
            }
        } catch (SQLException | InterruptedException | RuntimeException e) {
            all.close();
            throw e;
        }
        return all;
    }

    /** A database of one of the servers. */
    record Database(CaseServer server, String name) {}

    /** Its statements run one after the other on a thread of its own: one that waits for a lock must hold up nothing else. */
    private static final class Open {
        private final Session wanted;
        private final Connection connection;
        private final ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
        private final List<Future<?>> begun = new ArrayList<>();
        private boolean planned;
        private boolean ended;
        private volatile boolean closed;
        private volatile String failure = "";

        Open(Session wanted, Connection connection) {
            this.wanted = wanted;
            this.connection = connection;
        }

        void run(String sql) {
            if (!sql.isBlank()) {
                begun.add(thread.submit(() -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute(sql);
                    } catch (SQLException e) {
                        if (!closed) {
                            failure = e.getMessage();
                        }
                        throw e;
                    }
                }));
            }
        }

        void planned() {
            if (!planned) {
                planned = true;
                run(wanted.whenPlanned());
            }
        }

        void end() {
            if (!ended) {
                ended = true;
                run(wanted.after());
            }
        }

        /** Waits for what was begun. */
        void await() throws InterruptedException {
            for (Future<?> each : begun) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    throw new CaseNotSet(
                            "a session beside the run: " + e.getCause().getMessage());
                }
            }
        }

        /** Of what failed before the session was closed. */
        void complain() {
            if (!failure.isEmpty()) {
                throw new CaseNotSet("a session beside the run: " + failure);
            }
        }

        void close() throws SQLException {
            closed = true;
            thread.shutdownNow();
            connection.abort(Runnable::run); // a statement that still waits is given up
        }
    }

    @Override
    public void seen(Projection projection, Instant now) {
        for (Open open : sessions) {
            if (open.wanted
                    .holdSeconds()
                    .filter(s -> now.isAfter(began.plusSeconds(s)))
                    .isPresent()) {
                open.end();
            }
        }
    }

    @Override
    public void happened(MigrationEvent event) {
        if (event instanceof JobsPlanned) {
            for (Open open : sessions) {
                open.planned();
            }
        }
    }

    @Override
    public void close() throws SQLException {
        for (Open open : sessions) {
            open.close();
        }
        for (Open open : sessions) {
            open.complain();
        }
    }
}
