package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.local.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a database holds, in a form that compares equal where two databases are equal. */
final class Sides {
    static final Path DEMO = Path.of("../runner/src/main/resources/demo").toAbsolutePath();

    private Sides() {}

    /** Loads a file with psql. */
    static void load(LocalServer server, String database, Path file, String... variables) {
        List<String> command = new ArrayList<>(
                List.of(program("psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", server.uri(database)));
        for (String variable : variables) {
            command.addAll(List.of("-v", variable));
        }
        command.addAll(List.of("-f", file.toString()));
        output(command);
    }

    /** The schema as pg_dump writes it. */
    static String schema(LocalServer server, String database) {
        String dump = output(List.of(program("pg_dump"), "--schema-only", "--no-blobs", "-d", server.uri(database)));
        return String.join(
                "\n",
                dump.lines()
                        .filter(line -> !line.startsWith("\\restrict") && !line.startsWith("\\unrestrict"))
                        .filter(line -> !line.startsWith("-- Dumped from database version"))
                        .toList());
    }

    /** Of one version for all servers: what differs is then the servers'. */
    private static String program(String name) {
        return ClientTools.find(Optional.empty()).bin().resolve(name).toString();
    }

    private static String output(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Rows and an order-independent checksum of every table, and the state of every sequence. */
    static Map<String, String> contents(Endpoint endpoint) throws SQLException {
        Map<String, String> contents = new TreeMap<>();
        try (Connection connection = Sessions.open(endpoint, "compare", SessionKind.SOURCE_READ);
                Statement statement = connection.createStatement()) {
            String relations =
                    "SELECT n.nspname, c.relname, CASE WHEN c.relispopulated THEN c.relkind::text ELSE 'empty' END FROM pg_class c JOIN pg_namespace n"
                            + " ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'm', 'S') AND "
                            + CatalogReader.OF_USERS;
            List<String[]> names = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(relations)) {
                while (row.next()) {
                    names.add(new String[] {row.getString(1), row.getString(2), row.getString(3)});
                }
            }
            for (String[] name : names) {
                String quoted = Identifiers.quote(name[0]) + "." + Identifiers.quote(name[1]);
                String sql =
                        switch (name[2]) {
                            case "S" -> "SELECT last_value || '/' || is_called FROM " + quoted;
                            case "empty" -> "SELECT 'not populated'";
                            default ->
                                "SELECT count(*) || '/' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM ONLY "
                                        + quoted + " t";
                        };
                try (ResultSet row = statement.executeQuery(sql)) {
                    row.next();
                    contents.put(quoted, row.getString(1));
                }
            }
        }
        return contents;
    }
}
