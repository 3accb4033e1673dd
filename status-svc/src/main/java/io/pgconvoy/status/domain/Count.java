package io.pgconvoy.status.domain;

/** How many of a known number are done. */
public record Count(int done, int total) {
    static final Count NONE = new Count(0, 0);

    Count plus(int moreDone, int moreTotal) {
        return new Count(done + moreDone, total + moreTotal);
    }

    public boolean isComplete() {
        return done == total;
    }
}
