package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.worker.application.WorkFailed;
import io.pgconvoy.worker.domain.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOperation;
import org.postgresql.copy.CopyOut;

/**
 * Streams one COPY from source to target: one thread reads while the other writes. Rows are not parsed, and memory is bounded by
 * the queue between the two and the largest row.
 */
final class CopyRelay {
    /** Rows are sent on in pieces of this size: a message to the target costs the same however little is in it. */
    private static final int PIECE = 128 << 10;
    /** Enough to ride out a pause of either side, little enough for many lanes. */
    private static final int QUEUED = 16;

    private final BlockingQueue<Piece> queue = new ArrayBlockingQueue<>(QUEUED);
    private final CopyCounters counters;

    CopyRelay(CopyCounters counters) {
        this.counters = counters;
    }

    private sealed interface Piece {
        @SuppressWarnings("ArrayRecordComponent") // handed from one thread to the other, never compared
        record Rows(byte[] bytes, int length) implements Piece {}

        record End(long rows) implements Piece {}

        record Broken(SQLException why) implements Piece {}
    }

    /** Both connections are in transactions, and usable for nothing but a rollback after an exception. */
    Tally copy(Connection source, String outSql, Connection target, String inSql) throws SQLException {
        CopyOut read = source.unwrap(PGConnection.class).getCopyAPI().copyOut(outSql);
        try {
            CopyIn write = target.unwrap(PGConnection.class).getCopyAPI().copyIn(inSql);
            try {
                return relay(read, write);
            } catch (SQLException | RuntimeException e) {
                end(write, e);
                throw e;
            }
        } catch (SQLException | RuntimeException e) {
            end(read, e);
            throw e;
        }
    }

    /** A connection that is still in COPY can do nothing else, not even roll back. */
    private static void end(CopyOperation copy, Exception why) {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    private Tally relay(CopyOut read, CopyIn write) throws SQLException {
        Thread reader = Thread.ofPlatform().name("copy-out").start(() -> readAll(read));
        boolean done = false;
        try {
            long sent = writeAll(write);
            long stored = write.endCopy();
            done = true;
            requireEqual(sent, stored);
            return new Tally(stored, counters.bytes());
        } finally {
            join(reader, done);
        }
    }

    private void readAll(CopyOut read) {
        Piece last;
        try {
            byte[] piece = new byte[PIECE];
            int length = 0;
            for (byte[] row = read.readFromCopy(); row != null; row = read.readFromCopy()) {
                if (length + row.length > PIECE && length > 0) {
                    queue.put(new Piece.Rows(piece, length));
                    piece = new byte[PIECE];
                    length = 0;
                }
                if (row.length > PIECE) {
                    queue.put(new Piece.Rows(row, row.length));
                } else {
                    System.arraycopy(row, 0, piece, length, row.length);
                    length += row.length;
                }
                counters.add(1, row.length);
            }
            if (length > 0) {
                queue.put(new Piece.Rows(Arrays.copyOf(piece, length), length));
            }
            last = new Piece.End(read.getHandledRowCount());
        } catch (SQLException e) {
            last = new Piece.Broken(e);
        } catch (InterruptedException e) {
            return; // the writer has given up
        }
        try {
            queue.put(last);
        } catch (InterruptedException e) {
            // The writer has given up.
        }
    }

    /** @return rows as the source counted them */
    private long writeAll(CopyIn write) throws SQLException {
        while (true) {
            switch (take()) {
                case Piece.Rows(byte[] bytes, int length) -> write.writeToCopy(bytes, 0, length);
                case Piece.End(long rows) -> {
                    return rows;
                }
                case Piece.Broken(SQLException why) -> throw why;
            }
        }
    }

    private Piece take() throws SQLException {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while copying", "57014", e);
        }
    }

    /** The reader must be off the source connection before that is used again. */
    private static void join(Thread reader, boolean done) {
        if (!done) {
            reader.interrupt();
        }
        boolean interrupted = false;
        while (reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void requireEqual(long sent, long stored) {
        if (sent != stored) {
            throw new WorkFailed(Failure.of(
                    ErrorCode.ROW_COUNT_DIFFERS,
                    "the source sent " + sent + " rows and the target stored " + stored,
                    "look for a trigger or rule on the target table"));
        }
    }
}
