package io.pgconvoy.postgres;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The buffers of one relay, made when first needed: small tables never need the second. */
final class ChunkPool {
    /** One being read into, one being written from, two in between. */
    private static final int COUNT = 4;

    private final BlockingQueue<Chunk> free = new ArrayBlockingQueue<>(COUNT);
    private int made;

    /** Only the relay's own thread takes. */
    Chunk take() throws InterruptedException {
        Chunk chunk = free.poll();
        if (chunk != null) {
            return chunk;
        }
        if (made < COUNT) {
            made++;
            return new Chunk();
        }
        return free.take();
    }

    void give(Chunk chunk) {
        free.add(chunk);
    }
}
