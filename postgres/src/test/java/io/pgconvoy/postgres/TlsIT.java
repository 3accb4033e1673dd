package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a certificate of its own authority, which lets no one in without TLS, and one role only with a client certificate. */
class TlsIT {
    @TempDir
    private static Path keys;

    private static LocalServer server;
    private static TestDatabase database;

    @BeforeAll
    static void startServer() throws Exception {
        for (String authority : List.of("ca", "other")) {
            openssl(
                    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=%1$s -keyout %1$s.key -out %1$s.crt",
                    authority);
        }
        Files.writeString(keys.resolve("san"), "subjectAltName=DNS:localhost");
        for (String name : List.of("server", "guarded")) {
            openssl("req -newkey rsa:2048 -nodes -subj /CN=%1$s -keyout %1$s.key -out %1$s.csr", name);
            openssl(
                    "x509 -req -in %1$s.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile san -out %1$s.crt",
                    name);
        }
        server = LocalServer.start(LocalServerSetup.of(15)
                .withHba(List.of(
                        "local all all trust",
                        "hostssl all guarded 127.0.0.1/32 cert",
                        "hostssl all all 127.0.0.1/32 trust",
                        "hostnossl all all 127.0.0.1/32 reject")));
        for (String file : List.of("server.crt", "server.key", "ca.crt")) {
            Path copy =
                    Files.copy(keys.resolve(file), server.data().resolve(file), StandardCopyOption.REPLACE_EXISTING);
            Files.setOwner(copy, Files.getOwner(server.data()));
        }
        String socket = "postgresql:///postgres?user=postgres&host=" + server.socketFolder() + "&port=" + server.port();
        try (Connection connection = Sessions.open(Endpoint.ofUri(socket), "setup", SessionKind.ADMIN);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET ssl = on");
            statement.execute("ALTER SYSTEM SET ssl_ca_file = 'ca.crt'");
        }
        server.restart();
        server.execute("postgres", "CREATE ROLE guarded LOGIN SUPERUSER");
        database = TestDatabase.on(server, "secured");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static void openssl(String arguments, String name) throws IOException, InterruptedException {
        List<String> command = List.of(("openssl " + arguments.formatted(name)).split(" ", -1));
        Process process = new ProcessBuilder(command)
                .directory(keys.toFile())
                .redirectErrorStream(true)
                .redirectOutput(keys.resolve("openssl.log").toFile())
                .start();
        assertThat(process.waitFor()).as(command.toString()).isZero();
    }

    @Test
    void theRelayWorksWithTlsOnBothLegs() throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        String rows = "COPY (SELECT g, repeat('x', 300) FROM generate_series(1, 100000) g) TO STDOUT";
        try (Relayed relayed = new Relayed(verified(), verified(), new CopyRelay())) {
            assertThat(relayed.copy(rows, "COPY public.t FROM STDIN").rows()).isEqualTo(100_000);
            relayed.target.commit();
            relayed.source.rollback();
            assertThatThrownBy(() -> relayed.copy(
                            rows.replace("SELECT g", "SELECT 1 / (60000 - g)"), "COPY public.t FROM STDIN"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
            relayed.target.rollback();
            relayed.source.rollback();
            assertThatThrownBy(() -> relayed.copy(
                            rows.replace("SELECT g", "SELECT g + 2147400000::bigint"), "COPY public.t FROM STDIN"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
            relayed.target.rollback();
            relayed.source.rollback();
            assertEncrypted(relayed.source);
            assertEncrypted(relayed.target);
        }
        assertThat(database.value("SELECT count(*) FROM public.t")).isEqualTo("100000");
    }

    @Test
    void sslModesMeanWhatTheyMeanToLibpq() throws Exception {
        for (String mode : List.of("allow", "prefer", "require")) {
            assertEncrypted("127.0.0.1", "?sslmode=" + mode);
        }
        assertEncrypted("127.0.0.1", "?sslmode=verify-ca&sslrootcert=" + keys.resolve("ca.crt"));
        assertEncrypted("127.0.0.1", "?sslmode=require&sslrootcert=" + keys.resolve("ca.crt"));
        assertFails("127.0.0.1", "?sslmode=verify-full&sslrootcert=" + keys.resolve("ca.crt"), ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=verify-full&sslrootcert=" + keys.resolve("other.crt"), ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=require&sslrootcert=" + keys.resolve("other.crt"), ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=verify-full&sslrootcert=/nowhere", ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=disable", ErrorCode.AUTH_FAILED);
    }

    @Test
    void aClientCertificateOpensTheDoorForSessionsAndTools() throws Exception {
        String certificate = "?sslmode=verify-full&sslrootcert=" + keys.resolve("ca.crt") + "&sslcert="
                + keys.resolve("guarded.crt") + "&sslkey=" + keys.resolve("guarded.key");
        Endpoint endpoint = Endpoint.ofUri(uri("localhost", certificate).replace("postgres@", "guarded@"));
        try (Connection connection = Sessions.open(endpoint, "test", SessionKind.ADMIN)) {
            assertEncrypted(connection);
        }
        Files.setPosixFilePermissions(
                keys.resolve("guarded.key"), java.nio.file.attribute.PosixFilePermissions.fromString("r--r-----"));
        Path out = keys.resolve("out");
        var outcome = ClientTools.find(Optional.empty())
                .run(
                        Tool.PSQL,
                        endpoint,
                        List.of("-XAtc", "SELECT current_user"),
                        Redirect.to(out),
                        Duration.ofSeconds(30));
        assertThat(outcome.stderr()).isEmpty();
        assertThat(Files.readString(out)).isEqualTo("guarded\n");
    }

    private static Endpoint verified() {
        return Endpoint.ofUri(uri("localhost", "?sslmode=verify-full&sslrootcert=" + keys.resolve("ca.crt")));
    }

    private static String uri(String host, String parameters) {
        return database.uri().replace("127.0.0.1", host) + parameters;
    }

    private static void assertEncrypted(String host, String parameters) throws SQLException {
        try (Connection connection =
                Sessions.open(Endpoint.ofUri(uri(host, parameters)), "test", SessionKind.SOURCE_READ)) {
            assertEncrypted(connection);
        }
    }

    private static void assertEncrypted(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
            row.next();
            assertThat(row.getBoolean(1)).isTrue();
        }
    }

    private static void assertFails(String host, String parameters, ErrorCode code) {
        Endpoint endpoint = Endpoint.ofUri(uri(host, parameters));
        assertThatThrownBy(() -> Sessions.open(endpoint, "test", SessionKind.ADMIN))
                .satisfies(e -> {
                    var failure = SqlStates.connectFailureOf(e, endpoint, ErrorCode.TARGET_UNREACHABLE);
                    assertThat(failure.code())
                            .as(parameters + ": " + failure.what())
                            .isEqualTo(code);
                });
    }
}
