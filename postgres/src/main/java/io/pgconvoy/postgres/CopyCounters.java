package io.pgconvoy.postgres;

import java.util.concurrent.atomic.LongAdder;

/** How far copying has come: read by any thread at any time, fed by one relay. Adds up over several copies. */
public final class CopyCounters {
    private final LongAdder rows = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Rows read from the source; the last few may not be on the target yet. */
    public long rows() {
        return rows.sum();
    }

    /** Payload bytes read from the source, without the protocol's framing. */
    public long bytes() {
        return bytes.sum();
    }

    void add(long moreRows, long moreBytes) {
        rows.add(moreRows);
        bytes.add(moreBytes);
    }
}
