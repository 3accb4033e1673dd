package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Begins generations on the target: what an older one copied is taken back together with its receipts. */
final class TargetLedger {
    private final Connection target;
    private final MigrationId migration;

    TargetLedger(Connection target, MigrationId migration) {
        this.target = target;
        this.migration = migration;
    }

    /**
     * Makes older generations stale, ends their sessions, and empties all tables together with their receipts in one
     * transaction.
     *
     * @param keep jobs whose receipts stay: builds do not depend on the snapshot
     */
    void begin(Generation generation, Set<JobId> keep) throws SQLException {
        Receipts.install(target, migration, generation);
        Receipts.bump(target, migration, generation);
        if (generation.equals(Generation.FIRST)) {
            return;
        }
        endSessions();
        List<JobId> stale = Receipts.of(target, migration).stream()
                .map(Receipt::job)
                .filter(job -> !keep.contains(job) && !job.value().startsWith("schema/"))
                .toList();
        if (stale.isEmpty()) {
            return;
        }
        target.setAutoCommit(false);
        List<String> tables = tables();
        try (Statement statement = target.createStatement()) {
            if (!tables.isEmpty()) {
                statement.execute("TRUNCATE ONLY " + String.join(", ONLY ", tables));
            }
            statement.execute("SELECT lo_unlink(oid) FROM pg_largeobject_metadata");
        }
        Receipts.forget(target, migration, stale);
        target.commit();
        target.setAutoCommit(true);
    }

    /** The target was empty before this migration: every table in it is one that the migration restored. */
    private List<String> tables() throws SQLException {
        String sql = "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE c.relkind = 'r' AND " + CatalogReader.OF_USERS + " AND "
                + CatalogReader.notOfExtension("pg_class", "c.oid");
        List<String> tables = new ArrayList<>();
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                tables.add(Identifiers.quote(new TableName(row.getString(1), row.getString(2))));
            }
        }
        return tables;
    }

    /** Ends this migration's other sessions on the target, of jobs that are under way. */
    void endSessions() throws SQLException {
        try (PreparedStatement statement = target.prepareStatement(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                        + " AND datname = current_database() AND usename = current_user"
                        + " AND starts_with(application_name, ?)")) {
            statement.setString(1, "pgconvoy/" + migration + "/g");
            statement.executeQuery().close();
        }
    }
}
