package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.filter.Filter;
import io.pgconvoy.contract.filter.Filter.Inventory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Applies the filters to a source's catalogs: a handful of queries whatever the number of objects, none without filters. */
final class LeftOutReader {
    private final Connection source;
    private final Filter filter;
    private final Map<Long, TableName> tables = new LinkedHashMap<>();
    private final Map<Long, TableName> indexes = new LinkedHashMap<>();
    private final Map<Long, Long> parents = new HashMap<>();
    private final Map<Long, String> schemas = new HashMap<>();
    private final Map<Long, String> extensions = new HashMap<>();

    private LeftOutReader(Connection source, Filter filter) {
        this.source = source;
        this.filter = filter;
    }

    /**
     * What was read.
     *
     * @param asked what the filters name, before dependents are followed
     * @param tables every table, partitioned and foreign table and materialized view on the source
     */
    record Reading(
            LeftOut leftOut,
            Map<Integer, Set<Long>> asked,
            Dependents dependents,
            Map<Long, TableName> tables,
            Inventory inventory) {}

    static LeftOut leftOut(CloneSpec spec, Connection source) throws SQLException {
        return read(Filter.of(spec.filtersOrDefault()), source)
                .map(Reading::leftOut)
                .orElse(LeftOut.NOTHING);
    }

    /** Empty when the filters take everything. */
    static Optional<Reading> read(Filter filter, Connection source) throws SQLException {
        return filter.isEmpty() ? Optional.empty() : Optional.of(new LeftOutReader(source, filter).read());
    }

    private Reading read() throws SQLException {
        readCatalogs();
        Map<Integer, Set<Long>> asked = asked();
        Dependents dependents = Dependents.of(source, asked);
        Map<Integer, Set<Long>> objects = dependents.objects();
        keepSchemasOfExtensions(objects);
        Map<TableName, String> withoutRows = new HashMap<>();
        Set<Long> emptied = new HashSet<>();
        tables.forEach((oid, table) -> {
            if (!objects.getOrDefault(LeftOut.CLASS, Set.of()).contains(oid)) {
                filter.leavesOutRows(table, ancestors(oid)).ifPresent(why -> {
                    withoutRows.put(table, why);
                    emptied.add(oid);
                });
            }
        });
        Inventory inventory = new Inventory(
                new HashSet<>(schemas.values()),
                new HashSet<>(tables.values()),
                new HashSet<>(indexes.values()),
                new HashSet<>(extensions.values()));
        return new Reading(
                new LeftOut(objects, withoutRows, emptied, disowned(objects)), asked, dependents, tables, inventory);
    }

    private void readCatalogs() throws SQLException {
        relations("'r', 'p', 'm', 'f'", tables);
        relations("'i', 'I'", indexes);
        String above = "SELECT i.inhrelid, i.inhparent FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
                + " WHERE c.relispartition";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(above)) {
            while (row.next()) {
                parents.put(row.getLong(1), row.getLong(2));
            }
        }
        names("SELECT n.oid, n.nspname FROM pg_namespace n WHERE " + CatalogReader.OF_USERS, schemas);
        names("SELECT oid, extname FROM pg_extension WHERE extname <> 'plpgsql'", extensions);
    }

    private void relations(String kinds, Map<Long, TableName> relations) throws SQLException {
        String sql = "SELECT c.oid, n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE c.relkind IN (" + kinds + ") AND c.relpersistence IN ('p', 'u') AND " + CatalogReader.OF_USERS
                + " AND " + CatalogReader.notOfExtension("pg_class", "c.oid") + " ORDER BY c.oid";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                relations.put(row.getLong(1), new TableName(row.getString(2), row.getString(3)));
            }
        }
    }

    private void names(String sql, Map<Long, String> names) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                names.put(row.getLong(1), row.getString(2));
            }
        }
    }

    private Map<Integer, Set<Long>> asked() {
        Map<Integer, Set<Long>> asked = new TreeMap<>();
        Set<Long> relations = new TreeSet<>();
        tables.forEach((oid, table) -> {
            if (filter.leavesOutTable(table, ancestors(oid)).isPresent()) {
                relations.add(oid);
            }
        });
        indexes.forEach((oid, index) -> {
            // A partitioned index that lacks one partition's would stay invalid.
            for (Long at = oid; at != null && filter.leavesOutIndex(index).isPresent(); at = parents.get(at)) {
                relations.add(at);
            }
        });
        asked.put(LeftOut.CLASS, relations);
        asked.put(
                LeftOut.NAMESPACE, keys(schemas, s -> filter.leavesOutSchema(s).isPresent()));
        asked.put(LeftOut.EXTENSION, keys(extensions, e -> filter.leavesOutExtension(e)
                .isPresent()));
        return asked;
    }

    private static Set<Long> keys(Map<Long, String> names, Predicate<String> wanted) {
        Set<Long> keys = new TreeSet<>();
        names.forEach((oid, name) -> {
            if (wanted.test(name)) {
                keys.add(oid);
            }
        });
        return keys;
    }

    private List<TableName> ancestors(long table) {
        List<TableName> ancestors = new ArrayList<>();
        for (Long at = parents.get(table); at != null; at = parents.get(at)) {
            Optional.ofNullable(tables.get(at)).ifPresent(ancestors::add);
        }
        return ancestors;
    }

    /** A schema that is left out is made all the same where an extension lies in it that is taken; nothing else of it is. */
    private void keepSchemasOfExtensions(Map<Integer, Set<Long>> objects) throws SQLException {
        Set<Long> leftOut = objects.getOrDefault(LeftOut.EXTENSION, Set.of());
        Map<Long, String> needed = new HashMap<>();
        names(
                "SELECT extnamespace, extname FROM pg_extension WHERE extname <> 'plpgsql' AND NOT oid = ANY ("
                        + LeftOut.array(leftOut) + ")",
                needed);
        Set<Long> namespaces = objects.computeIfAbsent(LeftOut.NAMESPACE, n -> new TreeSet<>());
        namespaces.removeAll(needed.keySet());
        namespaces.removeAll(keys(schemas, "public"::equals));
    }

    private Set<TableName> disowned(Map<Integer, Set<Long>> objects) throws SQLException {
        Set<Long> relations = objects.getOrDefault(LeftOut.CLASS, Set.of());
        Set<TableName> disowned = new LinkedHashSet<>();
        String sql = "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'a'"
                + " AND d.refclassid = 'pg_class'::regclass WHERE c.relkind = 'S' AND d.refobjid = ANY ("
                + LeftOut.array(relations) + ") AND NOT c.oid = ANY (" + LeftOut.array(relations) + ")";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                disowned.add(new TableName(row.getString(1), row.getString(2)));
            }
        }
        return disowned;
    }
}
