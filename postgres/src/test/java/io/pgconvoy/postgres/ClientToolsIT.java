package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.ClientTools.Outcome;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class ClientToolsIT {
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final ClientTools tools = ClientTools.find(Optional.empty());

    @TempDir
    private Path folder;

    @Test
    void c14_aDatabaseNamedLikeAConnectionStringIsDumpedAndRestoredItself(LocalServer server) throws Exception {
        String hostile = "host=evil port=5 dbname=x";
        try (TestDatabase source = TestDatabase.on(server, hostile);
                TestDatabase target = TestDatabase.on(server, "postgresql://evil/y")) {
            source.execute("CREATE TABLE public.t AS SELECT 42 AS a");
            Path dump = folder.resolve("dump");
            assertRan(tools.run(
                    Tool.PG_DUMP,
                    source.endpoint(),
                    List.of("-Fd", "-j2", "-f", dump.toString()),
                    Redirect.NONE,
                    BOUND));
            assertRan(tools.run(
                    Tool.PG_RESTORE, target.endpoint(), List.of("-j2", dump.toString()), Redirect.NONE, BOUND));
            assertThat(target.value("SELECT a FROM public.t")).isEqualTo("42");
        }
    }

    @Test
    void aSocketFolderAndSeveralHostsWorkForTheToolsToo(TestDatabase database) throws Exception {
        Endpoint endpoint = Endpoint.ofUri("postgresql:///" + database.name() + "?user=postgres&host=127.0.0.1,"
                + database.server().socketFolder() + "&port=1,"
                + database.server().port());
        Path out = folder.resolve("out");
        List<String> args = List.of("-XAtc", "SELECT inet_client_addr() IS NULL");
        assertRan(tools.run(Tool.PSQL, endpoint, args, Redirect.to(out), BOUND));
        assertThat(Files.readString(out)).isEqualTo("t\n");
    }

    @Test
    void thePasswordIsNeitherInArgumentsNorInTheEnvironmentAndItsFileIsRemoved(TestDatabase database) throws Exception {
        Endpoint endpoint = database.endpoint().withPassword(Optional.of(new Secret("CAN:AR\\Y")));
        Path out = folder.resolve("out");
        Path script = Files.writeString(folder.resolve("script"), """
                \\! cat /proc/self/environ /proc/$PPID/environ /proc/$PPID/cmdline | tr '\\0' '\\n'
                \\! stat -c 'mode %a' "$PGPASSFILE"
                \\! sed 's/^/line /' "$PGPASSFILE"
                """);
        assertRan(tools.run(Tool.PSQL, endpoint, List.of("-X", "-f", script.toString()), Redirect.to(out), BOUND));
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).contains("mode 600", "line *:*:*:*:CAN\\:AR\\\\Y");
        assertThat(lines)
                .filteredOn(line -> !line.startsWith("line "))
                .noneMatch(line -> line.contains("CAN:AR") || line.contains("CAN\\:AR"));
        String passfile = lines.stream()
                .filter(line -> line.startsWith("PGPASSFILE="))
                .findFirst()
                .orElseThrow()
                .substring("PGPASSFILE=".length());
        assertThat(Path.of(passfile).getParent()).doesNotExist();
    }

    @Test
    void aFailureReturnsItsExitCodeAndWhatItSaid(TestDatabase database) throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "SELECT 1/0;\n");
        List<String> args = List.of("-X", "-v", "ON_ERROR_STOP=1");
        Outcome outcome = tools.run(Tool.PSQL, database.endpoint(), args, Redirect.from(input), BOUND);
        assertThat(outcome.exitCode()).isEqualTo(3);
        assertThat(outcome.stderr()).anyMatch(line -> line.contains("division by zero"));
    }

    @Test
    void aProgramThatTakesTooLongIsKilled(TestDatabase database) {
        assertThatThrownBy(() -> tools.run(
                        Tool.PSQL,
                        database.endpoint(),
                        List.of("-Xc", "SELECT pg_sleep(60)"),
                        Redirect.NONE,
                        Duration.ofMillis(300)))
                .isInstanceOfSatisfying(
                        FailureException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.CLIENT_TOOLS));
    }

    @Test
    void aProgramEndsWhenItsThreadIsInterrupted(TestDatabase database) throws Exception {
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                tools.run(Tool.PSQL, database.endpoint(), List.of("-Xc", "SELECT pg_sleep(60)"), Redirect.NONE, BOUND);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        String sleeping = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND datname = '"
                + database.name() + "'";
        await().atMost(10, TimeUnit.SECONDS)
                .until(() -> database.value(sleeping).equals("1"));
        thread.interrupt();
        assertThat(thread.join(Duration.ofSeconds(5))).isTrue();
    }

    @Test
    void aProgramEndsWhenTheJvmThatStartedItIsKilledWithoutWarning(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int)");
        try (Connection locker = database.connect(SessionKind.ADMIN)) {
            locker.setAutoCommit(false);
            try (Statement statement = locker.createStatement()) {
                statement.execute("LOCK TABLE public.t IN ACCESS EXCLUSIVE MODE");
            }
            Process jvm = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Dumper.class.getName(),
                            database.uri())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String dumping = "SELECT count(*) FROM pg_stat_activity WHERE datname = '" + database.name()
                    + "' AND wait_event_type = 'Lock'";
            await().atMost(30, TimeUnit.SECONDS)
                    .until(() -> database.value(dumping).equals("1"));
            List<ProcessHandle> started = jvm.descendants().toList();
            assertThat(started).anyMatch(p -> p.info().command().orElse("").endsWith("pg_dump"));

            jvm.destroyForcibly();

            await().atMost(20, TimeUnit.SECONDS).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
            await().atMost(20, TimeUnit.SECONDS)
                    .until(() -> database.value(dumping).equals("0"));
        }
    }

    /** Runs pg_dump, which waits for a lock. */
    static final class Dumper {
        private Dumper() {}

        public static void main(String[] args) throws Exception {
            ClientTools.find(Optional.empty())
                    .run(Tool.PG_DUMP, Endpoint.ofUri(args[0]), List.of(), Redirect.NONE, Duration.ofMinutes(5));
        }
    }

    @Test
    void aFolderWithoutTheProgramsIsRefusedWithARemedy() {
        assertThatThrownBy(() -> ClientTools.find(Optional.of(folder)))
                .isInstanceOfSatisfying(
                        FailureException.class,
                        e -> assertThat(e.failure().remedy()).isNotEmpty());
        assertThat(tools.major()).isGreaterThanOrEqualTo(15);
    }

    private static void assertRan(Outcome outcome) {
        assertThat(outcome.exitCode()).as(String.join("\n", outcome.stderr())).isZero();
    }
}
