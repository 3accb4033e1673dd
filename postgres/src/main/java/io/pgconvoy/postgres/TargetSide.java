package io.pgconvoy.postgres;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The writing half of a relay. A copy of one chunk is written by the relay's own thread; for a longer one a writer overlaps with the
 * reading, and a listener notices at once when the target refuses.
 */
final class TargetSide {
    private static final byte[] COPY_DONE = {'c', 0, 0, 0, 4};
    /** In the queue of chunks: no more will come, the copy is complete. */
    private static final Chunk COMPLETE = new Chunk();
    /** In the queue of chunks: no more will come, the copy has failed. */
    private static final Chunk FAILED = new Chunk();

    private final Wire wire;
    private final ChunkPool free;
    private final Runnable onRefusal;
    private final BlockingQueue<Chunk> full = new LinkedBlockingQueue<>();
    private Optional<Thread> writer = Optional.empty();
    private Optional<Thread> listener = Optional.empty();
    private volatile Optional<IOException> broken = Optional.empty();
    private volatile boolean refused;
    private volatile boolean idle;
    private boolean inCopy;
    private boolean over;

    /** @param onRefusal told, on the listener's thread, that the target ended the copy */
    TargetSide(Wire wire, ChunkPool free, Runnable onRefusal) {
        this.wire = wire;
        this.free = free;
        this.onRefusal = onRefusal;
    }

    void send(String sql) throws SQLException, IOException {
        wire.query(sql);
    }

    void awaitCopy() throws SQLException, IOException {
        wire.awaitCopy('G');
        inCopy = true;
    }

    /** Whether the writer waits for something to write. */
    boolean isIdle() {
        return idle && full.isEmpty();
    }

    /** The first and only chunk. */
    void writeDirectly(Chunk chunk) throws IOException {
        writeFrame(chunk);
    }

    void startThreads() {
        writer = Optional.of(Thread.ofPlatform().daemon().name("copy-writer").start(this::writeAll));
        listener =
                Optional.of(Thread.ofPlatform().daemon().name("copy-listener").start(this::listen));
    }

    void put(Chunk chunk) {
        full.add(chunk);
    }

    /** @throws SQLException if the target has ended the copy meanwhile */
    void check() throws SQLException, IOException {
        Optional<SQLException> failure = failure();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private void writeAll() {
        try {
            while (true) {
                idle = true;
                Chunk chunk = full.take();
                idle = false;
                if (chunk == COMPLETE || chunk == FAILED) {
                    writeEnd(chunk == COMPLETE);
                    return;
                }
                try {
                    if (!refused) {
                        writeFrame(chunk);
                    }
                } finally {
                    free.give(chunk);
                }
            }
        } catch (IOException e) {
            broken = Optional.of(e);
            onRefusal.run();
            recycle();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void recycle() {
        for (Chunk chunk = full.poll(); chunk != null; chunk = full.poll()) {
            if (chunk != COMPLETE && chunk != FAILED) {
                free.give(chunk);
            }
        }
    }

    private void writeFrame(Chunk chunk) throws IOException {
        if (!chunk.isEmpty()) {
            chunk.seal();
            wire.write(chunk.bytes, chunk.end);
        }
    }

    private void writeEnd(boolean complete) throws IOException {
        if (refused) {
            return;
        }
        byte[] reason = "the source failed\0".getBytes(StandardCharsets.US_ASCII);
        byte[] message = complete
                ? COPY_DONE
                : ByteBuffer.allocate(5 + reason.length)
                        .put((byte) 'f')
                        .putInt(4 + reason.length)
                        .put(reason)
                        .array();
        wire.write(message, message.length);
    }

    /** Until the copy's end the server speaks only to refuse: then whatever is on its way is dropped by both sides. */
    private void listen() {
        try {
            while (!wire.isReady()) {
                wire.handle(wire.header());
                if (wire.error().isPresent() && !refused) {
                    refused = true;
                    Thread.ofVirtual().start(onRefusal);
                }
            }
            wire.readUntilReady();
        } catch (IOException e) {
            if (broken.isEmpty()) {
                broken = Optional.of(e);
            }
            refused = true;
            onRefusal.run();
        }
    }

    /** After the last chunk, when the source has kept its word: how many rows the target stored. */
    long complete() throws SQLException, IOException, InterruptedException {
        if (listener.isPresent()) {
            full.add(COMPLETE);
            writer.orElseThrow().join();
            listener.orElseThrow().join();
        } else {
            writeEnd(true);
            wire.readUntilReady();
        }
        check();
        return wire.copied().orElseThrow(() -> new IOException("the target sent no command tag"));
    }

    /** What ended the copy on this side; the server's own words if it still said any before the connection broke. */
    Optional<SQLException> failure() {
        if (broken.isPresent() && listener.isPresent()) {
            joined(listener.get(), 2_000);
        }
        return wire.error()
                .<SQLException>map(error -> error)
                .or(() -> broken.map(e -> new SQLException(e.getMessage(), "08006", e)));
    }

    /** From any thread. */
    synchronized void cancel() {
        if (!over && !wire.isReady()) {
            wire.requestCancel();
        }
    }

    /** Brings the connection out of an unfinished copy, or closes it if that takes too long. */
    void abandon() {
        recycle();
        if (listener.isPresent()) {
            full.add(FAILED);
            boolean ended = joined(writer.orElseThrow(), SourceSide.GIVE_UP_MILLIS)
                    && joined(listener.get(), SourceSide.GIVE_UP_MILLIS);
            if (!ended || broken.isPresent() || !wire.isReady()) {
                abort();
                joined(writer.orElseThrow(), SourceSide.GIVE_UP_MILLIS);
            }
            recycle();
        } else if (!wire.isReady()) {
            failDirectly();
        }
    }

    private void failDirectly() {
        try {
            wire.readTimeout(SourceSide.GIVE_UP_MILLIS);
            if (!inCopy) {
                cancel();
                awaitCopy();
            }
            writeEnd(false);
            wire.readUntilReady();
            wire.readTimeout(0);
        } catch (SQLException e) {
            resumeBlockingReads(); // it refused by itself, and its connection is ready again
        } catch (IOException e) {
            abort();
        }
    }

    private void resumeBlockingReads() {
        try {
            wire.readTimeout(0);
        } catch (SocketException e) {
            abort();
        }
    }

    private static boolean joined(Thread thread, long millis) {
        try {
            return thread.join(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    synchronized void over() {
        over = true;
        if (!wire.isReady()) {
            wire.abort();
        }
    }

    void abort() {
        wire.abort();
    }
}
