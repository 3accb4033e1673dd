package io.pgconvoy.runner.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads {@link DatabaseFacts}: the rows in one read-only REPEATABLE READ transaction under fixed settings, so that a busy database gives one
 * picture. The statements are resources; their heads say what each one counts.
 */
final class FactsReader {
    private final ComparedDatabase database;

    FactsReader(ComparedDatabase database) {
        this.database = database;
    }

    /** @throws SQLException also when row security would hide rows from this session's role */
    DatabaseFacts read() throws SQLException, IOException, InterruptedException {
        SortedMap<String, List<String>> schema =
                SchemaText.entriesOf(database.schema().text());
        Connection connection = database.connection();
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            // Names come quoted from the server; the driver must not look for {call …} in them.
            statement.setEscapeProcessing(false);
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
            statement.execute(resource("settings.sql"));
            return new DatabaseFacts(
                    tables(statement),
                    sequences(statement),
                    largeObjects(statement),
                    schema,
                    names(statement, "invalid-indexes.sql"));
        } finally {
            rollback(connection, autoCommit);
        }
    }

    private static SortedMap<String, TableRows> tables(Statement statement) throws SQLException {
        SortedMap<String, TableRows> tables = new TreeMap<>();
        for (Asked asked : asked(statement, "tables.sql")) {
            if (asked.populated) {
                try (ResultSet row = statement.executeQuery(asked.query)) {
                    row.next();
                    tables.put(asked.name, new TableRows(true, row.getLong("row_count"), row.getString("checksum")));
                }
            } else {
                tables.put(asked.name, TableRows.NOT_POPULATED);
            }
        }
        return tables;
    }

    private static SortedMap<String, String> sequences(Statement statement) throws SQLException {
        SortedMap<String, String> sequences = new TreeMap<>();
        for (Asked asked : asked(statement, "sequences.sql")) {
            try (ResultSet row = statement.executeQuery(asked.query)) {
                row.next();
                sequences.put(
                        asked.name,
                        "last_value %d, %s"
                                .formatted(
                                        row.getLong("last_value"),
                                        row.getBoolean("is_called") ? "called" : "never called"));
            }
        }
        return sequences;
    }

    private static SortedMap<String, String> largeObjects(Statement statement) throws SQLException {
        SortedMap<String, String> objects = new TreeMap<>();
        try (ResultSet row = statement.executeQuery(resource("large-objects.sql"))) {
            while (row.next()) {
                objects.put(
                        row.getString("oid"),
                        "%,d bytes with checksum %s, owner %s, rights %s, comment '%s'"
                                .formatted(
                                        row.getLong("bytes"),
                                        row.getString("checksum"),
                                        row.getString("owner"),
                                        row.getString("rights"),
                                        row.getString("comment")));
            }
        }
        return objects;
    }

    private static List<String> names(Statement statement, String resource) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(resource(resource))) {
            while (row.next()) {
                names.add(row.getString("schema") + "." + row.getString("name"));
            }
        }
        return names;
    }

    private static List<Asked> asked(Statement statement, String resource) throws SQLException {
        List<Asked> asked = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(resource(resource))) {
            while (row.next()) {
                asked.add(new Asked(
                        row.getString("schema") + "." + row.getString("name"),
                        row.getBoolean("populated"),
                        row.getString("query")));
            }
        }
        return asked;
    }

    private static void rollback(Connection connection, boolean autoCommit) throws SQLException {
        if (!connection.isClosed()) {
            connection.rollback();
            connection.setAutoCommit(autoCommit);
        }
    }

    private static String resource(String name) {
        try (InputStream in = FactsReader.class.getResourceAsStream("/compare/" + name)) {
            if (in == null) {
                throw new IllegalStateException("not packaged: compare/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An object and the query that the catalog gave for it. */
    private record Asked(String name, boolean populated, String query) {}
}
