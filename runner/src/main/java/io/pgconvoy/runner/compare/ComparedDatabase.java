package io.pgconvoy.runner.compare;

import java.io.IOException;
import java.sql.Connection;

/**
 * One of the two databases of a comparison.
 *
 * @param connection an open session of a superuser (large objects are read from the catalog), not in a transaction; used by one thread, left
 *     open, and left without a transaction
 * @param schema gives the text of {@code pg_dump --schema-only} of the same database
 */
public record ComparedDatabase(Connection connection, SchemaDump schema) {

    /** Runs pg_dump, or stands for it in a test. */
    @FunctionalInterface
    public interface SchemaDump {
        /** @throws IOException if no complete dump could be had; half a dump is never returned */
        String text() throws IOException, InterruptedException;
    }
}
