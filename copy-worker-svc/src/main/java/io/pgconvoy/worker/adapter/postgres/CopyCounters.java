package io.pgconvoy.worker.adapter.postgres;

import java.util.concurrent.atomic.LongAdder;

/** How far one table's copy has come. Written by the reading thread, read by anyone. */
final class CopyCounters {
    private final LongAdder rows = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    void add(long moreRows, long moreBytes) {
        rows.add(moreRows);
        bytes.add(moreBytes);
    }

    long rows() {
        return rows.sum();
    }

    long bytes() {
        return bytes.sum();
    }
}
