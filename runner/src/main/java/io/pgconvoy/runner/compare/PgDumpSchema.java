package io.pgconvoy.runner.compare;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The schema of a database as pg_dump prints it. */
public record PgDumpSchema(ClientTools tools, Endpoint endpoint) implements ComparedDatabase.SchemaDump {
    /** Sixteen thousand tables take about a minute. */
    private static final Duration BOUND = Duration.ofMinutes(30);

    @Override
    public String text() throws IOException, InterruptedException {
        Path file = Files.createTempFile("pgconvoy-schema-", ".sql");
        try {
            ClientTools.Outcome outcome =
                    tools.run(Tool.PG_DUMP, endpoint, List.of("--schema-only"), Redirect.to(file), BOUND);
            if (!outcome.succeeded()) {
                throw new IOException("pg_dump of " + endpoint.describe() + " ended with exit code "
                        + outcome.exitCode() + ": " + String.join("\n", outcome.stderr()));
            }
            return Files.readString(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
