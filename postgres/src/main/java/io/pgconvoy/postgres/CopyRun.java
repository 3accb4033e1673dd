package io.pgconvoy.postgres;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One copy of one relay, from its two statements to the moment when both connections are idle again or closed. */
final class CopyRun {
    /** Longer than both sides need to give up politely; then sockets are closed. */
    private static final int CANCEL_SECONDS = 15;

    private final SourceSide source;
    private final TargetSide target;
    private final ChunkPool chunks;
    private final Optional<RateLimit> limit;
    private final String encoding;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    CopyRun(Wire sourceWire, Wire targetWire, ChunkPool chunks, CopyCounters counters, Optional<RateLimit> limit) {
        this.source = new SourceSide(sourceWire, counters);
        this.target = new TargetSide(targetWire, chunks, source::cancel);
        this.chunks = chunks;
        this.limit = limit;
        this.encoding = sourceWire.parameter("server_encoding");
    }

    CopyRelay.Result run(String copyOutSql, String copyInSql) throws SQLException {
        try {
            target.send(inSourceEncoding(copyInSql));
            source.send(inSourceEncoding(copyOutSql));
            target.awaitCopy();
            source.awaitCopy();
            moveAll();
            long sent = source.finish();
            long stored = target.complete();
            if (sent != stored) {
                throw new RowCountException(sent, stored);
            }
            return new CopyRelay.Result(stored, source.payloadBytes());
        } catch (InterruptedException e) {
            cancelled.countDown();
            abandon();
            Thread.currentThread().interrupt();
            throw new CopyCancelledException(e);
        } catch (SQLException | IOException | RuntimeException e) {
            throw failure(e);
        } finally {
            source.over();
            target.over();
            ended.countDown();
        }
    }

    /**
     * Both servers are told that the client's encoding is the source's. So no byte is converted on the way out, SQL_ASCII passes as it
     * is, and the target converts only if its own encoding differs. All statements are one message: the server reads it in pgjdbc's encoding,
     * and pgjdbc finds that encoding again afterwards, or after the rollback of a failure.
     */
    private String inSourceEncoding(String copy) {
        return encoding.equals("UTF8")
                ? copy
                : "SET client_encoding TO " + Identifiers.literal(encoding) + "; " + copy
                        + "; SET client_encoding TO 'UTF8'";
    }

    private void moveAll() throws SQLException, IOException, InterruptedException {
        Chunk chunk = chunks.take();
        boolean more = fill(chunk, () -> false);
        if (!more) {
            try {
                target.writeDirectly(chunk);
            } finally {
                chunks.give(chunk);
            }
            return;
        }
        target.startThreads();
        while (more) {
            long bytes = chunk.end;
            target.put(chunk);
            if (limit.isPresent()) {
                awaitTurn(limit.get().nanosFor(bytes));
            }
            chunk = chunks.take();
            more = fill(chunk, target::isIdle);
        }
        target.put(chunk);
    }

    private boolean fill(Chunk chunk, SourceSide.Hunger hunger) throws SQLException, IOException {
        boolean filled = false;
        try {
            target.check();
            if (cancelled.getCount() == 0) {
                throw new CopyCancelledException(null);
            }
            boolean more = source.fill(chunk, hunger);
            filled = true;
            return more;
        } finally {
            if (!filled) {
                chunks.give(chunk);
            }
        }
    }

    private void awaitTurn(long nanos) throws SQLException, InterruptedException {
        if (cancelled.await(nanos, TimeUnit.NANOSECONDS)) {
            throw new CopyCancelledException(null);
        }
    }

    /** The target's own failure comes first: the source's is then only our cancel request. */
    private SQLException failure(Exception e) {
        Optional<SQLException> ofTarget = target.failure();
        abandon();
        if (cancelled.getCount() == 0) {
            return e instanceof CopyCancelledException c ? c : new CopyCancelledException(e);
        }
        return ofTarget.orElseGet(() -> switch (e) {
            case SQLException sql -> sql;
            case RuntimeException unchecked -> throw unchecked;
            default -> source.failure().orElseGet(() -> new SQLException(e.getMessage(), "08006", e));
        });
    }

    private void abandon() {
        boolean interrupted = Thread.interrupted(); // cleaning up must be able to wait
        target.abandon();
        source.abandon();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void cancel() {
        cancelled.countDown();
        Thread.ofVirtual().name("copy-cancel").start(() -> {
            source.cancel();
            target.cancel();
            try {
                if (!ended.await(CANCEL_SECONDS, TimeUnit.SECONDS)) {
                    source.abort();
                    target.abort();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
