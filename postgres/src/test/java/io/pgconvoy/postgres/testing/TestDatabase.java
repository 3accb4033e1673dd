package io.pgconvoy.postgres.testing;

import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.local.LocalServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database of one test. Its own connections have project settings: qualify names. */
public record TestDatabase(LocalServer server, String name) implements AutoCloseable {
    /** Makes an empty database. */
    public static TestDatabase on(LocalServer server, String name) {
        server.createDatabase(name);
        return new TestDatabase(server, name);
    }

    public String uri() {
        return server.uri(name);
    }

    public Endpoint endpoint() {
        return server.endpoint(name);
    }

    public Connection connect(SessionKind kind) throws SQLException {
        return Sessions.open(endpoint(), "test", kind);
    }

    /** Runs statements, each in a transaction of its own. */
    public void execute(String... statements) {
        server.execute(name, statements);
    }

    /** First column of a query's rows, as text. */
    public List<String> column(String sql) {
        try (Connection connection = connect(SessionKind.ADMIN);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** First column of a query's only row, as text. */
    public String value(String sql) {
        List<String> values = column(sql);
        if (values.size() != 1) {
            throw new IllegalStateException(values.size() + " rows instead of one from: " + sql);
        }
        return values.getFirst();
    }

    @Override
    public void close() {
        server.dropDatabase(name);
    }
}
