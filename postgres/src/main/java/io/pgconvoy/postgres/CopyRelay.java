package io.pgconvoy.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Moves rows from a COPY TO STDOUT on the source to a COPY FROM STDIN on the target, the product's hot path: reading and writing overlap,
 * rows are not parsed, and a relay holds 4 MiB however wide they are. A lane keeps one relay for all its copies; one copy runs at a time.
 */
public final class CopyRelay {
    private final ChunkPool chunks = new ChunkPool();
    private final Optional<RateLimit> limit;
    private volatile CopyRun current;

    public CopyRelay() {
        this(Optional.empty());
    }

    public CopyRelay(Optional<RateLimit> limit) {
        this.limit = limit;
    }

    /**
     * What was moved, the same on both sides.
     *
     * @param bytes payload of the COPY stream
     */
    public record Result(long rows, long bytes) {}

    /**
     * Copies to the end or not at all. Connections are pgjdbc's, from {@link Sessions}; the target's must not be in auto-commit mode, and the
     * caller commits. After a failure each connection either takes a rollback or is closed.
     *
     * @param copyOutSql see {@link CopySql}
     * @param counters fed while it runs
     * @throws RowCountException if the two servers count differently: roll back
     * @throws CopyCancelledException after {@link #cancel} or an interrupt of the calling thread
     * @throws SQLException the first error of either server, or of its connection
     */
    public Result copy(Connection source, String copyOutSql, Connection target, String copyInSql, CopyCounters counters)
            throws SQLException {
        if (target.getAutoCommit()) {
            throw new IllegalArgumentException("a copy is committed by its caller: turn auto-commit off");
        }
        CopyRun run;
        try {
            run = new CopyRun(Wire.of("source", source), Wire.of("target", target), chunks, counters, limit);
        } catch (IOException e) {
            throw new SQLException("the connection broke before the copy began", "08006", e);
        }
        current = run;
        try {
            return run.run(copyOutSql, copyInSql);
        } finally {
            current = null;
        }
    }

    /** From any thread: ends the copy that is running, if one is. Returns at once; {@link #copy} throws within seconds. */
    public void cancel() {
        CopyRun run = current;
        if (run != null) {
            run.cancel();
        }
    }
}
