package io.pgconvoy.contract;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A WAL position; prints as PostgreSQL does, {@code X/Y} (manual: pg_lsn type). Ordered as an unsigned number. */
public record Lsn(long value) implements Comparable<Lsn> {
    private static final Pattern SHAPE = Pattern.compile("([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})");

    /** @throws IllegalArgumentException when the text is not two hexadecimal numbers of up to 32 bits */
    public static Lsn parse(String text) {
        Matcher halves = SHAPE.matcher(text);
        if (!halves.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not an LSN");
        }
        return new Lsn((Long.parseLong(halves.group(1), 16) << 32) | Long.parseLong(halves.group(2), 16));
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
