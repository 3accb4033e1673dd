package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.BinaryForms;
import io.pgconvoy.planner.domain.SourceCatalog;
import io.pgconvoy.planner.domain.SourceCatalog.PartitionTree;
import io.pgconvoy.planner.domain.SourceTable;
import io.pgconvoy.planner.domain.SourceTable.Column;
import io.pgconvoy.planner.domain.SourceTable.SplitKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what there is to copy and build, with a handful of queries whatever the number of tables. Writes nothing and needs no
 * ANALYZE, so it works on a standby too.
 */
final class CatalogReader {
    /** Schemas of users; the prefix pg_ is PostgreSQL's own. {@code n} is pg_namespace. */
    static final String OF_USERS = "n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'pgconvoy')";

    private final Connection source;
    private final Set<String> keptTablespaces;
    private final LeftOut leftOut;

    /**
     * @param source a session under the migration's snapshot
     * @param keptTablespaces where the target's indexes may lie
     */
    CatalogReader(Connection source, Set<String> keptTablespaces, LeftOut leftOut) {
        this.source = source;
        this.keptTablespaces = Set.copyOf(keptTablespaces);
        this.leftOut = leftOut;
    }

    SourceCatalog read() throws SQLException {
        int major = source.getMetaData().getDatabaseMajorVersion();
        return new SourceCatalog(
                major,
                tables(major),
                partitionTrees(),
                overForeignTables(),
                new IndexReader(source, major, keptTablespaces, leftOut).indexes(),
                new IndexReader(source, major, keptTablespaces, leftOut).foreignKeys(),
                new LargeObjectReader(source).read(),
                leftOut.withoutRows());
    }

    /** Objects that CREATE EXTENSION makes are not ours to copy. */
    static String notOfExtension(String catalog, String oid) {
        return "NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '" + catalog + "'::regclass AND d.objid = " + oid
                + " AND d.deptype = 'e')";
    }

    private List<SourceTable> tables(int major) throws SQLException {
        Map<Long, List<Column>> columns = columns(major);
        Map<Long, SplitKey> keys = splitKeys();
        List<SourceTable> tables = new ArrayList<>();
        String sql = "SELECT c.oid, n.nspname, c.relname, pg_table_size(c.oid) AS bytes,"
                + " pg_relation_size(c.oid) / current_setting('block_size')::bigint AS pages, am.amname = 'heap' AS heap"
                + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_am am ON am.oid = c.relam"
                + " WHERE c.relkind = 'r' AND c.relpersistence IN ('p', 'u') AND " + OF_USERS + " AND "
                + notOfExtension("pg_class", "c.oid") + " AND " + leftOut.keepsRelation("c.oid") + " ORDER BY c.oid";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                long oid = row.getLong("oid");
                tables.add(new SourceTable(
                        new TableName(row.getString("nspname"), row.getString("relname")),
                        row.getLong("bytes"),
                        row.getLong("pages"),
                        row.getBoolean("heap"),
                        columns.getOrDefault(oid, List.of()),
                        Optional.ofNullable(keys.get(oid))));
            }
        }
        return tables;
    }

    private List<PartitionTree> partitionTrees() throws SQLException {
        Map<TableName, List<TableName>> leaves = new LinkedHashMap<>();
        String sql = "SELECT n.nspname, c.relname, leafspace.nspname, leaf.relname FROM pg_class c"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " LEFT JOIN LATERAL pg_partition_tree(c.oid) p ON p.isleaf"
                + " LEFT JOIN pg_class leaf ON leaf.oid = p.relid AND leaf.relkind = 'r' AND "
                + leftOut.keepsRelation("leaf.oid")
                + " LEFT JOIN pg_namespace leafspace ON leafspace.oid = leaf.relnamespace"
                + " WHERE c.relkind = 'p' AND NOT c.relispartition AND " + OF_USERS + " AND "
                + notOfExtension("pg_class", "c.oid") + " AND " + leftOut.keepsRelation("c.oid")
                + " ORDER BY c.oid, leaf.oid";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                List<TableName> ofRoot = leaves.computeIfAbsent(
                        new TableName(row.getString(1), row.getString(2)), r -> new ArrayList<>());
                if (row.getString(4) != null) {
                    ofRoot.add(new TableName(row.getString(3), row.getString(4)));
                }
            }
        }
        return leaves.entrySet().stream()
                .map(tree -> new PartitionTree(tree.getKey(), tree.getValue()))
                .toList();
    }

    private Set<TableName> overForeignTables() throws SQLException {
        String sql = "WITH RECURSIVE above (oid) AS (SELECT i.inhparent FROM pg_inherits i JOIN pg_class c"
                + " ON c.oid = i.inhrelid AND c.relkind = 'f' AND " + leftOut.keepsRelation("c.oid")
                + " UNION SELECT i.inhparent FROM above JOIN pg_inherits i"
                + " ON i.inhrelid = above.oid) SELECT n.nspname, c.relname FROM above JOIN pg_class c ON c.oid = above.oid"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace";
        Set<TableName> tables = new HashSet<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                tables.add(new TableName(row.getString(1), row.getString(2)));
            }
        }
        return tables;
    }

    private Map<Long, List<Column>> columns(int major) throws SQLException {
        BinaryForms forms = new BinaryForms(ColumnTypes.read(source, major));
        Map<Long, List<Column>> columns = new HashMap<>();
        String sql =
                "SELECT a.attrelid, a.attname, a.atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                        + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"
                        + " AND a.attgenerated = '' AND " + OF_USERS + " ORDER BY a.attrelid, a.attnum";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                columns.computeIfAbsent(row.getLong("attrelid"), t -> new ArrayList<>())
                        .add(new Column(row.getString("attname"), forms.unsafe(row.getLong("atttypid"))));
            }
        }
        return columns;
    }

    private Map<Long, SplitKey> splitKeys() throws SQLException {
        String sql =
                "SELECT DISTINCT ON (i.indrelid) i.indrelid, a.attname, NOT a.attnotnull AS nullable FROM pg_index i"
                        + " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
                        + " WHERE i.indisunique AND i.indisvalid AND i.indnkeyatts = 1 AND i.indpred IS NULL AND i.indexprs IS NULL"
                        + " AND a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)"
                        + " ORDER BY i.indrelid, i.indisprimary DESC, a.attnotnull DESC, i.indexrelid";
        Map<Long, SplitKey> keys = new LinkedHashMap<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                keys.put(row.getLong("indrelid"), new SplitKey(row.getString("attname"), row.getBoolean("nullable")));
            }
        }
        return keys;
    }
}
