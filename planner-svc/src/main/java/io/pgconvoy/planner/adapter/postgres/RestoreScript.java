package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes a psql script out of SQL that pg_restore wrote: one transaction together with its receipt. */
final class RestoreScript {
    /** Bytes in, the same bytes out: names may be in any encoding. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private final MigrationId migration;
    private final Generation generation;
    private final Fitting fitting;

    RestoreScript(MigrationId migration, Generation generation, Fitting fitting) {
        this.migration = migration;
        this.generation = generation;
        this.fitting = fitting;
    }

    /** A script that does nothing where the receipt is there already, whichever planner committed it. */
    void write(String job, Path sql, Path script) throws IOException {
        String restored = fitting.applyTo(Files.readString(sql, BYTES), BYTES);
        byte[] beginning = beginning(job).getBytes(StandardCharsets.UTF_8);
        Files.write(script, beginning);
        Files.writeString(script, restored + "\nCOMMIT;\n", BYTES, java.nio.file.StandardOpenOption.APPEND);
    }

    private String beginning(String job) {
        return "SET application_name = " + Identifiers.literal("pgconvoy/" + migration + "/g" + generation + "/schema")
                + ";\nSET default_transaction_read_only = off;\nBEGIN;\nSET LOCAL synchronous_commit = off;\nINSERT INTO "
                + Receipts.SCHEMA
                + ".receipts (migration, job, generation, kind, rows, bytes, finished_at) VALUES ("
                + Identifiers.literal(migration.value()) + ", " + Identifiers.literal(job) + ", " + generation
                + ", 'Schema', 0, 0, clock_timestamp()) ON CONFLICT DO NOTHING;\n"
                + "\\if :ROW_COUNT\n\\else\n\\quit\n\\endif\n";
    }
}
