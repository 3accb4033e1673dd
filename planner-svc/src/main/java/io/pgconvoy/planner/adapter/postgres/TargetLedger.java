package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Begins generations on the target: what an older one copied is taken back, and then its receipts. */
final class TargetLedger {
    /** Bounds the locks of one transaction, which a server has some 6,000 of: a table takes three, a large object one. */
    private static final int TABLES_AT_A_TIME = 200;

    private static final int LARGE_OBJECTS_AT_A_TIME = 1000;

    /** Every table with pages in it that the target did not have before is one that the migration filled. */
    private static final String FILLED_TABLES = "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname)"
            + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r'"
            + " AND pg_relation_size(c.oid) > 0 AND " + CatalogReader.OF_USERS + " AND "
            + CatalogReader.notOfExtension("pg_class", "c.oid");

    private final Connection target;
    private final MigrationId migration;
    private final TargetContents contents;

    /** @param contents what the target may hold at first */
    TargetLedger(Connection target, MigrationId migration, TargetContents contents) {
        this.target = target;
        this.migration = migration;
        this.contents = contents;
    }

    /**
     * Makes older generations stale, ends their sessions and empties their tables. Their receipts go last, so that a begin that
     * was broken off is begun anew; no job of this generation has the id of an older one's.
     *
     * @param keep jobs whose receipts stay: builds do not depend on the snapshot
     * @throws FailureException TARGET_BUSY or TARGET_NOT_EMPTY where another migration was faster since preflight
     */
    void begin(Generation generation, Set<JobId> keep) throws SQLException {
        boolean taken = Receipts.install(target, migration, generation);
        if (taken && generation.equals(Generation.FIRST)) {
            requireEmpty();
        }
        Receipts.bump(target, migration, generation);
        // Also waits until the bump is on disk: a crash of the target must not bring the old generation back.
        List<Receipt> receipts = Receipts.flushed(target, migration);
        if (generation.equals(Generation.FIRST)) {
            return;
        }
        endSessions(target, migration, "g");
        List<JobId> stale = receipts.stream()
                .map(Receipt::job)
                .filter(job -> !keep.contains(job) && !job.value().startsWith("schema/"))
                .toList();
        if (!stale.isEmpty()) {
            emptyTables();
            removeLargeObjects();
            Receipts.forget(target, migration, stale);
        }
    }

    /** Another migration may have come and gone since preflight. From here on it cannot. */
    private void requireEmpty() throws SQLException {
        Optional<Failure> found = contents.notEmpty(target);
        if (found.isPresent()) {
            Receipts.drop(target, migration);
            throw new FailureException(found.get());
        }
    }

    private void emptyTables() throws SQLException {
        List<String> tables =
                Rows.texts(target, FILLED_TABLES + " AND " + KeptObjects.excluded(target, "pg_class", "c.oid"));
        try (Statement statement = target.createStatement()) {
            for (int i = 0; i < tables.size(); i += TABLES_AT_A_TIME) {
                List<String> some = tables.subList(i, Math.min(tables.size(), i + TABLES_AT_A_TIME));
                // CASCADE reaches only tables that are emptied anyway, through foreign keys that are there already.
                statement.execute("TRUNCATE " + String.join(", ", some) + " CASCADE");
            }
        }
    }

    private void removeLargeObjects() throws SQLException {
        String some = "SELECT lo_unlink(oid) FROM (SELECT oid FROM pg_largeobject_metadata m WHERE "
                + KeptObjects.excluded(target, "pg_largeobject", "m.oid") + " LIMIT " + LARGE_OBJECTS_AT_A_TIME
                + ") lo";
        boolean more = true;
        while (more) {
            more = !Rows.texts(target, some).isEmpty();
        }
    }

    /** Ends the migration's other sessions whose names go on with {@code prefix}: of jobs, snapshots and schema restores. */
    static void endSessions(Connection server, MigrationId migration, String prefix) throws SQLException {
        try (PreparedStatement statement = server.prepareStatement(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                        + " AND datname = current_database() AND usename = current_user"
                        + " AND starts_with(application_name, ?)")) {
            statement.setString(1, "pgconvoy/" + migration + "/" + prefix);
            statement.executeQuery().close();
        }
    }
}
