package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.ByteSize;
import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.SourceCatalog.LargeObjects;
import io.pgconvoy.planner.domain.SourceCatalog.PartitionTree;
import io.pgconvoy.planner.domain.SourceTable.Column;
import io.pgconvoy.planner.domain.SourceTable.SplitKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Tables, indexes and catalogs to plan from. */
public final class Tables {
    static final long MIB = 1L << 20;

    private Tables() {}

    static TableName name(String name) {
        return new TableName("public", name);
    }

    static SourceTable table(String name, long bytes) {
        return table(name, bytes, Optional.empty());
    }

    static SourceTable withKey(String name, long bytes, boolean nullable) {
        return table(name, bytes, Optional.of(new SplitKey("id", nullable)));
    }

    private static SourceTable table(String name, long bytes, Optional<SplitKey> key) {
        List<Column> columns = List.of(new Column("id", Optional.empty()), new Column("v", Optional.empty()));
        return new SourceTable(name(name), bytes, bytes / 8192, true, columns, key);
    }

    static SourceTable withColumns(String name, List<Column> columns) {
        return new SourceTable(name(name), 8192, 1, true, columns, Optional.empty());
    }

    static SourceIndex index(String table, String index) {
        return new SourceIndex(
                name(table),
                name(index),
                8192,
                List.of(new Statement("index " + index, "CREATE INDEX " + index)),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    static SourceIndex primaryKey(String table, String index) {
        return new SourceIndex(
                name(table),
                name(index),
                8192,
                List.of(new Statement("index " + index, "CREATE UNIQUE INDEX " + index)),
                List.of(new Statement(
                        "constraint " + index, "ALTER TABLE " + table + " ADD PRIMARY KEY USING " + index)),
                Optional.empty(),
                Optional.empty());
    }

    static SourceIndex attached(String table, String index, String parent) {
        return new SourceIndex(
                name(table),
                name(index),
                8192,
                List.of(new Statement("index " + index, "CREATE INDEX " + index)),
                List.of(),
                Optional.of(name(parent)),
                Optional.of(new Statement("attachment of " + index, "ATTACH " + index + " TO " + parent)));
    }

    static SourceForeignKey foreignKey(String table, String key, long bytes) {
        return new SourceForeignKey(
                name(table),
                key,
                new Statement("add " + key, "ADD " + key),
                Optional.of(new Statement("validate " + key, "VALIDATE " + key)),
                bytes);
    }

    static SourceForeignKey checkedWhenAdded(String table, String key, long bytes) {
        return new SourceForeignKey(
                name(table), key, new Statement("add " + key, "ADD " + key), Optional.empty(), bytes);
    }

    static SourceCatalog catalog(List<SourceTable> tables) {
        return catalog(tables, List.of(), List.of());
    }

    static SourceCatalog catalog(List<SourceTable> tables, List<SourceIndex> indexes, List<SourceForeignKey> keys) {
        return new SourceCatalog(15, tables, List.of(), Set.of(), indexes, keys, new LargeObjects(List.of()), Map.of());
    }

    static SourceCatalog partitioned(List<SourceTable> tables, PartitionTree tree, Set<TableName> overForeignTables) {
        return new SourceCatalog(
                15,
                tables,
                List.of(tree),
                overForeignTables,
                List.of(),
                List.of(),
                new LargeObjects(List.of()),
                Map.of());
    }

    static CloneSpec skipping(Skip... skip) {
        return CloneSpec.with(c -> c.skip = Optional.of(Set.of(skip)));
    }

    public static CloneSpec splitting(long threshold, int maxParts) {
        return splitting(threshold, maxParts, true);
    }

    static CloneSpec splitting(long threshold, int maxParts, boolean binary) {
        return CloneSpec.with(c -> {
            c.splitTablesLargerThan = Optional.of(new ByteSize(threshold));
            c.splitMaxParts = OptionalInt.of(maxParts);
            c.useCopyBinary = Optional.of(binary);
        });
    }
}
