package io.pgconvoy.runner.scenario;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Outcome;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.compare.ComparedDatabase;
import io.pgconvoy.runner.compare.Comparison;
import io.pgconvoy.runner.compare.DatabaseComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/** Compares two test databases, rows and schema. */
final class Comparisons {
    private Comparisons() {}

    static Comparison of(TestDatabase source, TestDatabase target, ClientTools tools) throws Exception {
        try (Connection from = source.connect(SessionKind.SOURCE_READ);
                Connection to = target.connect(SessionKind.SOURCE_READ)) {
            return new DatabaseComparison(
                            new ComparedDatabase(from, () -> schema(source, tools)),
                            new ComparedDatabase(to, () -> schema(target, tools)))
                    .compare();
        }
    }

    private static String schema(TestDatabase database, ClientTools tools) throws IOException, InterruptedException {
        Path file = Files.createTempFile("schema", ".sql");
        try {
            Outcome outcome = tools.run(
                    Tool.PG_DUMP,
                    database.endpoint(),
                    List.of("--schema-only", "--file=" + file),
                    Redirect.NONE,
                    Duration.ofMinutes(5));
            if (!outcome.succeeded()) {
                throw new IOException(String.join("\n", outcome.stderr()));
            }
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }
}
