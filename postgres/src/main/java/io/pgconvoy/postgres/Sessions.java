package io.pgconvoy.postgres;

import io.pgconvoy.postgres.Endpoint.Host;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Opens connections whose meaning does not depend on role, database or server settings. */
public final class Sessions {
    private static final Driver DRIVER = new Driver();

    private Sessions() {}

    /**
     * Opens a connection in auto-commit mode, to the first host that answers and is of the wanted kind. As in libpq, a host that refuses
     * the login ends the search.
     *
     * @param applicationName shown in pg_stat_activity; PostgreSQL cuts it at 63 bytes
     * @throws SQLException of the last host tried; {@link SqlStates#failureOf} names it for people
     */
    public static Connection open(Endpoint endpoint, String applicationName, SessionKind kind) throws SQLException {
        SQLException last = null;
        boolean anyStandby = endpoint.targetSessionAttrs() == TargetSessionAttrs.PREFER_STANDBY;
        for (int round = 0; round < (anyStandby ? 2 : 1); round++) {
            TargetSessionAttrs wanted = round == 0 ? endpoint.targetSessionAttrs() : TargetSessionAttrs.ANY;
            for (Host host : endpoint.hosts()) {
                try {
                    return openOne(endpoint, host, wanted, properties(endpoint, host, applicationName, kind));
                } catch (SQLException e) {
                    if (isAnswerOfServer(e)) {
                        throw e;
                    }
                    if (last != null) {
                        e.addSuppressed(last);
                    }
                    last = e;
                }
            }
        }
        throw last;
    }

    private static Connection openOne(Endpoint endpoint, Host host, TargetSessionAttrs wanted, Properties properties)
            throws SQLException {
        Connection connection = DRIVER.connect(url(endpoint, host), properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    SessionSettings.afterConnect(connection.getMetaData().getDatabaseMajorVersion()));
            if (wanted != TargetSessionAttrs.ANY && !isWanted(statement, wanted)) {
                throw new UnwantedServerException(host, wanted);
            }
            connection.setNetworkTimeout(Runnable::run, 0);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static boolean isWanted(Statement statement, TargetSessionAttrs wanted) throws SQLException {
        // Our own default_transaction_read_only hides the server's, so its configured value is asked for.
        String query =
                "SELECT pg_is_in_recovery(), pg_is_in_recovery() OR coalesce((SELECT reset_val = 'on' AND source <> 'client'"
                        + " FROM pg_settings WHERE name = 'default_transaction_read_only'), false)";
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return wanted.accepts(row.getBoolean(1), row.getBoolean(2));
        }
    }

    /** A server that answered with its own SQLSTATE was reached; only these answers send us to the next host. */
    private static boolean isAnswerOfServer(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        return !state.startsWith("08") && !state.startsWith("57P") && !state.isEmpty();
    }

    private static String url(Endpoint endpoint, Host host) {
        // With our socket factory the address is only a label.
        String address = host.isSocketFolder() ? "localhost:" + host.port() : host.toString();
        return "jdbc:postgresql://" + address + "/" + URLEncoder.encode(endpoint.database(), StandardCharsets.UTF_8);
    }

    /** The closed list of driver properties: nothing a user writes reaches the driver except through here. */
    private static Properties properties(Endpoint endpoint, Host host, String applicationName, SessionKind kind) {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, endpoint.user());
        endpoint.password().ifPresent(password -> PGProperty.PASSWORD.set(properties, password.reveal()));
        PGProperty.APPLICATION_NAME.set(properties, applicationName);
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "12"); // saves the driver's own SET round trips
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false); // DETAIL carries row values
        PGProperty.GSS_ENC_MODE.set(properties, "disable");
        int seconds = (int) endpoint.connectTimeout().toSeconds();
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        // For a server that accepts but never speaks. Lifted once connected; the driver's own login timeout hides where
        // it failed.
        PGProperty.SOCKET_TIMEOUT.set(properties, 3 * seconds);
        PGProperty.OPTIONS.set(
                properties,
                endpoint.options().map(given -> given + " ").orElse("")
                        + SessionSettings.asOptions(SessionSettings.startup(kind)));
        if (host.isSocketFolder()) {
            PGProperty.SSL_MODE.set(properties, "disable"); // libpq ignores sslmode on sockets
            PGProperty.SOCKET_FACTORY.set(properties, UnixSocketFactory.class.getName());
            PGProperty.SOCKET_FACTORY_ARG.set(properties, host.socketFile().toString());
        } else {
            tls(endpoint, properties);
        }
        return properties;
    }

    private static void tls(Endpoint endpoint, Properties properties) {
        SslMode mode = endpoint.sslMode();
        if (mode == SslMode.REQUIRE && endpoint.tls().rootCert().isPresent()) {
            mode = SslMode.VERIFY_CA; // as libpq does
        }
        PGProperty.SSL_MODE.set(properties, mode.word());
        endpoint.tls().rootCert().ifPresent(path -> PGProperty.SSL_ROOT_CERT.set(properties, path.toString()));
        // An empty name keeps the driver from looking in the home folder of whoever runs the service.
        PGProperty.SSL_CERT.set(
                properties, endpoint.tls().cert().map(Object::toString).orElse(""));
        PGProperty.SSL_KEY.set(
                properties, endpoint.tls().key().map(Object::toString).orElse(""));
    }
}
