package io.pgconvoy.runner.compare;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/** The printed form of a {@link Comparison}: fixed columns, so that it can be read in a terminal and in a log. */
final class ComparisonReport {
    /** Names longer than this push their row to the right instead of widening the whole table. */
    private static final int WIDEST_NAME = 48;

    private static final BigInteger MASK = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    private final Comparison comparison;
    private final StringBuilder text = new StringBuilder();

    ComparisonReport(Comparison comparison) {
        this.comparison = comparison;
    }

    String text() {
        int width = comparison.tables().keySet().stream()
                .mapToInt(String::length)
                .filter(length -> length <= WIDEST_NAME)
                .max()
                .orElse(0);
        String line = "%-" + Math.max(width, "table".length()) + "s  %14s  %-16s  %s%n";
        Set<String> differing = new HashSet<>();
        comparison.differences().stream()
                .filter(difference -> difference.kind() == Difference.Kind.ROWS)
                .forEach(difference -> differing.add(difference.object()));
        text.append(line.formatted("table", "rows", "checksum", ""));
        comparison
                .tables()
                .forEach((table, rows) -> text.append(line.formatted(
                        table,
                        rows.populated() ? "%,d".formatted(rows.count()) : "not populated",
                        shortened(rows.checksum()),
                        differing.contains(table) ? "DIFFERS" : "equal")));
        comparison.differences().forEach(difference -> text.append(difference).append(System.lineSeparator()));
        return text.append(comparison.summary()).append(System.lineSeparator()).toString();
    }

    /** The low 64 bits in hexadecimal: enough to be seen to agree, and of one width. The comparison itself used all digits. */
    private static String shortened(String checksum) {
        return "%016x".formatted(new BigInteger(checksum).and(MASK));
    }
}
