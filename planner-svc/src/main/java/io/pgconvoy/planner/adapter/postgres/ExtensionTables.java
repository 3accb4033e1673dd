package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Claim;
import io.pgconvoy.postgres.SqlStates;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Copies the rows that users put into tables of extensions, those that the extension says belong into a dump
 * ({@code pg_extension_config_dump}). CREATE EXTENSION made the tables and its own rows.
 */
final class ExtensionTables {
    private static final JobId RECEIPT = new JobId("schema/extension-tables");

    private final Connection source;
    private final Connection target;
    private final Path scratch;
    private final LeftOut leftOut;

    /** @param source under the snapshot */
    ExtensionTables(Connection source, Connection target, Path scratch, LeftOut leftOut) {
        this.leftOut = leftOut;
        this.source = source;
        this.target = target;
        this.scratch = scratch;
    }

    private record Table(TableName name, String condition, List<String> references) {}

    /** In one transaction of the target with its receipt. Commits on the target; auto-commit is on again after it. */
    void copy(MigrationId migration, Generation generation) throws SQLException, IOException {
        List<Table> tables = parentsFirst(tables());
        if (tables.isEmpty()) {
            return;
        }
        target.setAutoCommit(false);
        Receipts.Key key = new Receipts.Key(migration, RECEIPT, generation);
        if (Receipts.claim(target, key, new Receipts.Subject("Schema", Optional.empty(), OptionalInt.empty()))
                == Claim.CLAIMED) {
            long rows = 0;
            for (Table table : tables) {
                rows += copy(table);
            }
            Receipts.confirm(target, key, rows, 0);
        }
        target.commit();
        target.setAutoCommit(true);
    }

    private long copy(Table table) throws SQLException, IOException {
        Path rows = scratch.resolve("rows");
        String columns = String.join(
                ", ",
                Rows.texts(
                        source,
                        "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = "
                                + Identifiers.literal(Identifiers.quote(table.name))
                                + "::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum"));
        String name = Identifiers.quote(table.name);
        try (OutputStream out = Files.newOutputStream(rows)) {
            copies(source)
                    .copyOut(
                            "COPY (SELECT " + columns + " FROM ONLY " + name + " " + table.condition + ") TO STDOUT",
                            out);
        }
        try (InputStream in = Files.newInputStream(rows)) {
            return copies(target).copyIn("COPY " + name + " (" + columns + ") FROM STDIN", in);
        } catch (SQLException e) {
            throw new FailureException(SqlStates.failureOf(e, "copying table " + table.name + " of an extension"), e);
        }
    }

    private List<Table> tables() throws SQLException {
        String sql = "SELECT n.nspname, c.relname, coalesce(x.condition, '') AS condition,"
                + " ARRAY(SELECT k.confrelid::regclass::text FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'"
                + " AND k.confrelid <> c.oid) AS parents FROM pg_extension e"
                + " CROSS JOIN LATERAL unnest(e.extconfig, e.extcondition) x(rel, condition)"
                + " JOIN pg_class c ON c.oid = x.rel JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND "
                + leftOut.keepsRelation("c.oid") + " ORDER BY c.oid";
        List<Table> tables = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                tables.add(new Table(
                        new TableName(row.getString("nspname"), row.getString("relname")),
                        row.getString("condition"),
                        List.of((String[]) row.getArray("parents").getArray())));
            }
        }
        return tables;
    }

    /** The extension's foreign keys are there already. Without an order, as in a circle, the target refuses and says so. */
    private List<Table> parentsFirst(List<Table> tables) throws SQLException {
        List<Table> left = new ArrayList<>(tables);
        Set<String> waiting = new LinkedHashSet<>();
        for (Table table : left) {
            waiting.add(text(table.name));
        }
        List<Table> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Table next = left.stream()
                    .filter(t -> t.references.stream().noneMatch(waiting::contains))
                    .findFirst()
                    .orElseThrow(() -> new FailureException(Failure.of(
                            ErrorCode.SCHEMA_FAILED,
                            "the tables of extensions have foreign keys in a circle: " + waiting,
                            "drop one of these foreign keys on the source")));
            left.remove(next);
            waiting.remove(text(next.name));
            ordered.add(next);
        }
        return ordered;
    }

    private String text(TableName name) throws SQLException {
        return Rows.text(source, "SELECT " + Identifiers.literal(Identifiers.quote(name)) + "::regclass::text");
    }

    private static CopyManager copies(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }
}
