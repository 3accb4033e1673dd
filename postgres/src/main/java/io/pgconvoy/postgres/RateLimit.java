package io.pgconvoy.postgres;

/** Spreads bytes over time. May be shared by several relays, which then have the rate together. Thread-safe. */
public final class RateLimit {
    private final long bytesPerSecond;
    private long paidUntil = System.nanoTime();

    public RateLimit(long bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("a rate is at least one byte a second");
        }
        this.bytesPerSecond = bytesPerSecond;
    }

    /** How long whoever moved these bytes must now wait, in nanoseconds. */
    synchronized long nanosFor(long bytes) {
        long now = System.nanoTime();
        paidUntil = Math.max(paidUntil, now) + Math.round(1e9 * bytes / bytesPerSecond);
        return paidUntil - now;
    }
}
