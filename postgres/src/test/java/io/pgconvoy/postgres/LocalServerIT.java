package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalServerIT {
    @Test
    void aKilledServerRecoversOnTheSamePortAndAClosedOneLeavesNothing() {
        LocalServer server = LocalServer.start(15);
        TestDatabase database = TestDatabase.on(server, "d");
        database.execute("CREATE TABLE public.t AS SELECT 1 AS a");
        server.kill();
        server.restart();
        assertThat(database.value("SELECT a FROM public.t")).isEqualTo("1");
        assertThat(database.value("SHOW wal_level")).isEqualTo("logical");
        server.close();
        assertThat(server.socketFolder()).doesNotExist();
    }

    @Test
    void neitherServerNorFolderOutlivesAJvmKilledWithoutWarning() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> told;
        try (BufferedReader reader = jvm.inputReader()) {
            told = List.of(reader.readLine(), reader.readLine());
        }
        ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(told.get(0))).orElseThrow();
        jvm.destroyForcibly();
        await().atMost(20, TimeUnit.SECONDS)
                .until(() -> !postmaster.isAlive() && Files.notExists(Path.of(told.get(1))));
    }

    /** Starts a server, tells its process id and folder, and waits to be killed. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] args) throws Exception {
            LocalServer server = LocalServer.start(15);
            System.out.println(
                    Files.readAllLines(server.data().resolve("postmaster.pid")).getFirst());
            System.out.println(server.socketFolder());
            System.in.read();
        }
    }
}
