package io.pgconvoy.contract;

import java.util.OptionalLong;

/** Which rows of a split table a part holds. The parts of a table are disjoint and together are the table. */
public sealed interface PartRange {
    /** Rows whose key is at least {@code from} and below {@code below}; an empty bound is open. NULL keys are never in it. */
    record KeyRange(String keyColumn, OptionalLong from, OptionalLong below) implements PartRange {}

    /** Rows whose key is NULL; planned only where the key column is nullable. */
    record NullKeys(String keyColumn) implements PartRange {}

    /** Heap pages from {@code fromPage} to below {@code belowPage}; the last part is open-ended. */
    record CtidRange(long fromPage, OptionalLong belowPage) implements PartRange {}
}
