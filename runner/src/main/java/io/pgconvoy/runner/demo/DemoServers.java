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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The demo's database on its source server, the empty one on its target server, and their comparison. */
public final class DemoServers {
    private static final String NAME = "shop";
    private static final Duration BOUND = Duration.ofHours(12);

    private final LocalServer source;
    private final LocalServer target;

    public DemoServers(LocalServer source, LocalServer target) {
        this.source = source;
        this.target = target;
    }

    /** @param scale 1 is about 200 MB */
    public void generate(double scale) throws IOException, InterruptedException {
        source.createDatabase(NAME);
        target.createDatabase(NAME);
        DemoDatabase demo = new DemoDatabase(tools());
        demo.fill(source.endpoint(NAME), scale);
        demo.createRoles(target.endpoint(NAME)); // roles belong to the server, not to the database
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
