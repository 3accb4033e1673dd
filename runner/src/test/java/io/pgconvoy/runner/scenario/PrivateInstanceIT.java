package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.scenario.Pgconvoy.Ended;
import io.pgconvoy.runner.scenario.Pgconvoy.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services that a command starts for itself. */
class PrivateInstanceIT {
    private static final int INTERNAL = 1;
    /** More copies at a gate at the same time than one worker has lanes, each of a table too large to travel with others. */
    private static final int TABLES = 12;

    @TempDir
    private Path folder;

    @Test
    void twoWorkerProcessesShareAMigration() throws Exception {
        Pgconvoy pgconvoy = new Pgconvoy(folder);
        try (LocalServer sourceServer = LocalServer.start(15);
                LocalServer targetServer = LocalServer.start(15)) {
            TestDatabase source = TestDatabase.on(sourceServer, "app");
            TestDatabase target = TestDatabase.on(targetServer, "app");
            Gate.install(source);
            for (int i = 0; i < TABLES; i++) {
                source.execute(
                        "CREATE TABLE public.t" + i
                                + " (id int PRIMARY KEY CHECK (id <> 1 OR public.is_open(id)), note text)",
                        "INSERT INTO public.t" + i
                                + " SELECT g, repeat(md5(g::text), 40) FROM generate_series(1, 1500) g");
            }
            Gate gate = Gate.close(target);

            Running clone = pgconvoy.start(
                    "clone",
                    "--source",
                    source.uri(),
                    "--target",
                    target.uri(),
                    "--name",
                    "shared",
                    "--workers",
                    "2",
                    "--table-jobs",
                    Integer.toString(TABLES));

            gate.awaitCopy();
            String bootstrap = Pgconvoy.bootstrapOf(pgconvoy.privateFolders().getFirst());
            try (EventLog log = new EventLog(bootstrap, "shared")) {
                log.awaitFact(SnapshotShared.class, fact -> fact.worker().equals("worker-1"));
                log.awaitFact(SnapshotShared.class, fact -> fact.worker().equals("worker-2"));
            }
            gate.open();
            Ended ended = clone.await();
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(Comparisons.of(source, target, ClientTools.find(Optional.empty()))
                            .differences())
                    .isEmpty();
        }
        assertThat(pgconvoy.processes()).isEmpty();
        assertThat(pgconvoy.privateFolders()).isEmpty();
    }

    @Test
    void aStartThatFailsLeavesItsLogsAndNothingElse() {
        Pgconvoy pgconvoy = new Pgconvoy(folder, Map.of("pgconvoy.broker.classpath", "/nowhere"));

        Ended ended = pgconvoy.run(
                "clone", "--source", "postgresql://a@127.0.0.1:1/a", "--target", "postgresql://a@127.0.0.1:1/b");

        Path logs = pgconvoy.state().resolve("failed-start");
        assertThat(ended.complaints()).containsExactly("the services did not start; see their logs in " + logs);
        assertThat(ended.exitCode()).isEqualTo(INTERNAL);
        assertThat(logs.resolve("broker.log")).content().contains("LocalBroker");
        assertThat(pgconvoy.privateFolders()).isEmpty();
        await("no process").atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(pgconvoy.processes())
                .isEmpty());
    }
}
