package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.compare.Comparison;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clones by services in processes of their own, which are killed in the middle. */
class CloneScenarioIT {
    @TempDir
    private Path folder;

    private LocalServer sourceServer;
    private LocalServer targetServer;
    private TestDatabase source;
    private TestDatabase target;
    private Cluster cluster;

    @BeforeEach
    void startServers() {
        sourceServer = LocalServer.start(15);
        targetServer = LocalServer.start(15);
        source = TestDatabase.on(sourceServer, "app");
        target = TestDatabase.on(targetServer, "app");
        source.execute(
                "CREATE TABLE public.keyless (a int, b text)",
                "INSERT INTO public.keyless SELECT g, repeat(md5(g::text), 6) FROM generate_series(1, 400000) g",
                "CREATE TABLE public.parent (id bigint PRIMARY KEY, note text)",
                "INSERT INTO public.parent SELECT g, md5(g::text) FROM generate_series(1, 200000) g",
                "CREATE TABLE public.child (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                        + " parent_id bigint NOT NULL REFERENCES public.parent, note text)",
                "INSERT INTO public.child (parent_id, note) SELECT g % 200000 + 1, repeat(md5(g::text), 4)"
                        + " FROM generate_series(1, 300000) g",
                "CREATE INDEX child_note ON public.child (note)");
        Gate.install(source);
        cluster = Cluster.start(folder);
    }

    @AfterEach
    void stopServers() {
        cluster.close();
        sourceServer.close();
        targetServer.close();
    }

    private EventLog submit(String name) {
        return cluster.submit(name, source.uri(), target.uri(), Map.of("tableJobs", 3));
    }

    private void assertEqualAndClean(EventLog log) throws Exception {
        assertThat(log.awaitEnd()).as("%s", log.state()).isInstanceOf(Completed.class);
        Comparison comparison = Comparisons.of(source, target, ClientTools.find(java.util.Optional.empty()));
        assertThat(comparison.differences()).isEmpty();
        assertThat(target.column("SELECT nspname FROM pg_namespace WHERE nspname = 'pgconvoy'"))
                .isEmpty();
    }

    @Test
    void aKilledWorkersJobIsDoneByTheOther() throws Exception {
        cluster.planner().awaitReady();
        ServiceProcess first = cluster.worker(1, 4).awaitReady();
        Gate gate = Gate.close(target);
        EventLog log = submit("killed-worker");
        gate.awaitCopy();
        cluster.worker(2, 4).awaitReady();

        first.kill();

        gate.open();
        assertEqualAndClean(log);
        Set<JobId> abandoned = startedBy(log, "worker-1");
        abandoned.removeAll(doneBy(log, "worker-1"));
        assertThat(abandoned).isNotEmpty();
        assertThat(doneBy(log, "worker-2")).containsAll(abandoned);
        log.close();
    }

    @Test
    void workersKilledAgainAndAgainLoseAndRepeatNothing() throws Exception {
        cluster.planner().awaitReady();
        ServiceProcess worker = cluster.worker(1, 4).awaitReady();
        Gate gate = Gate.close(target);
        EventLog log = submit("killed-often");
        for (int number = 2; number <= 4; number++) {
            gate.awaitCopy();
            ServiceProcess next = cluster.worker(number, 4).awaitReady();
            worker.kill();
            worker = next;
        }
        gate.open();
        assertEqualAndClean(log);
        log.close();
    }

    @Test
    void aRestartedPlannerGoesOnUnderTheSnapshotThatAWorkerHolds() throws Exception {
        ServiceProcess planner = cluster.planner().awaitReady();
        cluster.worker(1, 4).awaitReady();
        Gate gate = Gate.close(target);
        EventLog log = submit("killed-planner");
        log.awaitFact(SnapshotShared.class, s -> true);
        gate.awaitCopy();

        planner.kill();
        source.execute("INSERT INTO public.keyless VALUES (0, 'after the snapshot')");
        cluster.planner();

        log.awaitFact(SnapshotAdopted.class, s -> true);
        gate.open();
        source.execute("DELETE FROM public.keyless WHERE a = 0");
        assertEqualAndClean(log);
        assertThat(log.all(SnapshotLost.class)).isEmpty();
        log.close();
    }

    @Test
    void withEveryHolderKilledTheCopyBeginsAgainUnderANewSnapshotAndSaysSo() throws Exception {
        ServiceProcess planner = cluster.planner().awaitReady();
        ServiceProcess worker = cluster.worker(1, 4).awaitReady();
        Gate gate = Gate.close(target);
        EventLog log = submit("lost-snapshot");
        gate.awaitCopy();

        planner.kill();
        worker.kill();
        source.execute("INSERT INTO public.keyless VALUES (0, 'after the first snapshot')");
        cluster.planner();
        cluster.worker(2, 4);

        assertThat(log.awaitFact(SnapshotLost.class, s -> true).generation()).isEqualTo(Generation.FIRST);
        gate.open();
        assertEqualAndClean(log);
        log.close();
    }

    @Test
    void aTargetThatCrashesInMidCloneIsFinishedAfterItsRestart() throws Exception {
        cluster.planner().awaitReady();
        cluster.worker(1, 4).awaitReady();
        Gate gate = Gate.close(target);
        EventLog log = submit("crashed-target");
        gate.awaitCopy();

        targetServer.kill();
        targetServer.restart();

        assertEqualAndClean(log);
        log.close();
    }

    private static Set<JobId> startedBy(EventLog log, String worker) {
        return log.all(JobStarted.class).stream()
                .filter(f -> f.worker().equals(worker))
                .map(JobStarted::job)
                .collect(Collectors.toSet());
    }

    private static Set<JobId> doneBy(EventLog log, String worker) {
        return log.all(JobSucceeded.class).stream()
                .filter(f -> f.worker().equals(worker))
                .map(JobSucceeded::job)
                .collect(Collectors.toSet());
    }
}
