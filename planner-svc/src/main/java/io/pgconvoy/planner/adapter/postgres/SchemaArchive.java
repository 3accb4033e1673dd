package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.Receipts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    /**
     * What is in the archive.
     *
     * @param preData lines of {@code pg_restore --list} of that section, as ISO 8859-1: names may be in any encoding
     * @param postData the same of post-data
     * @param madeByJobs catalog ids ({@code <catalog oid> <oid>}) of what jobs build instead of pg_restore
     */
    record Contents(List<String> preData, List<String> postData, List<String> madeByJobs) {}

    /** The first archive stays: another planner may restore from it at this moment. */
    static void save(Connection target, MigrationId migration, Path archive, Contents contents)
            throws SQLException, IOException {
        try (Statement statement = target.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + " (migration text PRIMARY KEY, archive bytea NOT NULL, pre_data bytea NOT NULL,"
                    + " post_data bytea NOT NULL, made_by_jobs text[] NOT NULL)");
        }
        try (PreparedStatement insert =
                target.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            insert.setString(1, migration.value());
            insert.setBytes(2, Files.readAllBytes(archive));
            insert.setBytes(3, bytes(contents.preData()));
            insert.setBytes(4, bytes(contents.postData()));
            insert.setArray(
                    5, target.createArrayOf("text", contents.madeByJobs().toArray()));
            insert.executeUpdate();
        }
    }

    /** What is in the saved archive; empty when none was saved. */
    static Optional<Contents> contents(Connection target, MigrationId migration) throws SQLException {
        if (!exists(target)) {
            return Optional.empty();
        }
        try (PreparedStatement query = target.prepareStatement(
                "SELECT pre_data, post_data, made_by_jobs FROM " + TABLE + " WHERE migration = ?")) {
            query.setString(1, migration.value());
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new Contents(lines(row.getBytes(1)), lines(row.getBytes(2)), List.of((String[])
                                row.getArray(3).getArray())))
                        : Optional.empty();
            }
        }
    }

    /** Writes the saved archive to {@code file}. */
    static void write(Connection target, MigrationId migration, Path file) throws SQLException, IOException {
        try (PreparedStatement query =
                target.prepareStatement("SELECT archive FROM " + TABLE + " WHERE migration = ?")) {
            query.setString(1, migration.value());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                Files.write(file, row.getBytes(1));
            }
        }
    }

    private static byte[] bytes(List<String> lines) {
        return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> lines(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
    }

    private static boolean exists(Connection target) throws SQLException {
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('" + TABLE + "') IS NOT NULL")) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
