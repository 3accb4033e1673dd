package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.TableName;

/** Key values of a table's rows at equal distances, from a sample: bounds for parts with equal work. */
@FunctionalInterface
public interface KeySample {
    /**
     * Ascending values that cut the table into {@code parts} pieces of about the same number of rows; fewer than
     * {@code parts - 1}, down to none, where the sample has not enough different keys.
     */
    long[] bounds(TableName table, String column, int parts);
}
