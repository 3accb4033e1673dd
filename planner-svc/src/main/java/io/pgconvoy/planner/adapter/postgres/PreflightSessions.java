package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.SqlStates;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Preflight from the first connection on: whatever cannot be reached is a finding like the others. For one run. */
final class PreflightSessions {
    private final Findings findings = new Findings();
    private final SecretFiles secrets;
    private final Servers servers;
    private final Optional<Path> toolsFolder;
    private final Clock clock;

    PreflightSessions(SecretFiles secrets, Servers servers, Optional<Path> toolsFolder, Clock clock) {
        this.secrets = secrets;
        this.servers = servers;
        this.toolsFolder = toolsFolder;
        this.clock = clock;
    }

    /** Its sessions are kept for the next steps once it has passed, and closed otherwise. */
    PreflightResult run(Course course) throws SQLException {
        Optional<ClientTools> tools = tools();
        Optional<Connection> source =
                connect(course.spec().source(), SessionKind.SOURCE_READ, ErrorCode.SOURCE_UNREACHABLE, course);
        Optional<Connection> target =
                connect(course.spec().target(), SessionKind.ADMIN, ErrorCode.TARGET_UNREACHABLE, course);
        boolean passed = false;
        try {
            PreflightResult result = check(course, source, target, tools);
            passed = result instanceof PreflightResult.Passed;
            return result;
        } finally {
            if (passed) {
                servers.keep(course, source.orElseThrow(), target.orElseThrow());
            } else {
                source.ifPresent(PreflightSessions::close);
                target.ifPresent(PreflightSessions::close);
            }
        }
    }

    private PreflightResult check(
            Course course, Optional<Connection> source, Optional<Connection> target, Optional<ClientTools> tools)
            throws SQLException {
        if (source.isEmpty() || target.isEmpty()) {
            return new PreflightResult.Found(findings.all());
        }
        List<Failure> warnings = new Preflight(source.get(), target.get(), findings)
                .run(course.spec().cloning(), tools);
        return findings.isEmpty()
                ? new PreflightResult.Passed(passed(course, source.get(), target.get(), warnings))
                : new PreflightResult.Found(findings.all());
    }

    private Optional<ClientTools> tools() {
        try {
            return Optional.of(ClientTools.find(toolsFolder));
        } catch (FailureException e) {
            findings.add(e.failure());
            return Optional.empty();
        }
    }

    private PreflightPassed passed(Course course, Connection source, Connection target, List<Failure> warnings)
            throws SQLException {
        return new PreflightPassed(
                course.migration(),
                clock.instant(),
                source.getMetaData().getDatabaseProductVersion(),
                target.getMetaData().getDatabaseProductVersion(),
                Long.parseLong(Rows.text(source, "SELECT pg_database_size(current_database())")),
                Optional.of(warnings));
    }

    private Optional<Connection> connect(EndpointSpec spec, SessionKind kind, ErrorCode unreachable, Course course) {
        Endpoint endpoint;
        try {
            endpoint = secrets.resolve(spec);
        } catch (FailureException e) {
            findings.add(e.failure());
            return Optional.empty();
        }
        try {
            return Optional.of(Sessions.open(endpoint, Servers.sessionName(course), kind));
        } catch (SQLException e) {
            findings.add(SqlStates.connectFailureOf(e, endpoint, unreachable));
            return Optional.empty();
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // The server ends the session either way; there is nothing left to release.
        }
    }
}
