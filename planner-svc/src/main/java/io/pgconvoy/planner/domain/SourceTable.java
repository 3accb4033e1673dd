package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.TableName;
import java.util.List;
import java.util.Optional;

/**
 * A table with rows of its own on the source: ordinary tables and partitions, never a partitioned parent.
 *
 * @param bytes heap and TOAST, without indexes
 * @param heapPages pages of the main fork
 * @param isHeap whether its rows have ctids in pages
 * @param columns in order, without dropped and generated ones
 * @param splitKey a single-column integer primary or unique key, the primary one first
 */
public record SourceTable(
        TableName name, long bytes, long heapPages, boolean isHeap, List<Column> columns, Optional<SplitKey> splitKey) {
    public SourceTable {
        columns = List.copyOf(columns);
    }

    /** {@code unsafeInBinary} says why COPY must be text because of this column; empty when binary is safe. */
    public record Column(String name, Optional<String> unsafeInBinary) {}

    public record SplitKey(String column, boolean nullable) {}
}
