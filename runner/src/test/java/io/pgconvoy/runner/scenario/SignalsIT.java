package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.scenario.Pgconvoy.Ended;
import io.pgconvoy.runner.scenario.Pgconvoy.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of commands that a signal ends: nothing, whenever it comes. */
class SignalsIT {
    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;

    @TempDir
    private Path folder;

    private static LocalServer sourceServer;
    private static LocalServer targetServer;
    private static TestDatabase source;
    private TestDatabase target;
    private Pgconvoy pgconvoy;

    @BeforeAll
    static void startServers() {
        sourceServer = LocalServer.start(15);
        targetServer = LocalServer.start(15);
        source = TestDatabase.on(sourceServer, "app");
        source.execute(
                "CREATE TABLE public.big (id int PRIMARY KEY, note text)",
                "INSERT INTO public.big SELECT g, md5(g::text) FROM generate_series(1, 50000) g");
        Gate.install(source);
    }

    @AfterAll
    static void stopServers() {
        sourceServer.close();
        targetServer.close();
    }

    @BeforeEach
    void makeTarget() {
        targetServer.dropDatabase("app");
        target = TestDatabase.on(targetServer, "app");
        pgconvoy = new Pgconvoy(folder);
    }

    private Running startClone(String... more) {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("clone", "--source", source.uri(), "--target", target.uri(), "--name", "app"));
        arguments.addAll(List.of(more));
        return pgconvoy.start(arguments.toArray(String[]::new));
    }

    private void assertNothingRuns() {
        await("no process").atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(pgconvoy.processes())
                .isEmpty());
        assertThat(pgconvoy.privateFolders()).isEmpty();
        if (Files.exists(pgconvoy.state().resolve("secrets"))) {
            assertThat(pgconvoy.state().resolve("secrets")).isEmptyDirectory();
        }
    }

    private void assertNothingOnTheServers() {
        for (TestDatabase side : List.of(source, target)) {
            await("no session of pgconvoy").atMost(Duration.ofSeconds(20)).until(() -> side.column(
                            "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'pgconvoy%'")
                    .isEmpty());
        }
        assertThat(target.column("SELECT nspname FROM pg_namespace WHERE nspname = 'pgconvoy'"))
                .isEmpty();
    }

    @Test
    void ctrlCInMidCopyCancelsTheMigration() throws Exception {
        try (Gate gate = Gate.close(target)) {
            Running clone = startClone();
            gate.awaitCopy();

            clone.interruptFromTerminal();

            Ended ended = clone.await();
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(INTERRUPTED);
            assertThat(ended.errors())
                    .contains("pgconvoy: interrupted: cancelling, for at most 10 s")
                    .anyMatch(line -> line.startsWith("app: Cancelled"))
                    .noneMatch(line -> line.contains("Exception") || line.startsWith("\tat "));
            assertNothingOnTheServers();
        }
        assertNothingRuns();
    }

    @Test
    void sigtermInMidCopyCancelsTheMigration() throws Exception {
        try (Gate gate = Gate.close(target)) {
            Running clone = startClone();
            gate.awaitCopy();

            clone.signal("TERM");

            assertThat(clone.await().exitCode()).isEqualTo(TERMINATED);
            assertNothingOnTheServers();
        }
        assertNothingRuns();
    }

    @Test
    void aRunningInstanceGoesOnUntilItIsToldToCancel() throws Exception {
        assertThat(pgconvoy.run("up").exitCode()).isZero();
        try (Gate gate = Gate.close(target)) {
            Running clone = startClone();
            gate.awaitCopy();

            clone.interruptFromTerminal();

            Ended ended = clone.await();
            assertThat(ended.exitCode()).isEqualTo(INTERRUPTED);
            assertThat(ended.complaints())
                    .containsExactly("app goes on; end it with: pgconvoy cancel app --state-dir " + pgconvoy.state());
            gate.awaitCopy();
            assertThat(pgconvoy.run("cancel", "app").exitCode()).isZero();
            await("cancelled").atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                            pgconvoy.run("status", "app").output())
                    .anyMatch(line -> line.contains("Cancelled")));
            assertNothingOnTheServers();
        }
        assertThat(pgconvoy.run("down").exitCode()).isZero();
        String log = Files.readString(pgconvoy.state().resolve("services.log"));
        assertThat(log.substring(log.lastIndexOf(" started in ")))
                .as("the broker ended after its clients")
                .contains(" stopped in ")
                .doesNotContain("could not be established", "Exception");
        await("no process").atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(pgconvoy.processes())
                .isEmpty());
    }

    @Test
    void anEndBeforeTheRequestWasSentLeavesNothing() {
        assertThat(pgconvoy.run("up").exitCode()).isZero();
        assertThat(pgconvoy.run("down").exitCode()).isZero();
        Running clone = startClone();
        await("starts").atMost(Duration.ofSeconds(30)).until(() -> clone.errors()
                .contains("pgconvoy: starting Kafka and the services"));

        clone.interruptFromTerminal();

        Ended ended = clone.await();
        assertThat(ended.exitCode()).isEqualTo(INTERRUPTED);
        assertThat(ended.complaints()).containsExactly("interrupted before the request was sent");
        assertNothingRuns();
        assertNothingOnTheServers();
    }

    @Test
    void ctrlCWhileTheDemoStartsItsServicesLeavesNothing() throws IOException {
        // The servers' folders are made there, and their user must reach them.
        Path temporary = Files.createTempDirectory(
                "demo", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
        pgconvoy = new Pgconvoy(folder, Map.of("java.io.tmpdir", temporary.toString()));
        Running demo = pgconvoy.start("demo", "--scale", "0.1");
        String moment = "pgconvoy: starting Kafka and the services";
        await(moment)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> demo.errors().stream().anyMatch(line -> line.contains(moment)));

        demo.interruptFromTerminal();

        Ended ended = demo.await();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(INTERRUPTED);
        assertThat(ended.errors()).noneMatch(line -> line.contains("Exception") || line.startsWith("\tat "));
        assertNothingRuns();
        await("no folder of a server").atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(temporary)
                .isEmptyDirectory());
        Files.delete(temporary);
    }
}
