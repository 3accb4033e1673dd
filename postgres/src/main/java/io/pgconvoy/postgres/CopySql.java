package io.pgconvoy.postgres;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.PartRange.CtidRange;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.PartRange.NullKeys;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The two COPY statements that move one table, or one part of it.
 *
 * @param out for the source
 * @param in for the target
 */
public record CopySql(String out, String in) {
    /**
     * @param columns in the order both sides use; none for a table without columns, or with generated ones only
     * @param part which rows; empty for all. Rows of inheritance children are never among them: each child is copied itself.
     * @param freeze only where the target's table was created or truncated in the same transaction
     */
    public static CopySql of(
            TableName table, List<String> columns, CopyFormat format, Optional<PartRange> part, boolean freeze) {
        String name = Identifiers.quote(table);
        String list = columns.stream().map(Identifiers::quote).collect(Collectors.joining(", "));
        String parenthesized = columns.isEmpty() ? "" : " (" + list + ")";
        String options = "FORMAT " + format.name().toLowerCase(Locale.ROOT);
        // COPY of a table by name skips the executor, and reads only that table's own rows.
        String rows = part.map(range -> "(SELECT " + list + " FROM ONLY " + name + " WHERE " + condition(range) + ")")
                .orElse(name + parenthesized);
        return new CopySql(
                "COPY " + rows + " TO STDOUT WITH (" + options + ")",
                "COPY " + name + parenthesized + " FROM STDIN WITH (" + options + (freeze ? ", FREEZE" : "") + ")");
    }

    private static String condition(PartRange part) {
        return switch (part) {
            case NullKeys range -> Identifiers.quote(range.keyColumn()) + " IS NULL";
            case KeyRange range -> condition(range);
            case CtidRange range -> condition(range);
        };
    }

    private static String condition(KeyRange range) {
        String key = Identifiers.quote(range.keyColumn());
        List<String> bounds = new ArrayList<>();
        range.from().ifPresent(from -> bounds.add(key + " >= '" + from + "'::bigint"));
        range.below().ifPresent(below -> bounds.add(key + " < '" + below + "'::bigint"));
        return bounds.isEmpty() ? key + " IS NOT NULL" : String.join(" AND ", bounds);
    }

    private static String condition(CtidRange range) {
        String from = "ctid >= '(" + range.fromPage() + ",0)'::tid";
        return range.belowPage().isEmpty()
                ? from
                : from + " AND ctid < '(" + range.belowPage().getAsLong() + ",0)'::tid";
    }
}
