package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.CertificateAuthority;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

    private static CertificateAuthority trusted;
    private static CertificateAuthority foreign;
    private static LocalServer server;
    private static TestDatabase database;

    @BeforeAll
    static void startServer() throws Exception {
        trusted = CertificateAuthority.create(keys, "trusted");
        foreign = CertificateAuthority.create(keys, "foreign");
        server = LocalServer.start(LocalServerSetup.of(15)
                .withHba(List.of(
                        "local all all trust",
                        "hostssl all guarded 127.0.0.1/32 cert",
                        "hostssl all all 127.0.0.1/32 trust",
                        "hostnossl all all 127.0.0.1/32 reject")));
        trusted.secure(server);
        server.execute("postgres", "CREATE ROLE guarded LOGIN SUPERUSER");
        database = TestDatabase.on(server, "secured");
    }

    @AfterAll
    static void stopServer() {
        server.close();
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
        assertEncrypted("127.0.0.1", "?sslmode=verify-ca&sslrootcert=" + trusted.certificate());
        assertEncrypted("127.0.0.1", "?sslmode=require&sslrootcert=" + trusted.certificate());
        assertFails("127.0.0.1", "?sslmode=verify-full&sslrootcert=" + trusted.certificate(), ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=verify-full&sslrootcert=" + foreign.certificate(), ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=require&sslrootcert=" + foreign.certificate(), ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=verify-full&sslrootcert=/nowhere", ErrorCode.TLS_FAILED);
        assertFails("localhost", "?sslmode=disable", ErrorCode.AUTH_FAILED);
    }

    @Test
    void aClientCertificateOpensTheDoorForSessionsAndTools() throws Exception {
        Path certificate = trusted.issue("guarded");
        Path key = certificate.resolveSibling("guarded.key");
        String parameters = "?sslmode=verify-full&sslrootcert=" + trusted.certificate() + "&sslcert=" + certificate
                + "&sslkey=" + key;
        Endpoint endpoint = Endpoint.ofUri(uri("localhost", parameters).replace("postgres@", "guarded@"));
        try (Connection connection = Sessions.open(endpoint, "test", SessionKind.ADMIN)) {
            assertEncrypted(connection);
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--r-----"));
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
        return Endpoint.ofUri(uri("localhost", "?sslmode=verify-full&sslrootcert=" + trusted.certificate()));
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
