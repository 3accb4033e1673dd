package io.pgconvoy.contract;

/** Number of the snapshot a migration copies under, from 1. What belongs to a lower one is stale. */
public record Generation(int number) {
    public static final Generation FIRST = new Generation(1);

    public Generation {
        if (number < 1) {
            throw new IllegalArgumentException("generations count from 1, not " + number);
        }
    }

    public Generation next() {
        return new Generation(number + 1);
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }
}
