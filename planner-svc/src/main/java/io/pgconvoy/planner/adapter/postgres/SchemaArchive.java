package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.Receipts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * The dumped schema, kept beside the receipts on the target until the migration ends: whichever planner goes on restores from
 * the very same archive, although the source may have changed since.
 */
final class SchemaArchive {
    private static final String TABLE = Receipts.SCHEMA + ".schema_archives";

    private SchemaArchive() {}

    /** The archive and the catalog ids ({@code <catalog oid> <oid>}) of what jobs build instead of pg_restore. */
    record Kept(Path file, List<String> madeByJobs) {}

    /** The first archive stays: another planner may restore from it at this moment. */
    static void save(Connection target, MigrationId migration, Kept archive) throws SQLException, IOException {
        try (Statement statement = target.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + " (migration text PRIMARY KEY, archive bytea NOT NULL, made_by_jobs text[] NOT NULL)");
        }
        try (PreparedStatement insert =
                target.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
            insert.setString(1, migration.value());
            insert.setBytes(2, Files.readAllBytes(archive.file()));
            insert.setArray(3, target.createArrayOf("text", archive.madeByJobs().toArray()));
            insert.executeUpdate();
        }
    }

    /** Writes the archive to {@code file}; empty when none was saved. */
    static Optional<Kept> load(Connection target, MigrationId migration, Path file) throws SQLException, IOException {
        if (!exists(target)) {
            return Optional.empty();
        }
        try (PreparedStatement query =
                target.prepareStatement("SELECT archive, made_by_jobs FROM " + TABLE + " WHERE migration = ?")) {
            query.setString(1, migration.value());
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                Files.write(file, row.getBytes(1));
                return Optional.of(
                        new Kept(file, List.of((String[]) row.getArray(2).getArray())));
            }
        }
    }

    private static boolean exists(Connection target) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('" + TABLE + "') IS NOT NULL")) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
