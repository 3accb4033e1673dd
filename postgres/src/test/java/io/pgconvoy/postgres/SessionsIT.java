package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PostgresExtension.class)
class SessionsIT {
    private static final Map<String, String> HOSTILE = Map.ofEntries(
            Map.entry("statement_timeout", "1ms"),
            Map.entry("lock_timeout", "1ms"),
            Map.entry("idle_in_transaction_session_timeout", "1ms"),
            Map.entry("idle_session_timeout", "20s"),
            Map.entry("search_path", "nowhere"),
            Map.entry("row_security", "on"),
            Map.entry("DateStyle", "SQL, DMY"),
            Map.entry("IntervalStyle", "iso_8601"),
            Map.entry("extra_float_digits", "-15"),
            Map.entry("bytea_output", "escape"),
            Map.entry("array_nulls", "off"),
            Map.entry("xmloption", "document"),
            Map.entry("TimeZone", "Asia/Kathmandu"),
            Map.entry("standard_conforming_strings", "off"),
            Map.entry("default_transaction_read_only", "on"),
            Map.entry("default_transaction_isolation", "serializable"),
            Map.entry("client_encoding", "LATIN1"));

    @ParameterizedTest
    @EnumSource
    void c11_roleAndDatabaseSettingsDoNotReachASession(SessionKind kind, TestDatabase database) throws Exception {
        String role = "hostile_" + database.name();
        database.execute("CREATE ROLE " + role + " LOGIN");
        for (Map.Entry<String, String> setting : HOSTILE.entrySet()) {
            database.execute(
                    "ALTER ROLE " + role + " SET " + setting.getKey() + " TO '" + setting.getValue() + "'",
                    "ALTER DATABASE " + database.name() + " SET " + setting.getKey() + " TO '" + setting.getValue()
                            + "'");
        }
        Endpoint endpoint = Endpoint.ofUri(database.uri().replace("postgres@", role + "@"));
        try (Connection connection = Sessions.open(endpoint, "test", kind)) {
            assertSetting(connection, "statement_timeout", "0");
            assertSetting(connection, "lock_timeout", "0");
            assertSetting(connection, "idle_in_transaction_session_timeout", "0");
            assertSetting(connection, "idle_session_timeout", "0");
            assertSetting(connection, "search_path", "pg_catalog");
            assertSetting(connection, "row_security", "off");
            assertSetting(connection, "DateStyle", "ISO, MDY");
            assertSetting(connection, "IntervalStyle", "postgres");
            assertSetting(connection, "extra_float_digits", "3");
            assertSetting(connection, "bytea_output", "hex");
            assertSetting(connection, "array_nulls", "on");
            assertSetting(connection, "xmloption", "content");
            assertSetting(connection, "TimeZone", "UTC");
            assertSetting(connection, "standard_conforming_strings", "on");
            assertSetting(connection, "default_transaction_isolation", "read committed");
            assertSetting(connection, "transaction_read_only", kind == SessionKind.SOURCE_READ ? "on" : "off");
            assertSetting(connection, "client_encoding", "UTF8");
            assertSetting(connection, "application_name", "test");
        } finally {
            database.execute("DROP ROLE " + role);
        }
    }

    @Test
    void aUnixSocketWorksLikeAnAddress(TestDatabase database) throws Exception {
        Endpoint endpoint = Endpoint.ofUri("postgresql:///" + database.name() + "?user=postgres&host="
                + database.server().socketFolder() + "&port="
                + database.server().port());
        try (Connection connection = Sessions.open(endpoint, "test", SessionKind.ADMIN);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT inet_client_addr(), repeat('x', 3000000)")) {
            row.next();
            assertThat(row.getString(1)).isNull();
            assertThat(row.getString(2)).hasSize(3_000_000);
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void theFirstHostThatAnswersAndIsWantedIsTaken(TestDatabase database) throws Exception {
        int port = database.server().port();
        String hosts = "127.0.0.1:1," + "/nowhere:1,".replace("/", "%2F") + "127.0.0.1:" + port;
        for (String wanted : new String[] {"any", "primary", "read-write", "prefer-standby"}) {
            Endpoint endpoint = Endpoint.ofUri(
                    "postgresql://postgres@" + hosts + "/" + database.name() + "?target_session_attrs=" + wanted);
            Sessions.open(endpoint, "test", SessionKind.SOURCE_READ).close();
        }
        Endpoint standby = Endpoint.ofUri(database.uri() + "?target_session_attrs=standby");
        assertThatThrownBy(() -> Sessions.open(standby, "test", SessionKind.ADMIN))
                .hasMessageContaining("is not standby");
    }

    @Test
    void startupOptionsOfTheUriAreKept(TestDatabase database) throws Exception {
        Endpoint endpoint = Endpoint.ofUri(
                database.uri() + "?options=-c%20work_mem%3D7MB%20-c%20my.own%3Da%5C%20b%20-c%20lock_timeout%3D9");
        try (Connection connection = Sessions.open(endpoint, "test", SessionKind.ADMIN)) {
            assertSetting(connection, "work_mem", "7MB");
            assertSetting(connection, "my.own", "a b");
            assertSetting(connection, "lock_timeout", "0");
        }
    }

    @Test
    void aConnectionThatCannotBeOpenedHasANamedReason(TestDatabase database) {
        assertConnectFailure("postgresql://u:CANARY@127.0.0.1:1/d", ErrorCode.SOURCE_UNREACHABLE);
        assertConnectFailure("postgresql://u:CANARY@no-such-host.invalid/d", ErrorCode.SOURCE_UNREACHABLE);
        assertConnectFailure("postgresql:///d?user=u&host=/nowhere", ErrorCode.SOURCE_UNREACHABLE);
        assertConnectFailure(database.uri().replace("postgres@", "nobody:CANARY@"), ErrorCode.AUTH_FAILED);
        assertConnectFailure(database.uri() + "_not", ErrorCode.DATABASE_MISSING);
        assertConnectFailure(database.uri() + "?sslmode=require", ErrorCode.TLS_FAILED);
    }

    @Test
    void anUnknownHostIsCalledThat() {
        Endpoint endpoint = Endpoint.ofUri("postgresql://u@no-such-host.invalid/d");
        assertThatThrownBy(() -> Sessions.open(endpoint, "test", SessionKind.ADMIN))
                .satisfies(e -> assertThat(SqlStates.connectFailureOf(e, endpoint, ErrorCode.TARGET_UNREACHABLE)
                                .what())
                        .endsWith("no-such-host.invalid:5432/d as u: no address is known for the host"));
    }

    private static void assertConnectFailure(String uri, ErrorCode code) {
        Endpoint endpoint = Endpoint.ofUri(uri);
        assertThatThrownBy(() -> Sessions.open(endpoint, "test", SessionKind.ADMIN))
                .satisfies(e -> {
                    var failure = SqlStates.connectFailureOf(e, endpoint, ErrorCode.SOURCE_UNREACHABLE);
                    assertThat(failure.code()).as(failure.what()).isEqualTo(code);
                    assertThat(failure.what()).contains(endpoint.describe()).doesNotContain("CANARY");
                });
    }

    private static void assertSetting(Connection connection, String name, String value) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting(" + Identifiers.literal(name) + ")")) {
            row.next();
            assertThat(row.getString(1)).as(name).isEqualTo(value);
        }
    }
}
