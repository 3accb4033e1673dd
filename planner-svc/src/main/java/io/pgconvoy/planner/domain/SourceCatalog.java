package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.TableName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the planner plans from: read once, under the snapshot.
 *
 * @param overForeignTables tables and partitioned tables that a foreign table inherits from, at any depth
 * @param withoutRows tables that are made and not filled, with the reason; they are among the tables too
 */
public record SourceCatalog(
        int majorVersion,
        List<SourceTable> tables,
        List<PartitionTree> partitionTrees,
        Set<TableName> overForeignTables,
        List<SourceIndex> indexes,
        List<SourceForeignKey> foreignKeys,
        LargeObjects largeObjects,
        Map<TableName, String> withoutRows) {
    public SourceCatalog {
        withoutRows = Map.copyOf(withoutRows);
        tables = List.copyOf(tables);
        partitionTrees = List.copyOf(partitionTrees);
        overForeignTables = Set.copyOf(overForeignTables);
        indexes = List.copyOf(indexes);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** A partitioned table that is no partition itself, and the tables at the ends of its branches. */
    public record PartitionTree(TableName root, List<TableName> leaves) {
        public PartitionTree {
            leaves = List.copyOf(leaves);
        }
    }

    /** OID bounds of jobs of about equal size, both ends included; empty when there is no large object. */
    public record LargeObjects(List<OidRange> ranges) {
        public LargeObjects {
            ranges = List.copyOf(ranges);
        }
    }

    public record OidRange(long firstOid, long lastOid, long bytes) {}
}
