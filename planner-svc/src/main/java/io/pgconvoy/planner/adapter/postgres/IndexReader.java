package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.SourceForeignKey;
import io.pgconvoy.planner.domain.SourceIndex;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads indexes, constraints and foreign keys of tables together with the statements that make them again. */
final class IndexReader {
    private static final String INDEXES_FROM = " FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid"
            + " JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
            + " LEFT JOIN pg_constraint con ON con.conindid = i.indexrelid AND con.conrelid = i.indrelid"
            + " AND con.contype IN ('p', 'u', 'x') LEFT JOIN pg_inherits h ON h.inhrelid = i.indexrelid"
            + " LEFT JOIN pg_class parent ON parent.oid = h.inhparent"
            + " LEFT JOIN pg_namespace parentspace ON parentspace.oid = parent.relnamespace"
            + " LEFT JOIN pg_tablespace ts ON ts.oid = x.reltablespace"
            + " WHERE t.relkind IN ('r', 'p') AND t.relpersistence IN ('p', 'u') AND (i.indisvalid OR t.relkind = 'p') AND "
            + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_class", "t.oid");
    private static final String FOREIGN_KEYS_FROM = " FROM pg_constraint con JOIN pg_class t ON t.oid = con.conrelid"
            + " JOIN pg_namespace n ON n.oid = t.relnamespace WHERE con.contype = 'f' AND con.conparentid = 0 AND "
            + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_class", "t.oid");

    /** SQL for a foreign key that PostgreSQL adds only with a check of all rows. */
    static final String CANNOT_WAIT =
            "(t.relkind = 'p' OR (SELECT relkind FROM pg_class WHERE oid = con.confrelid) = 'p')";

    private final Connection source;
    private final int major;
    private final Set<String> keptTablespaces;
    private final LeftOut leftOut;

    /** @param keptTablespaces where the target's indexes may lie; others go to the default */
    IndexReader(Connection source, int major, Set<String> keptTablespaces, LeftOut leftOut) {
        this.source = source;
        this.major = major;
        this.keptTablespaces = Set.copyOf(keptTablespaces);
        this.leftOut = leftOut;
    }

    /** SQL for a foreign key of a table with rows whose referenced rows are not all taken. */
    static String lacksRows(LeftOut leftOut) {
        if (leftOut.emptied().isEmpty() && leftOut.of(LeftOut.CLASS).isEmpty()) {
            return "false";
        }
        Function<String, String> lacks =
                oid -> "NOT (" + leftOut.fills(oid) + " AND " + leftOut.keepsRelation(oid) + ")";
        return "(" + leftOut.fills("con.conrelid") + " AND (" + lacks.apply("con.confrelid")
                + " OR EXISTS (SELECT FROM pg_partition_tree(con.confrelid) p WHERE " + lacks.apply("p.relid") + ")))";
    }

