package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases;
import io.pgconvoy.planner.domain.JobPlanner;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SqlStates;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The planner's work on real servers. Keeps no session for long but snapshot holders. Thread-safe. */
public final class PostgresDatabases implements Databases, AutoCloseable {
    /** Passes when it was another planner that completed the migration just now; else a person removed the receipts. */
    private static final Failure RECEIPTS_GONE = Failure.of(
            ErrorCode.SERVER_BUSY,
            "the target has no receipts of this migration any more",
            "find out who removed the schema " + Receipts.SCHEMA + ", empty the target and start a new migration");

    private final SecretFiles secrets;
    private final Servers servers;
    private final Optional<Path> toolsFolder;
    private final Path workFolder;
    private final Clock clock;

    /**
     * @param toolsFolder where pg_dump, pg_restore and psql lie; empty: looked for
     * @param workFolder for scratch files, one folder to a migration
     */
    public PostgresDatabases(SecretFiles secrets, Optional<Path> toolsFolder, Path workFolder, Clock clock) {
        this.secrets = secrets;
        this.servers = new Servers(secrets);
        this.toolsFolder = toolsFolder;
        this.workFolder = workFolder;
        this.clock = clock;
    }

    private interface Work<T> {
        T run() throws SQLException, IOException, InterruptedException;
    }

