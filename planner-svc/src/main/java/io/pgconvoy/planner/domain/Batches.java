package io.pgconvoy.planner.domain;

import java.util.ArrayList;
import java.util.List;

/** Small tables that share a job: as many as repay it, few enough that none waits long for the others. */
final class Batches {
    private static final int MOST_TABLES = 64;
    private static final long MOST_BYTES = 4L << 20;

    /** A job names every column, and must fit into a Kafka record of 1 MiB several times over. */
    private static final int MOST_COLUMNS = 2000;

    private Batches() {}

    /** In the given order, each table in one batch. */
    static List<List<SourceTable>> of(List<SourceTable> tables) {
        List<List<SourceTable>> batches = new ArrayList<>();
        List<SourceTable> batch = new ArrayList<>();
        long bytes = 0;
        int columns = 0;
        for (SourceTable table : tables) {
            boolean full = batch.size() == MOST_TABLES
                    || bytes + table.bytes() > MOST_BYTES
                    || columns + table.columns().size() > MOST_COLUMNS;
            if (full && !batch.isEmpty()) {
                batches.add(List.copyOf(batch));
                batch.clear();
                bytes = 0;
                columns = 0;
            }
            batch.add(table);
            bytes += table.bytes();
            columns += table.columns().size();
        }
        if (!batch.isEmpty()) {
            batches.add(List.copyOf(batch));
        }
        return batches;
    }
}
