package io.pgconvoy.contract;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as Kubernetes quantities are ({@code 512Mi}, {@code 1G}) or as pgcopydb writes them ({@code 10GB}). */
public record ByteSize(long bytes) {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]{0,2})");
    private static final Map<String, Long> UNITS = units();

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }

    /**
     * Reads a size: Ki, Mi, Gi, Ti and kB, MB, GB, TB are powers of 1024 (pgcopydb's meaning), k, M, G, T powers of 1000.
     *
     * @throws IllegalArgumentException when the text is no size or is over the range of a long
     */
    public static ByteSize parse(String text) {
        Matcher matcher = SHAPE.matcher(text.strip());
        Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new IllegalArgumentException("'" + text + "' is not a size: write for example 512Mi, 10GB or 0");
        }
        long number = Long.parseLong(matcher.group(1));
        if (number > Long.MAX_VALUE / unit) {
            throw new IllegalArgumentException("'" + text + "' is more bytes than can be counted");
        }
        return new ByteSize(number * unit);
    }

    private static Map<String, Long> units() {
        Map<String, Long> units = new LinkedHashMap<>();
        units.put("", 1L);
        units.put("B", 1L);
        String[] prefixes = {"k", "M", "G", "T", "P"};
        long binary = 1;
        long decimal = 1;
        for (String prefix : prefixes) {
            binary *= 1024;
            decimal *= 1000;
            units.put(prefix, decimal);
            units.put(prefix.toUpperCase(Locale.ROOT) + "i", binary);
            units.put(prefix + "B", binary);
        }
        return Map.copyOf(units);
    }

    /** The shortest exact form in binary units, for example {@code 512Mi}. */
    @Override
    public String toString() {
        String[] names = {"", "Ki", "Mi", "Gi", "Ti", "Pi"};
        long rest = bytes;
        int unit = 0;
        while (rest != 0 && rest % 1024 == 0 && unit < names.length - 1) {
            rest /= 1024;
            unit++;
        }
        return rest + names[unit];
    }
}
