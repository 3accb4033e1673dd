package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.Snapshots;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens the planner's sessions on a migration's two servers. Their names begin with {@code pgconvoy/<migration>/}, so that people
 * and a cancel find them.
 */
final class Servers {
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

    /** Sees what is on the source now, and cannot write. */
    Connection source(Course course) throws SQLException {
        return Sessions.open(sourceOf(course), sessionName(course, "planner"), SessionKind.SOURCE_READ);
    }

    /** Sees the source as the snapshot does. */
    Connection source(Course course, String snapshot) throws SQLException {
        Connection source = source(course);
        try {
            Snapshots.importInto(source, snapshot);
            return source;
        } catch (SQLException e) {
            source.close();
            throw e;
        }
    }

    Connection target(Course course) throws SQLException {
        return Sessions.open(targetOf(course), sessionName(course, "planner"), SessionKind.ADMIN);
    }

    static String snapshotSessionName(Course course, Generation generation) {
        return sessionName(course, "g" + generation + "/snapshot");
    }

    static String sessionName(Course course, String what) {
        return "pgconvoy/" + course.migration() + "/" + what;
    }
}
