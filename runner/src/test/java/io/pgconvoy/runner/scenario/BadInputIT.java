package io.pgconvoy.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.scenario.Pgconvoy.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line answers to bad input: one precise line, an exit code, and nothing is left behind. */
class BadInputIT {
    private static final int USAGE = 2;
    private static final int REJECTED = 3;
    private static final int PREFLIGHT_FAILED = 4;
    private static final int UNREACHABLE = 9;
    /** Nobody listens there. */
    private static final String NOWHERE = "postgresql://anna:CANARY@127.0.0.1:1/app";

    @TempDir
    private static Path folder;

    private static LocalServer sourceServer;
    private static LocalServer targetServer;
    private static TestDatabase source;
    private static TestDatabase target;
    private static Pgconvoy pgconvoy;
    private static Map<Long, String> instance;

    @BeforeAll
    static void start() {
        List<String> withPassword = List.of(
                "local all all trust",
                "host all postgres 127.0.0.1/32 trust",
                "host all all 127.0.0.1/32 scram-sha-256");
        sourceServer = LocalServer.start(LocalServerSetup.of(15).withHba(withPassword));
        targetServer = LocalServer.start(LocalServerSetup.of(15).withHba(withPassword));
        source = TestDatabase.on(sourceServer, "app");
        target = TestDatabase.on(targetServer, "app");
        source.execute(
                "CREATE TABLE public.seen (id int PRIMARY KEY)",
                "CREATE TABLE public.\"Hidden\" (id int PRIMARY KEY)",
                "CREATE ROLE anna LOGIN PASSWORD 'right'",
                "GRANT SELECT ON public.seen TO anna");
        target.execute("CREATE ROLE anna");
        pgconvoy = new Pgconvoy(folder);
        assertThat(pgconvoy.run("up").exitCode()).isZero();
        instance = pgconvoy.processes();
        assertThat(instance).isNotEmpty();
    }