    private static <T> T attempt(String what, Work<T> work) {
        try {
            return work.run();
        } catch (SQLException | IOException e) {
            throw new FailureException(SqlStates.failureOf(e, what), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(Failure.of(ErrorCode.CONNECTION_LOST, what + ": interrupted"), e);
        }
    }

    @Override
    public PreflightResult preflight(Course course) {
        return attempt("preflight", () -> new PreflightSessions(secrets, servers, toolsFolder, clock).run(course));
    }

    @Override
    public HeldSnapshot openSnapshot(Course course, Generation generation, Set<JobId> keep) {
        return attempt("opening the snapshot", () -> {
            servers.onTarget(course, target -> {
                new TargetLedger(target, course.migration(), TargetContents.of(cloning(course)))
                        .begin(generation, keep);
                return Boolean.TRUE;
            });
            return SourceSnapshot.open(servers.sourceOf(course), Servers.snapshotSessionName(course, generation));
        });
    }

    @Override
    public HeldSnapshot adoptSnapshot(Course course, Generation generation, List<String> snapshots) {
        return attempt(
                "adopting the snapshot",
                () -> SourceSnapshot.adopt(
                        servers.sourceOf(course), Servers.snapshotSessionName(course, generation), snapshots));
    }

    @Override
    public void restoreSchema(Course course, Generation generation, String snapshot) {
        attempt(
                "restoring the schema",
                () -> servers.onBoth(course, snapshot, (source, target) -> {
                    try (ScratchFolder scratch = ScratchFolder.in(workFolder, course.migration())) {
                        LeftOut leftOut = LeftOutReader.leftOut(cloning(course), source);
                        SchemaRestorer restorer =
                                restorer(course, Fitting.of(cloning(course), source, target), scratch);
                        restorer.dump(servers.sourceOf(course), snapshot, source, target, leftOut);
                        if (CloneSpec.isOn(cloning(course).dropIfExists())) {
                            Receipts.Key key = TargetCleaner.key(course.migration(), generation);
                            new TargetCleaner(cloning(course), leftOut, source, target, key).clean();
                        }
                        if (CloneSpec.isOn(cloning(course).roles())) {
                            new RoleCopier(source, target)
                                    .copy(cloning(course), leftOut, course.migration(), generation);
                        }
                        restorer.restorePreData(target, generation);
                        if (!cloning(course).skips(Skip.EXTENSIONS)) {
                            new ExtensionTables(source, target, scratch.path(), leftOut)
                                    .copy(course.migration(), generation);
                        }
                        makeDurable(target, course);
                        return Boolean.TRUE;
                    }
                }));
    }

    @Override
    public Plan plan(Course course, Generation generation, String snapshot, boolean withBuilds) {
        return attempt(
                "planning",
                () -> servers.onBoth(course, snapshot, (source, target) -> {
                    JobPlanner planner = new JobPlanner(cloning(course), new SampledKeys(source));
                    CatalogReader catalog = new CatalogReader(
                            source,
                            Tablespaces.kept(cloning(course), target),
                            LeftOutReader.leftOut(cloning(course), source));
                    return planner.plan(catalog.read(), generation, withBuilds);
                }));
    }

    @Override
    public Set<JobId> durableReceipts(Course course) {
        return attempt(
                "reading the receipts",
                () -> servers.onTarget(course, target -> {
                    if (Receipts.generation(target, course.migration()).isEmpty()) {
                        throw new FailureException(RECEIPTS_GONE);
                    }
                    return Receipts.flushed(target, course.migration()).stream()
                            .map(Receipt::job)
                            .collect(Collectors.toUnmodifiableSet());
                }));
    }

    @Override
    public void finishSchema(Course course, Generation generation) {
        attempt(
                "finishing the schema",
                () -> servers.onBoth(course, (source, target) -> {
                    try (ScratchFolder scratch = ScratchFolder.in(workFolder, course.migration())) {
                        Sequences.copy(source, target, LeftOutReader.leftOut(cloning(course), source));
                        restorer(course, Fitting.of(cloning(course), source, target), scratch)
                                .restorePostData(target, generation);
                        // Last: settings such as a read-only default are for the sessions of others.
                        DatabaseSettings.copy(cloning(course), source, target);
                        makeDurable(target, course);
                        return Boolean.TRUE;
                    }
                }));
    }

    /**
     * A crash of the target must not take back what is then written down as a fact. On a session that was open before the work
     * began: had the target crashed since, the session would be gone.
     */
    private static void makeDurable(Connection target, Course course) throws SQLException {
        Receipts.flushed(target, course.migration());
    }

    @Override
    public void cleanUp(Course course) {
        attempt("cleaning up the target", () -> {
            dropReceipts(course);
            servers.closeFor(course);
            ScratchFolder.deleteAll(workFolder, course.migration());
            return Boolean.TRUE;
        });
    }

    @Override
    public List<String> cancel(Course course) {
        List<String> left = new ArrayList<>();
        servers.closeFor(course);
        try {
            attempt("ending the target's sessions", () -> endSessions(course, servers::onTarget));
            attempt("dropping the receipts", () -> dropReceipts(course));
        } catch (FailureException e) {
            left.add("on the target, if it was made: DROP SCHEMA IF EXISTS " + Receipts.SCHEMA + " CASCADE");
        }
        try {
            attempt("ending the source's sessions", () -> endSessions(course, servers::onSource));
        } catch (FailureException e) {
            left.add(
                    "on the source: sessions named pgconvoy/" + course.migration() + ", which end with their services");
        }
        servers.closeFor(course);
        attempt("removing scratch files", () -> {
            ScratchFolder.deleteAll(workFolder, course.migration());
            return Boolean.TRUE;
        });
        return left;
    }

    private Boolean dropReceipts(Course course) throws SQLException, IOException, InterruptedException {
        return servers.onTarget(course, target -> {
            EventTriggers.silenced(target, () -> Receipts.drop(target, course.migration()));
            return Boolean.TRUE;
        });
    }

    private interface Side {
        Boolean on(Course course, Servers.Use<Boolean> use) throws SQLException, IOException, InterruptedException;
    }

    private static Boolean endSessions(Course course, Side side)
            throws SQLException, IOException, InterruptedException {
        return side.on(course, server -> {
            TargetLedger.endSessions(server, course.migration(), "");
            return Boolean.TRUE;
        });
    }

    /** Closes the sessions that are kept between steps. */
    @Override
    public void close() {
        servers.close();
    }

    private SchemaRestorer restorer(Course course, Fitting fitting, ScratchFolder scratch) {
        Endpoint target = servers.targetOf(course);
        return new SchemaRestorer(
                ClientTools.find(toolsFolder),
                new SchemaRestorer.Restoring(course.migration(), cloning(course), target, fitting),
                scratch.path());
    }

    private static CloneSpec cloning(Course course) {
        return course.spec().cloning();
    }
}
