package io.pgconvoy.status.domain;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.state.JobTrack;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far one table is.
 *
 * @param rows rows on the target or on their way; absent where a job copies many tables and only its sum is known
 * @param bytes wire bytes of them; absent likewise
 * @param plannedBytes size of the table on the source, an estimate
 * @param partCount copy jobs of the table
 * @param indexes build jobs of the table: indexes and constraints
 */
public record TableStatus(
        TableName table,
        State state,
        OptionalLong rows,
        OptionalLong bytes,
        long plannedBytes,
        Count partCount,
        List<PartStatus> parts,
        Count indexes,
        Optional<Failure> lastError) {
    public TableStatus {
        parts = List.copyOf(parts);
    }

    /** STUCK: a job of this table needs a person. */
    public enum State {
        PLANNED,
        COPYING,
        COPIED,
        BUILDING,
        DONE,
        STUCK
    }

    /**
     * How far one copy job of a table is.
     *
     * @param part number of the part, from 1
     * @param range which rows; absent where it is the whole table
     * @param shared the job copies other tables too: rows and bytes are absent
     */
    public record PartStatus(
            JobId job,
            int part,
            Optional<PartRange> range,
            JobTrack.Status state,
            Optional<String> worker,
            int attempt,
            boolean shared,
            OptionalLong rows,
            OptionalLong bytes,
            long plannedBytes,
            Optional<Instant> startedAt,
            Optional<Instant> endedAt,
            Optional<Failure> lastError) {}
}
