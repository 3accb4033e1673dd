package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.SecretKeyRef;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.IdleSessions;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.SnapshotHolder;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.worker.application.Cancellation;
import io.pgconvoy.worker.application.JobRunner;
import io.pgconvoy.worker.application.JobRunner.Outcome;
import io.pgconvoy.worker.application.ProgressMeter;
import io.pgconvoy.worker.application.RecordedFacts;
import io.pgconvoy.worker.application.RunningJobs;
import io.pgconvoy.worker.application.SnapshotHolders;
import io.pgconvoy.worker.application.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A migration between two test databases as its planner would leave it when jobs go out: receipts installed, snapshot held. */
final class TestMigration implements AutoCloseable {
    static final MigrationId ID = new MigrationId("shop");

    final RecordedFacts facts = new RecordedFacts();
    final Cancellation cancellation = new Cancellation();
    private final SnapshotHolder planner;
    private final SnapshotHolders holders;
    private final IdleSessions idle = new IdleSessions();
    private final Workbench bench;
    private final JobRunner runner;

    TestMigration(TestDatabase source, TestDatabase target, Path secretsDir) throws SQLException, IOException {
        secret(secretsDir, "source", source.uri());
        secret(secretsDir, "target", target.uri());
        try (Connection connection = target.connect(SessionKind.ADMIN)) {
            Receipts.install(connection, ID, Generation.FIRST);
        }
        planner = SnapshotHolder.open(source.endpoint(), "pgconvoy/shop/planner");
        SecretFiles secrets = new SecretFiles(secretsDir);
        InstantSource clock = InstantSource.system();
        holders = new SnapshotHolders(new PostgresHolders(secrets), facts, clock, "w1", 2);
        bench = new PostgresWorkbench(secrets, idle);
        runner = new JobRunner(
                holders, facts, new ProgressMeter(sample -> {}, clock, "w1"), new RunningJobs(), clock, "w1");
    }

    static void secret(Path dir, String name, String uri) throws IOException {
        Files.createDirectories(dir.resolve(name));
        Path file = Files.writeString(dir.resolve(name).resolve("uri"), uri);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    Outcome run(Job job) {
        return runner.run(order(job), bench, cancellation);
    }

    Job.Order order(Job job) {
        return new Job.Order(
                ID,
                Generation.FIRST,
                Optional.of(planner.id()),
                1,
                EndpointSpec.ofUriSecret(new SecretKeyRef("source", "uri")),
                EndpointSpec.ofUriSecret(new SecretKeyRef("target", "uri")),
                job);
    }

    /** The planner's own session ends, as when it is killed. */
    void killPlannersSession() {
        planner.close();
    }

    static Job copy(boolean freeze, String table, String... columns) {
        return new Job.CopyTables(new JobId("copy-" + table), List.of(tableCopy(freeze, table, columns)));
    }

    static Job.TableCopy tableCopy(boolean freeze, String table, String... columns) {
        return new Job.TableCopy(
                new TableName("public", table), List.of(columns), CopyFormat.BINARY, freeze, 1_000_000);
    }

    @Override
    public void close() {
        idle.close();
        holders.close();
        planner.close();
    }
}
