package io.pgconvoy.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Proofs on the target that jobs are done. A receipt is claimed first thing in the job's own transaction and commits with the job's effect or
 * not at all; while one transaction holds a claim, a second one for the same job waits for its end. The schema is {@code pgconvoy}.
 */
public final class Receipts {
    /** The only name pgconvoy takes on a target, and only while a migration needs it. */
    public static final String SCHEMA = "pgconvoy";

    private static final String MIGRATIONS = Identifiers.quote(new TableName(SCHEMA, "migrations"));
    private static final String RECEIPTS = Identifiers.quote(new TableName(SCHEMA, "receipts"));
    /** Serializes creation and removal of the schema; any constant that nobody else uses. */
    private static final long SCHEMA_LOCK = 0x7067_636f_6e76_6f79L;

    private Receipts() {}

    /** Whose receipt, and for which generation's work. */
    public record Key(MigrationId migration, JobId job, Generation generation) {}

    /**
     * What the work was, for people who read the table.
     *
     * @param kind the job's type, such as {@code CopyTable}
     */
    public record Subject(String kind, Optional<TableName> table, OptionalInt part) {}

    /** A finished job. */
    public record Receipt(
            JobId job, Generation generation, Subject subject, long rows, long bytes, Instant finishedAt) {}

    /** What a claim found. */
    public enum Claim {
        /** The work is ours to do in this transaction. */
        CLAIMED,
        /** The work was committed before: do nothing. */
        ALREADY_DONE
    }

