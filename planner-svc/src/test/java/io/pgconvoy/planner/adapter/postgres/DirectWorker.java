package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Claim;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.Snapshots;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** Does planned jobs one after the other, through memory: for small databases. Large objects lose owner and rights. */
final class DirectWorker {
    private final Endpoint source;
    private final Endpoint target;
    private final MigrationId migration;

    DirectWorker(Endpoint source, Endpoint target, MigrationId migration) {
        this.source = source;
        this.target = target;
        this.migration = migration;
    }

    void run(List<Job> jobs, Generation generation, String snapshot) throws SQLException, IOException {
        try (Connection from = Sessions.open(source, "direct worker", SessionKind.SOURCE_READ);
                Connection to = Sessions.open(target, "direct worker", SessionKind.ADMIN)) {
            Snapshots.importInto(from, snapshot);
            to.setAutoCommit(false);
            List<Job> inOrder =
                    jobs.stream().sorted(Comparator.comparing(Job::stage)).toList();
            for (Job job : inOrder) {
                Receipts.Key key = new Receipts.Key(migration, job.id(), generation);
                Receipts.Subject subject =
                        new Receipts.Subject(job.getClass().getSimpleName(), Optional.empty(), OptionalInt.empty());
                if (Receipts.claim(to, key, subject) == Claim.CLAIMED) {
                    long rows = effect(job, from, to);
                    Receipts.confirm(to, key, rows, 0);
                }
                to.commit();
            }
        }
    }

    private static long effect(Job job, Connection from, Connection to) throws SQLException, IOException {
        return switch (job) {
            case Job.CopyTables j -> {
                long rows = 0;
                for (TableCopy copy : j.copies()) {
                    rows += copy(copy, "", from, to);
                }
                yield rows;
            }
            case Job.CopyPart j -> copy(j.copy(), " WHERE " + condition(j.range()), from, to);
            case Job.CopyLargeObjects j -> largeObjects(j, from, to);
            case Job.RunStatements j -> {
                for (Job.Statement statement : j.statements()) {
                    execute(to, statement.sql());
                }
                yield 0;
            }
            case Job.AnalyzeTables j -> {
                for (TableName table : j.targets()) {
                    execute(to, "ANALYZE " + Identifiers.quote(table));
                }
                yield 0;
            }
        };
    }

    private static long copy(TableCopy copy, String where, Connection from, Connection to)
            throws SQLException, IOException {
        String columns = String.join(
                ", ", copy.columns().stream().map(Identifiers::quote).toList());
        String table = Identifiers.quote(copy.table());
        String format = copy.format() == CopyFormat.BINARY ? " (FORMAT binary)" : "";
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        copies(from).copyOut("COPY (SELECT " + columns + " FROM ONLY " + table + where + ") TO STDOUT" + format, rows);
        if (copy.freeze()) {
            execute(to, "TRUNCATE ONLY " + table);
        }
        String list = columns.isEmpty() ? "" : " (" + columns + ")";
        return copies(to)
                .copyIn("COPY " + table + list + " FROM STDIN" + format, new ByteArrayInputStream(rows.toByteArray()));
    }

    static String condition(PartRange range) {
        return switch (range) {
            case PartRange.NullKeys r -> Identifiers.quote(r.keyColumn()) + " IS NULL";
            case PartRange.KeyRange r -> {
                String key = Identifiers.quote(r.keyColumn());
                String low = r.from().isPresent() ? key + " >= " + r.from().getAsLong() : key + " IS NOT NULL";
                yield low
                        + (r.below().isPresent()
                                ? " AND " + key + " < " + r.below().getAsLong()
                                : "");
            }
            case PartRange.CtidRange r ->
                "ctid >= '(" + r.fromPage() + ",0)'"
                        + (r.belowPage().isPresent()
                                ? " AND ctid < '(" + r.belowPage().getAsLong() + ",0)'"
                                : "");
        };
    }

    private static long largeObjects(Job.CopyLargeObjects job, Connection from, Connection to) throws SQLException {
        String sql = "SELECT oid, lo_get(oid) FROM pg_largeobject_metadata WHERE oid BETWEEN " + job.firstOid()
                + " AND " + job.lastOid();
        long count = 0;
        try (Statement query = from.createStatement();
                ResultSet row = query.executeQuery(sql);
                var insert = to.prepareStatement("SELECT lo_from_bytea(?::bigint::oid, ?)")) {
            while (row.next()) {
                insert.setLong(1, row.getLong(1));
                insert.setBytes(2, row.getBytes(2));
                insert.execute();
                count++;
            }
        }
        return count;
    }

    private static CopyManager copies(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