    @AfterAll
    static void stop() {
        pgconvoy.run("down");
        sourceServer.close();
        targetServer.close();
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        assertThat(target.column("SELECT nspname FROM pg_namespace WHERE nspname = 'pgconvoy'"))
                .isEmpty();
        assertThat(source.column("SELECT slot_name FROM pg_replication_slots")).isEmpty();
        assertThat(source.column("SELECT pubname FROM pg_publication")).isEmpty();
        for (TestDatabase side : List.of(source, target)) {
            await("no session of pgconvoy").atMost(Duration.ofSeconds(20)).until(() -> side.column(
                            "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'pgconvoy%'")
                    .isEmpty());
        }
        await("no process beyond the instance's")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(pgconvoy.processes().keySet()).isEqualTo(instance.keySet()));
        assertThat(pgconvoy.privateFolders()).isEmpty();
        assertThat(pgconvoy.state().resolve("secrets")).isEmptyDirectory();
        assertThat(pgconvoy.state().resolve("work")).isEmptyDirectory();
    }

    private static Ended clone(String sourceUri, String targetUri, String... more) {
        List<String> arguments = new ArrayList<>(List.of("clone", "--source", sourceUri, "--target", targetUri));
        arguments.addAll(List.of(more));
        return pgconvoy.run(arguments.toArray(String[]::new));
    }

    private static Ended cloneOf(String request) throws IOException {
        Path file = Files.writeString(folder.resolve("request.yaml"), request);
        return clone(source.uri(), target.uri(), "-f", file.toString());
    }

    private static void assertRefused(Ended ended, int exitCode, String line) {
        assertThat(ended.complaints()).as("%s", ended).containsExactly(line);
        assertThat(ended.exitCode()).isEqualTo(exitCode);
        assertThat(ended.output()).isEmpty();
        assertThat(ended.toString()).doesNotContain("CANARY");
    }

    private static void assertRejected(Ended ended, String line) {
        assertThat(ended.complaints()).as("%s", ended).containsExactly(line, "the request was rejected");
        assertThat(ended.exitCode()).isEqualTo(REJECTED);
        assertThat(ended.output()).isEmpty();
    }

    @Test
    void aServerThatNobodyRuns() {
        assertRefused(
                clone(NOWHERE, target.uri()),
                PREFLIGHT_FAILED,
                "SOURCE_UNREACHABLE: connecting to 127.0.0.1:1/app as anna: Connection to 127.0.0.1:1 refused. Check that the"
                        + " hostname and port are correct and that the postmaster is accepting TCP/IP connections;"
                        + " check host, port, firewall and that the server is running");
        assertThat(clone(source.uri(), NOWHERE).complaints())
                .singleElement()
                .asString()
                .startsWith("TARGET_UNREACHABLE: connecting to 127.0.0.1:1/app as anna: ");
    }

    @Test
    void aHostThatDoesNotExist() {
        assertRefused(
                clone(NOWHERE.replace("127.0.0.1:1", "no-such-host.invalid"), target.uri()),
                PREFLIGHT_FAILED,
                "SOURCE_UNREACHABLE: connecting to no-such-host.invalid:5432/app as anna: no address is known for the host;"
                        + " check host, port, firewall and that the server is running");
    }

    @Test
    void aWrongPassword() {
        String wrong = source.uri().replace("postgres@", "anna:CANARY@");
        assertRefused(
                clone(wrong, target.uri()),
                PREFLIGHT_FAILED,
                "AUTH_FAILED: connecting to "
                        + source.endpoint().withDatabase("app").hosts().getFirst()
                        + "/app as anna: password authentication failed for user \"anna\" (SQLSTATE 28P01);"
                        + " check user, password and the server's pg_hba.conf");
    }

    @Test
    void aWrongPasswordWithServicesOfItsOwn(@TempDir Path own) {
        Pgconvoy alone = new Pgconvoy(own);
        String wrong = target.uri().replace("postgres@", "nobody:CANARY@");

        Ended ended = alone.run("clone", "--source", source.uri(), "--target", wrong);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(PREFLIGHT_FAILED);
        assertThat(ended.complaints()).singleElement().asString().startsWith("AUTH_FAILED: ");
        assertThat(ended.toString()).doesNotContain("CANARY");
        assertThat(alone.processes()).isEmpty();
        assertThat(alone.privateFolders()).isEmpty();
    }

    @Test
    void aDatabaseThatDoesNotExist() {
        assertRefused(
                clone(source.uri() + "_not", target.uri()),
                PREFLIGHT_FAILED,
                "DATABASE_MISSING: connecting to 127.0.0.1:" + sourceServer.port()
                        + "/app_not as postgres: database \"app_not\" does not exist (SQLSTATE 3D000);"
                        + " create the database or correct its name");
    }

    @Test
    void aTargetThatIsNotEmpty() {
        target.execute("CREATE TABLE public.there ()");
        try {
            assertRefused(
                    clone(source.uri(), target.uri()),
                    PREFLIGHT_FAILED,
                    "TARGET_NOT_EMPTY: the target database is not empty: it has 1 object: table public.there;"
                            + " name an empty database, or drop and create this one");
        } finally {
            target.execute("DROP TABLE public.there");
        }
    }

    @Test
    void theSameDatabaseOnBothSidesWhateverItIsCalled() {
        Ended ended = clone(source.uri(), source.uri().replace("127.0.0.1", "localhost"));
        assertThat(ended.complaints())
                .singleElement()
                .asString()
                .matches("SAME_DATABASE: source and target are the same database"
                        + " \\(system identifier/oid \\d+/\\d+\\); name another target database");
        assertThat(ended.exitCode()).isEqualTo(PREFLIGHT_FAILED);
    }

    @Test
    void aRoleThatMayNotReadOneTable() {
        assertRefused(
                clone(source.uri().replace("postgres@", "anna:right@"), target.uri()),
                PREFLIGHT_FAILED,
                "PRIVILEGE: role anna may not read public.\"Hidden\" on the source;"
                        + " on the source: GRANT SELECT ON public.\"Hidden\" TO \"anna\"");
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        target.execute("CREATE TABLE public.there ()");
        try {
            Ended ended = clone(source.uri().replace("postgres@", "anna:right@"), target.uri());
            assertThat(ended.complaints())
                    .hasSize(2)
                    .anyMatch(l -> l.startsWith("TARGET_NOT_EMPTY"))
                    .anyMatch(l -> l.startsWith("PRIVILEGE"));
        } finally {
            target.execute("DROP TABLE public.there");
        }
    }

    @Test
    void anUnknownFieldOfARequest() throws IOException {
        assertRejected(
                cloneOf("spec:\n  clone:\n    tabelJobs: 2\n"),
                "FIELD_UNKNOWN: /spec/clone/tabelJobs: found 'tabelJobs'; allowed: dropIfExists, estimateTableSizes, filters,"
                        + " indexJobs, largeObjectsJobs, noACL, noComments, noOwner, noRolePasswords, noTablespaces, onSnapshotLoss,"
                        + " restoreJobs, roles, skip, splitMaxParts,"
                        + " splitTablesLargerThan, tableJobs, useCopyBinary; did you mean tableJobs?");
    }

    @Test
    void followWhileItIsNotBuilt() throws IOException {
        assertRejected(
                cloneOf("spec:\n  follow:\n    enabled: true\n"),
                "NOT_SUPPORTED_YET: /spec/follow: found follow; allowed: a request without follow; leave out follow: this"
                        + " version clones a whole database and does nothing else yet");
    }

    @Test
    void valuesThatAreNotAllowed() throws IOException {
        assertRejected(
                cloneOf("spec:\n  clone:\n    splitTablesLargerThan: lots\n"),
                "FIELD_VALUE: /spec/clone/splitTablesLargerThan: found \"lots\"; allowed: a size from 0 (off) to 16Ti, such"
                        + " as 512Mi or 10GB; write a value of that form");
        assertRejected(
                cloneOf("spec:\n  clone:\n    tableJobs: '4'\n"),
                "FIELD_TYPE: /spec/clone/tableJobs: found \"4\"; allowed: an integer from 1 to 1024; write 4 without quotes");
        assertRejected(
                clone(source.uri(), target.uri(), "--table-jobs", "0"),
                "FIELD_RANGE: /spec/clone/tableJobs: found 0; allowed: an integer from 1 to 1024;"
                        + " write a value in that range");
        assertRefused(
                clone(source.uri(), target.uri(), "--name", "A b"),
                REJECTED,
                "NAME_INVALID: 'A b' is not a migration name: use 1 to 40 of a-z, 0-9 and inner '-'");
    }

    @Test
    void aRequestThatCannotBeRead() throws IOException {
        Path file = folder.resolve("request.yaml");
        assertRefused(
                cloneOf("spec: [\n"),
                REJECTED,
                "REQUEST_UNREADABLE: " + file + " is not a YAML or JSON object at line 1, column 8");
        assertRefused(
                clone(source.uri(), target.uri(), "-f", file + ".not"),
                REJECTED,
                "REQUEST_UNREADABLE: " + file + ".not does not exist");
    }

    @Test
    void aUriThatIsNone() {
        assertRefused(
                clone("mysql://anna:CANARY@host/app", target.uri()),
                USAGE,
                "--source: SECRET_INVALID: the connection string is not a libpq URI: it must begin with postgresql:// or"
                        + " postgres://");
        assertRefused(
                clone(source.uri(), NOWHERE.replace(":1/", ":99999/")),
                USAGE,
                "--target: SECRET_INVALID: the port is outside 1 to 65535");
        assertRefused(
                clone(NOWHERE + "?sslmode=maybe", target.uri()),
                USAGE,
                "--source: SECRET_INVALID: URI parameter 'sslmode' has a value that is not allowed; use one of: disable,"
                        + " allow, prefer, require, verify-ca, verify-full");
    }

    @Test
    void anOptionThatIsNoneAndNoPasswordIsRepeated() {
        assertRefused(
                pgconvoy.run("clone", "--sorce", NOWHERE, "--target", target.uri()),
                USAGE,
                "Unknown options: '--sorce', 'postgresql://...'; did you mean --source?; see pgconvoy clone --help");
        assertRefused(
                pgconvoy.run("clone", "--sorce=" + NOWHERE, "--target", target.uri()),
                USAGE,
                "Unknown option: '--sorce=postgresql://...'; did you mean --source?; see pgconvoy clone --help");
        assertRefused(
                pgconvoy.run("clone", "--table-jobs", NOWHERE),
                USAGE,
                "Invalid value for option '--table-jobs': 'postgresql://...' is not an int; see pgconvoy clone --help");
        assertRefused(clone(source.uri(), target.uri(), "--workers", "0"), USAGE, "--workers is 0; allowed: 1 to 64");
        assertRefused(
                pgconvoy.run("clone", "--target", target.uri()),
                USAGE,
                "name the source: --source URI, or spec.source in -f FILE");
    }

    @Test
    void aClusterThatIsNotThere(@TempDir Path secrets) {
        Ended ended = clone(
                source.uri(), target.uri(), "--bootstrap-servers", "127.0.0.1:1", "--secrets-dir", secrets.toString());
        assertThat(ended.complaints()).singleElement().asString().startsWith("Kafka at 127.0.0.1:1 does not answer: ");
        assertThat(ended.exitCode()).isEqualTo(UNREACHABLE);
        assertThat(secrets).isEmptyDirectory();
    }
}
