package io.pgconvoy.postgres;

import java.io.IOException;
import java.net.SocketException;
import java.sql.SQLException;
import java.util.Optional;

/** The reading half of a relay. Used by the relay's own thread, but for {@link #cancel}. */
final class SourceSide {
    /** A read this short of a full buffer is not worth a system call. */
    private static final int LEAST_ROOM = 64 * 1024;
    /** How long a server may take to notice that its statement was cancelled. */
    static final int GIVE_UP_MILLIS = 10_000;

    private final Wire wire;
    private final CopyCounters counters;
    private final Reframer reframer = new Reframer();
    private boolean binary;
    private boolean inCopy;
    private boolean ended;
    private boolean over;

    SourceSide(Wire wire, CopyCounters counters) {
        this.wire = wire;
        this.counters = counters;
    }

    void send(String sql) throws SQLException, IOException {
        wire.query(sql);
    }

    void awaitCopy() throws SQLException, IOException {
        binary = wire.awaitCopy('H');
        inCopy = true;
    }

    /** Decides, when a chunk is worth sending, whether it should still grow. */
    interface Hunger {
        /** The target has nothing to do. */
        boolean isIdle();
    }

    /**
     * Fills the chunk: wholly if the target is busy meanwhile, else with what makes a good frame.
     *
     * @return whether more may come
     * @throws SQLException the source's own error; its wire is ready then
     */
    boolean fill(Chunk chunk, Hunger target) throws SQLException, IOException {
        chunk.clear();
        while (!ended && chunk.room() >= LEAST_ROOM && !(chunk.end >= Chunk.BYTES / 2 && target.isIdle())) {
            long rowsBefore = rows();
            long bytesBefore = reframer.payloadBytes();
            chunk.end = readSome(chunk.bytes, chunk.end);
            counters.add(rows() - rowsBefore, reframer.payloadBytes() - bytesBefore);
        }
        return !ended;
    }

    /** Reads what there is into {@code bytes} from {@code from} on; says where its payload ends. */
    private int readSome(byte[] bytes, int from) throws SQLException, IOException {
        int count = wire.read(bytes, from, bytes.length - from);
        int end = reframer.compact(bytes, from, count);
        if (reframer.stop() >= 0) {
            wire.unread(bytes, reframer.stop(), from + count - reframer.stop());
            otherMessage();
        }
        return end;
    }

    private void otherMessage() throws SQLException, IOException {
        Wire.Header header = wire.header();
        if (header.type() == 'c') {
            ended = true;
            return;
        }
        wire.handle(header);
        if (wire.error().isPresent()) {
            wire.readUntilReady();
            throw wire.error().get();
        }
    }

    /** The binary format ends in a frame that is no row. */
    private long rows() {
        return binary ? Math.max(0, reframer.frames() - 1) : reframer.frames();
    }

    long payloadBytes() {
        return reframer.payloadBytes();
    }

    /** After the last chunk: how many rows the server says it sent. */
    long finish() throws SQLException, IOException {
        wire.readUntilReady();
        if (wire.error().isPresent()) {
            throw wire.error().get();
        }
        return wire.copied().orElseThrow(() -> new IOException("the source sent no command tag"));
    }

    /** From any thread: makes the server end the copy with an error. Nothing is sent once the copy is {@link #over}. */
    synchronized void cancel() {
        if (!over && !wire.isReady()) {
            wire.requestCancel();
        }
    }

    /** Brings the connection out of an unfinished copy, or closes it if that takes too long. */
    void abandon() {
        if (wire.isReady()) {
            return;
        }
        try {
            wire.readTimeout(GIVE_UP_MILLIS);
            if (!inCopy) {
                awaitCopy(); // a request that arrives before the statement began would be ignored
            }
            cancel();
            // The stream stands somewhere inside a frame; only the reframer finds its end.
            byte[] dropped = new byte[LEAST_ROOM];
            while (!ended) {
                readSome(dropped, 0);
            }
            wire.readUntilReady();
            wire.readTimeout(0);
        } catch (SQLException e) {
            resumeBlockingReads(); // it has answered the request, or had refused by itself
        } catch (IOException e) {
            wire.abort();
        }
    }

    private void resumeBlockingReads() {
        try {
            wire.readTimeout(0);
        } catch (SocketException e) {
            wire.abort();
        }
    }

    /** From here on no cancel request can reach a later statement, and no statement is under way. */
    synchronized void over() {
        over = true;
        if (!wire.isReady()) {
            wire.abort();
        }
    }

    /** What the server said before it closed the connection. */
    Optional<SQLException> failure() {
        return wire.error().map(error -> error);
    }

    void abort() {
        wire.abort();
    }
}