    List<SourceIndex> indexes() throws SQLException {
        // WITHOUT OVERLAPS (PostgreSQL 18) is, like EXCLUDE, made only together with its constraint.
        String period = major >= 18 ? "con.conperiod" : "false";
        String sql = "SELECT n.nspname, t.relname, x.relname AS index, pg_get_indexdef(i.indexrelid) AS definition,"
                + " t.relkind = 'p' AS partitioned, pg_relation_size(i.indexrelid) AS bytes, con.conname, con.contype::text,"
                + " pg_get_constraintdef(con.oid) AS constraint, con.condeferrable, con.condeferred, " + period
                + " AS period,"
                + " parentspace.nspname AS parent_schema, parent.relname AS parent, ts.spcname, i.indisclustered, i.indisreplident,"
                + " (SELECT array_agg(a.attnum::text || ' ' || a.attstattarget ORDER BY a.attnum) FROM pg_attribute a"
                + " WHERE a.attrelid = i.indexrelid AND a.attstattarget >= 0) AS targets" + INDEXES_FROM
                + " AND " + leftOut.keepsRelation("i.indexrelid") + " AND " + leftOut.keepsRelation("t.oid")
                + " ORDER BY i.indexrelid";
        List<SourceIndex> indexes = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                indexes.add(index(row));
            }
        }
        return indexes;
    }

    private SourceIndex index(ResultSet row) throws SQLException {
        TableName table = new TableName(row.getString("nspname"), row.getString("relname"));
        TableName name = new TableName(table.schema(), row.getString("index"));
        boolean partitioned = row.getBoolean("partitioned");
        String constraint = row.getString("conname");
        boolean fromConstraint =
                constraint != null && (partitioned || row.getString("contype").equals("x") || row.getBoolean("period"));
        Optional<String> tablespace =
                Optional.ofNullable(row.getString("spcname")).filter(keptTablespaces::contains);
        List<Job.Statement> build = fromConstraint
                ? List.of()
                : inTablespace(tablespace, new Job.Statement("index " + name, row.getString("definition")));
        List<Job.Statement> complete = new ArrayList<>();
        if (constraint != null) {
            String definition = fromConstraint ? row.getString("constraint") : usingIndex(row, name);
            Job.Statement add = new Job.Statement(
                    "constraint " + constraint + " of " + table,
                    "ALTER TABLE ONLY " + Identifiers.quote(table) + " ADD CONSTRAINT " + Identifiers.quote(constraint)
                            + " " + definition);
            complete.addAll(fromConstraint ? inTablespace(tablespace, add) : List.of(add));
        }
        complete.addAll(properties(row, table, name));
        Optional<TableName> parent = Optional.ofNullable(row.getString("parent_schema"))
                .map(schema -> new TableName(schema, parentName(row)));
        return new SourceIndex(
                table,
                name,
                row.getLong("bytes"),
                build,
                complete,
                parent,
                parent.map(p -> new Job.Statement(
                        "attachment of index " + name,
                        "ALTER INDEX " + Identifiers.quote(p) + " ATTACH PARTITION " + Identifiers.quote(name))));
    }

    private static String parentName(ResultSet row) {
        try {
            return row.getString("parent");
        } catch (SQLException e) {
            throw new IllegalStateException("the column was read before", e);
        }
    }

    private static String usingIndex(ResultSet row, TableName index) throws SQLException {
        return (row.getString("contype").equals("p") ? "PRIMARY KEY" : "UNIQUE")
                + " USING INDEX "
                + Identifiers.quote(index.name())
                + (row.getBoolean("condeferrable") ? " DEFERRABLE" : "")
                + (row.getBoolean("condeferred") ? " INITIALLY DEFERRED" : "");
    }

    /** The target's default tablespace must be named by a setting: pg_get_indexdef leaves tablespaces out. */
    private static List<Job.Statement> inTablespace(Optional<String> tablespace, Job.Statement statement) {
        return tablespace
                .map(t -> List.of(
                        new Job.Statement(
                                "tablespace " + t, "SET LOCAL default_tablespace = " + Identifiers.literal(t)),
                        statement,
                        new Job.Statement("default tablespace", "SET LOCAL default_tablespace = ''")))
                .orElse(List.of(statement));
    }

    private static List<Job.Statement> properties(ResultSet row, TableName table, TableName index) throws SQLException {
        List<Job.Statement> statements = new ArrayList<>();
        String quotedTable = Identifiers.quote(table);
        String quotedIndex = Identifiers.quote(index.name());
        if (row.getBoolean("indisclustered")) {
            statements.add(new Job.Statement(
                    "CLUSTER ON " + index, "ALTER TABLE " + quotedTable + " CLUSTER ON " + quotedIndex));
        }
        if (row.getBoolean("indisreplident")) {
            statements.add(new Job.Statement(
                    "replica identity " + index,
                    "ALTER TABLE ONLY " + quotedTable + " REPLICA IDENTITY USING INDEX " + quotedIndex));
        }
        Array targets = row.getArray("targets");
        if (targets != null) {
            for (String target : (String[]) targets.getArray()) {
                String[] columnAndValue = target.split(" ", 2);
                statements.add(new Job.Statement(
                        "statistics target of " + index,
                        "ALTER INDEX " + Identifiers.quote(index) + " ALTER COLUMN " + columnAndValue[0]
                                + " SET STATISTICS " + columnAndValue[1]));
            }
        }
        return statements;
    }

    List<SourceForeignKey> foreignKeys() throws SQLException {
        String sql =
                "SELECT n.nspname, t.relname, con.conname, pg_get_constraintdef(con.oid) AS definition, con.convalidated,"
                        + " t.relkind = 'p' AS partitioned, (SELECT relkind FROM pg_class WHERE oid = con.confrelid) = 'p' AS topartitions, CASE WHEN NOT con.convalidated THEN 0 WHEN t.relkind = 'p' THEN"
                        + " (SELECT coalesce(sum(pg_table_size(p.relid)), 0) FROM pg_partition_tree(t.oid) p)"
                        + " ELSE pg_table_size(t.oid) END AS bytes, " + lacksRows(leftOut) + " AS lacksrows"
                        + FOREIGN_KEYS_FROM + " AND " + leftOut.keeps(LeftOut.CONSTRAINT, "con.oid")
                        + " AND NOT (con.convalidated AND " + CANNOT_WAIT + " AND " + lacksRows(leftOut) + ")"
                        + " ORDER BY con.oid";
        List<SourceForeignKey> keys = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                keys.add(foreignKey(row));
            }
        }
        return keys;
    }

    private static SourceForeignKey foreignKey(ResultSet row) throws SQLException {
        TableName table = new TableName(row.getString("nspname"), row.getString("relname"));
        String name = row.getString("conname");
        boolean partitioned = row.getBoolean("partitioned");
        // NOT VALID on a partitioned referencing table is refused before PostgreSQL 18; VALIDATE leaves the constraints
        // that
        // stand for the partitions of a referenced table not valid.
        boolean inTwoSteps = row.getBoolean("convalidated") && !partitioned && !row.getBoolean("topartitions");
        String alter = "ALTER TABLE " + (partitioned ? "" : "ONLY ") + Identifiers.quote(table);
        String what = "foreign key " + name + " of " + table;
        return new SourceForeignKey(
                table,
                name,
                new Job.Statement(
                        what,
                        alter + " ADD CONSTRAINT " + Identifiers.quote(name) + " " + row.getString("definition")
                                + (inTwoSteps ? " NOT VALID" : "")),
                inTwoSteps && !row.getBoolean("lacksrows")
                        ? Optional.of(new Job.Statement(
                                "validation of " + what, alter + " VALIDATE CONSTRAINT " + Identifiers.quote(name)))
                        : Optional.empty(),
                row.getLong("bytes"));
    }

    /** Catalog ids, as pg_restore lists them ({@code <catalog oid> <oid>}), of everything that these statements make. */
    static Set<String> madeByJobs(Connection source) throws SQLException {
        Set<String> ids = new HashSet<>();
        String sql = "SELECT '1259 ' || i.indexrelid, '2606 ' || con.oid" + INDEXES_FROM
                + " UNION ALL SELECT NULL, '2606 ' || con.oid" + FOREIGN_KEYS_FROM;
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                Optional.ofNullable(row.getString(1)).ifPresent(ids::add);
                Optional.ofNullable(row.getString(2)).ifPresent(ids::add);
            }
        }
        return ids;
    }
}
