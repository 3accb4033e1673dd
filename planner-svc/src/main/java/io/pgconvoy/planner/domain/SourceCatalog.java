package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.TableName;
import java.util.List;

/** What the planner plans from: read once, under the snapshot. */
public record SourceCatalog(
        int majorVersion,
        List<SourceTable> tables,
        List<TableName> partitionedTables,
        List<SourceIndex> indexes,
        List<SourceForeignKey> foreignKeys,
        LargeObjects largeObjects) {
    public SourceCatalog {
        tables = List.copyOf(tables);
        partitionedTables = List.copyOf(partitionedTables);
        indexes = List.copyOf(indexes);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** OID bounds of jobs of about equal size, both ends included; empty when there is no large object. */
    public record LargeObjects(List<OidRange> ranges) {
        public LargeObjects {
            ranges = List.copyOf(ranges);
        }
    }

    public record OidRange(long firstOid, long lastOid, long bytes) {}
}
