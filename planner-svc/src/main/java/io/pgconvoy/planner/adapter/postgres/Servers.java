package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.IdleSessions;
import io.pgconvoy.postgres.IdleSessions.Purpose;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.Snapshots;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The planner's sessions on a migration's two servers: from step to step the same ones. Their names begin with
 * {@code pgconvoy/<migration>/}, so that people and a cancel find them. Thread-safe.
 */
final class Servers implements AutoCloseable {
    private static final int ANSWER_LIMIT_SECONDS = 5;

    private final IdleSessions idle = new IdleSessions();
    private final SecretFiles secrets;

    Servers(SecretFiles secrets) {
        this.secrets = secrets;
    }

    Endpoint sourceOf(Course course) {
        return secrets.resolve(course.spec().source());
    }

    Endpoint targetOf(Course course) {
        return secrets.resolve(course.spec().target());
    }

    interface Use<T> {
        T of(Connection connection) throws SQLException, IOException, InterruptedException;
    }

    interface UseOfBoth<T> {
        T of(Connection source, Connection target) throws SQLException, IOException, InterruptedException;
    }

    /** With a session that sees what is on the source now, and cannot write. */
    <T> T onSource(Course course, Use<T> use) throws SQLException, IOException, InterruptedException {
        return on(sourceUse(course), course, use);
    }

    <T> T onTarget(Course course, Use<T> use) throws SQLException, IOException, InterruptedException {
        return on(targetUse(course), course, use);
    }

    <T> T onBoth(Course course, UseOfBoth<T> use) throws SQLException, IOException, InterruptedException {
        return onSource(course, source -> onTarget(course, target -> use.of(source, target)));
    }

    /** With a source session that sees what the snapshot's holder sees. */
    <T> T onBoth(Course course, String snapshot, UseOfBoth<T> use)
            throws SQLException, IOException, InterruptedException {
        return onBoth(course, (source, target) -> {
            Snapshots.importInto(source, snapshot);
            return use.of(source, target);
        });
    }

    /** A session that met an error is not used again. */
    private <T> T on(Purpose purpose, Course course, Use<T> use)
            throws SQLException, IOException, InterruptedException {
        Connection connection = connect(purpose, course);
        try {
            T result = use.of(connection);
            idle.give(purpose, connection);
            return result;
        } catch (SQLException | IOException | InterruptedException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private Connection connect(Purpose purpose, Course course) throws SQLException {
        for (Optional<Connection> old = idle.take(purpose); old.isPresent(); old = idle.take(purpose)) {
            if (old.get().isValid(ANSWER_LIMIT_SECONDS)) {
                return old.get();
            }
            old.get().close();
        }
        return Sessions.open(secrets.resolve(purpose.endpoint()), sessionName(course), purpose.kind());
    }

    @Override
    public void close() {
        idle.close();
    }

    /** Keeps two sessions of preflight for the steps that follow it. */
    void keep(Course course, Connection source, Connection target) {
        idle.give(sourceUse(course), source);
        idle.give(targetUse(course), target);
    }

    private static Purpose sourceUse(Course course) {
        return new Purpose(course.migration(), course.spec().source(), SessionKind.SOURCE_READ);
    }

    private static Purpose targetUse(Course course) {
        return new Purpose(course.migration(), course.spec().target(), SessionKind.ADMIN);
    }

    /** Closes what is kept between two steps. */
    void closeFor(Course course) {
        idle.closeFor(course.migration());
    }

    static String snapshotSessionName(Course course, Generation generation) {
        return sessionName(course, "g" + generation + "/snapshot");
    }

    static String sessionName(Course course) {
        return sessionName(course, "planner");
    }

    private static String sessionName(Course course, String what) {
        return "pgconvoy/" + course.migration() + "/" + what;
    }
}
