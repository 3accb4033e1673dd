package io.pgconvoy.runner.demo;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Outcome;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.runner.compare.ComparedDatabase;
import io.pgconvoy.runner.compare.Comparison;
import io.pgconvoy.runner.compare.DatabaseComparison;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The demo's database on its source server, the empty one on its target server, and their comparison. */
public final class DemoDatabase {
    private static final String NAME = "shop";
    private static final Duration BOUND = Duration.ofHours(12);
    private static final List<String> FILES = List.of(
            "demo.sql",
            "roles.sql",
            "1-types.sql",
            "2-tables.sql",
            "3-rows.sql",
            "4-keys.sql",
            "5-logic.sql",
            "6-notes-and-rights.sql",
            "7-large-objects.sql");

    private final LocalServer source;
    private final LocalServer target;

    public DemoDatabase(LocalServer source, LocalServer target) {
        this.source = source;
        this.target = target;
    }

    /** @param scale 1 is about 200 MB */
    public void generate(double scale) throws IOException, InterruptedException {
        source.createDatabase(NAME);
        target.createDatabase(NAME);
        Path folder = Files.createTempDirectory("pgconvoy-demo-");
        try {
            for (String file : FILES) {
                try (InputStream in = DemoDatabase.class.getResourceAsStream("/demo/" + file)) {
                    Files.copy(in, folder.resolve(file));
                }
            }
            psql(source, folder.resolve("demo.sql"), scale);
            psql(target, folder.resolve("roles.sql"), scale); // roles belong to the server, not to the database
        } finally {
            for (String file : FILES) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.delete(folder);
        }
    }

    private static void psql(LocalServer server, Path script, double scale) throws IOException, InterruptedException {
        List<String> args =
                List.of("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=scale=" + scale, "--file=" + script);
        Outcome outcome = tools().run(Tool.PSQL, server.endpoint(NAME), args, Redirect.NONE, BOUND);
        if (!outcome.succeeded()) {
            throw new IOException(
                    "loading " + script.getFileName() + " failed: " + String.join("\n", outcome.stderr()));
        }
    }

    public String sourceUri() {
        return source.uri(NAME);
    }

    public String targetUri() {
        return target.uri(NAME);
    }

    public Comparison compare() throws SQLException, IOException, InterruptedException {
        try (Connection from = open(source.endpoint(NAME));
                Connection to = open(target.endpoint(NAME))) {
            return new DatabaseComparison(
                            new ComparedDatabase(from, () -> schemaOf(source)),
                            new ComparedDatabase(to, () -> schemaOf(target)))
                    .compare();
        }
    }

    private static Connection open(Endpoint endpoint) throws SQLException {
        return Sessions.open(endpoint, "pgconvoy/compare", SessionKind.SOURCE_READ);
    }

    private static String schemaOf(LocalServer server) throws IOException, InterruptedException {
        Path file = Files.createTempFile("pgconvoy-schema-", ".sql");
        try {
            Outcome outcome = tools().run(
                            Tool.PG_DUMP,
                            server.endpoint(NAME),
                            List.of("--schema-only", "--file=" + file),
                            Redirect.NONE,
                            BOUND);
            if (!outcome.succeeded()) {
                throw new IOException("pg_dump failed: " + String.join("\n", outcome.stderr()));
            }
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }

    private static ClientTools tools() {
        return ClientTools.find(Optional.empty());
    }
}
