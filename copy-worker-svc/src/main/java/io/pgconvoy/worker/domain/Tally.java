package io.pgconvoy.worker.domain;

/** What a job moved: rows as the target counted them, and bytes as they travelled. */
public record Tally(long rows, long bytes) {
    public static final Tally NOTHING = new Tally(0, 0);

    public Tally plus(Tally other) {
        return new Tally(rows + other.rows, bytes + other.bytes);
    }
}
