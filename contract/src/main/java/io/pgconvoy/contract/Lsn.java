package io.pgconvoy.contract;

/** A WAL position; prints as PostgreSQL does, {@code X/Y} (manual: pg_lsn type). Ordered as an unsigned number. */
public record Lsn(long value) implements Comparable<Lsn> {
    public static Lsn parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 1) {
            throw new IllegalArgumentException("'" + text + "' is not an LSN");
        }
        return new Lsn(
                (Long.parseLong(text.substring(0, slash), 16) << 32) | Long.parseLong(text.substring(slash + 1), 16));
    }

    public boolean isAtLeast(Lsn other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(Lsn other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return "%X/%X".formatted(value >>> 32, value & 0xFFFFFFFFL);
    }
}