    /**
     * Takes the target for the migration: makes the schema and the migration's row where they are missing. Repeats are harmless; a later
     * generation stays.
     *
     * @return whether the migration's row was missing
     * @throws FailureException TARGET_BUSY where another migration has taken the target before, and nothing is changed
     */
    public static boolean install(Connection connection, MigrationId migration, Generation generation)
            throws SQLException {
        AtomicBoolean missing = new AtomicBoolean();
        Transactions.run(connection, () -> {
            lockSchema(connection);
            requireNoOther(connection, migration);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA IF NOT EXISTS " + Identifiers.quote(SCHEMA));
                statement.execute("CREATE TABLE IF NOT EXISTS " + MIGRATIONS + " (id text PRIMARY KEY,"
                        + " generation integer NOT NULL, installed_at timestamptz NOT NULL DEFAULT now())");
                statement.execute(
                        "CREATE TABLE IF NOT EXISTS " + RECEIPTS + " (migration text NOT NULL, job text NOT NULL,"
                                + " generation integer NOT NULL, kind text NOT NULL, table_schema text, table_name text, part integer,"
                                + " rows bigint, bytes bigint, finished_at timestamptz, PRIMARY KEY (migration, job))");
            }
            int inserted = update(
                    connection,
                    "INSERT INTO " + MIGRATIONS + " (id, generation) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    migration.value(),
                    generation.number());
            missing.set(inserted == 1);
        });
        return missing.get();
    }

    /**
     * To be called in the job's transaction, before its effect. Waits while another transaction holds the same claim.
     *
     * @throws StaleGenerationException if the migration has gone on to another generation
     */
    public static Claim claim(Connection connection, Key key, Subject subject) throws SQLException {
        int inserted = update(
                connection,
                "INSERT INTO " + RECEIPTS + " (migration, job, generation, kind, table_schema, table_name, part)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                key.migration().value(),
                key.job().value(),
                key.generation().number(),
                subject.kind(),
                subject.table().map(TableName::schema).orElse(null),
                subject.table().map(TableName::name).orElse(null),
                subject.part().isPresent() ? subject.part().getAsInt() : null);
        if (inserted == 0) {
            return Claim.ALREADY_DONE;
        }
        // No lock yet: a new generation must not wait for long copies of the old one.
        requireGeneration(connection, key, "");
        return Claim.CLAIMED;
    }

    /**
     * Completes the claim; to be called last, right before the commit. From here to the commit the generation cannot change.
     *
     * @throws StaleGenerationException if the migration has gone on to another generation: roll back
     */
    public static void confirm(Connection connection, Key key, long rows, long bytes) throws SQLException {
        int updated = update(
                connection,
                "UPDATE " + RECEIPTS
                        + " SET rows = ?, bytes = ?, finished_at = clock_timestamp() WHERE migration = ? AND job = ?",
                rows,
                bytes,
                key.migration().value(),
                key.job().value());
        if (updated != 1) {
            throw new SQLException("job " + key.job() + " confirms a receipt it did not claim", "PV003");
        }
        requireGeneration(connection, key, " FOR SHARE");
    }

    /** Receipts of finished jobs, oldest first. Not yet safe from a crash of the target: see {@link #flushed}. */
    public static List<Receipt> of(Connection connection, MigrationId migration) throws SQLException {
        List<Receipt> receipts = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT job, generation, kind, table_schema, table_name, part, rows, bytes, finished_at FROM "
                        + RECEIPTS + " WHERE migration = ? AND finished_at IS NOT NULL ORDER BY finished_at, job")) {
            query.setString(1, migration.value());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    receipts.add(receipt(row));
                }
            }
        }
        return receipts;
    }

    /** Receipts that survive a crash of the target: jobs commit asynchronously, and this waits until the log is on disk. */
    public static List<Receipt> flushed(Connection connection, MigrationId migration) throws SQLException {
        List<Receipt> receipts = new ArrayList<>();
        Transactions.run(connection, () -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL synchronous_commit = on");
            }
            receipts.addAll(of(connection, migration));
            // Only a transaction that wrote something flushes at commit, and then everything before it too.
            update(connection, "UPDATE " + MIGRATIONS + " SET id = id WHERE id = ?", migration.value());
        });
        return receipts;
    }

    /** The migration's generation as the target knows it; empty where nothing is installed for it. */
    public static Optional<Generation> generation(Connection connection, MigrationId migration) throws SQLException {
        if (!isInstalled(connection)) {
            return Optional.empty();
        }
        return generation(connection, migration, "");
    }

    /** Makes everything before {@code generation} stale. Never goes back. */
    public static void bump(Connection connection, MigrationId migration, Generation generation) throws SQLException {
        update(
                connection,
                "UPDATE " + MIGRATIONS + " SET generation = ? WHERE id = ? AND generation < ?",
                generation.number(),
                migration.value(),
                generation.number());
    }

    /** Removes receipts, in the same transaction in which the caller takes back their effect. */
    public static void forget(Connection connection, MigrationId migration, Collection<JobId> jobs)
            throws SQLException {
        update(
                connection,
                "DELETE FROM " + RECEIPTS + " WHERE migration = ? AND job = ANY (?)",
                migration.value(),
                connection.createArrayOf("text", jobs.stream().map(JobId::value).toArray()));
    }

    /** Removes all of the migration, and the schema if no other migration has it. Repeats are harmless. */
    public static void drop(Connection connection, MigrationId migration) throws SQLException {
        Transactions.run(connection, () -> {
            lockSchema(connection);
            if (!isInstalled(connection)) {
                return;
            }
            update(connection, "DELETE FROM " + RECEIPTS + " WHERE migration = ?", migration.value());
            update(connection, "DELETE FROM " + MIGRATIONS + " WHERE id = ?", migration.value());
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT EXISTS (SELECT FROM " + MIGRATIONS + ")")) {
                row.next();
                if (!row.getBoolean(1)) {
                    statement.execute("DROP SCHEMA " + Identifiers.quote(SCHEMA) + " CASCADE");
                }
            }
        });
    }

    private static void requireGeneration(Connection connection, Key key, String lock) throws SQLException {
        if (!generation(connection, key.migration(), lock).equals(Optional.of(key.generation()))) {
            throw new StaleGenerationException(key.generation());
        }
    }

    private static Optional<Generation> generation(Connection connection, MigrationId migration, String lock)
            throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT generation FROM " + MIGRATIONS + " WHERE id = ?" + lock)) {
            query.setString(1, migration.value());
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(new Generation(row.getInt(1))) : Optional.empty();
            }
        }
    }

    private static void requireNoOther(Connection connection, MigrationId migration) throws SQLException {
        if (!isInstalled(connection)) {
            return;
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM " + MIGRATIONS + " WHERE id <> ?")) {
            query.setString(1, migration.value());
            try (ResultSet row = query.executeQuery()) {
                if (row.next()) {
                    throw new FailureException(Failure.of(
                            ErrorCode.TARGET_BUSY,
                            "migration " + row.getString(1) + " has taken the target database",
                            "wait for that migration or cancel it; if it is gone: DROP SCHEMA " + SCHEMA + " CASCADE"));
                }
            }
        }
    }

    private static boolean isInstalled(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            query.setString(1, MIGRATIONS);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private static void lockSchema(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
        }
    }

    private static Receipt receipt(ResultSet row) throws SQLException {
        String schema = row.getString("table_schema");
        int part = row.getInt("part");
        OptionalInt partOrNone = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(part);
        Optional<TableName> table =
                schema == null ? Optional.empty() : Optional.of(new TableName(schema, row.getString("table_name")));
        return new Receipt(
                new JobId(row.getString("job")),
                new Generation(row.getInt("generation")),
                new Subject(row.getString("kind"), table, partOrNone),
                row.getLong("rows"),
                row.getLong("bytes"),
                row.getObject("finished_at", OffsetDateTime.class).toInstant());
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}
