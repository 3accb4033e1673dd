package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.KeySample;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.SqlStates;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Key bounds from a sample of the table's pages: reads about {@value #PAGES} of them, needs no statistics and writes none. */
final class SampledKeys implements KeySample {
    /** 3,000 pages of 8 KiB are 24 MB: read in well under a second, and enough rows for cuts within a few per cent. */
    private static final long PAGES = 3_000;

    private final Connection source;

    SampledKeys(Connection source) {
        this.source = source;
    }

    @Override
    public long[] bounds(TableName table, String column, int parts) {
        String key = Identifiers.quote(column);
        String name = Identifiers.quote(table);
        List<String> fractions = new ArrayList<>();
        for (int i = 1; i < parts; i++) {
            fractions.add(String.format(Locale.ROOT, "%.6f", (double) i / parts));
        }
        try (Statement statement = source.createStatement()) {
            double percent = percent(statement, name);
            String from = percent >= 100
                    ? "ONLY " + name
                    : String.format(Locale.ROOT, "ONLY %s TABLESAMPLE SYSTEM (%.6f) REPEATABLE (1)", name, percent);
            String sql = "SELECT DISTINCT b FROM unnest((SELECT percentile_disc(ARRAY[" + String.join(",", fractions)
                    + "]) WITHIN GROUP (ORDER BY " + key + "::bigint) FROM " + from + " WHERE " + key
                    + " IS NOT NULL)) b WHERE b IS NOT NULL ORDER BY b";
            List<Long> bounds = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    bounds.add(row.getLong(1));
                }
            }
            return bounds.stream().mapToLong(Long::longValue).toArray();
        } catch (SQLException e) {
            throw new FailureException(SqlStates.failureOf(e, "sampling the keys of " + table), e);
        }
    }

    private static double percent(Statement statement, String quotedTable) throws SQLException {
        String sql = "SELECT pg_relation_size(" + Identifiers.literal(quotedTable)
                + "::regclass) / current_setting('block_size')::bigint";
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return 100.0 * PAGES / Math.max(1, row.getLong(1));
        }
    }
}
