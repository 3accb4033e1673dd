package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.JobPlanner;
import io.pgconvoy.planner.domain.Tables;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Parts of real tables that nobody ever analyzed. */
@ExtendWith(PostgresExtension.class)
class SampledKeysIT {
    private static final int ROWS = 400_000;

    private TestDatabase source;

    @BeforeEach
    void takeDatabase(TestDatabase database) {
        source = database;
    }

    /** Nine tenths of the rows have keys below a thousandth of the range; autovacuum keeps away. */
    private void createSkewed(String column, String constraint) {
        source.execute(
                "CREATE TABLE public.skewed (id " + column + ", note text) WITH (autovacuum_enabled = off)",
                "INSERT INTO public.skewed SELECT CASE WHEN g % 10 > 0 THEN g ELSE g::bigint * 1000 END, repeat('x', 20)"
                        + " FROM generate_series(1, " + ROWS + ") g",
                constraint);
    }

    private List<CopyPart> parts(int parts) throws Exception {
        try (Connection connection = source.connect(SessionKind.SOURCE_READ)) {
            return parts(connection, parts);
        }
    }

    private static List<CopyPart> parts(Connection connection, int parts) throws Exception {
        return new JobPlanner(Tables.splitting(1 << 20, parts), new SampledKeys(connection))
                        .plan(new CatalogReader(connection, Set.of(), LeftOut.NOTHING).read(), Generation.FIRST, false)
                        .jobs()
                        .stream()
                        .filter(CopyPart.class::isInstance)
                        .map(CopyPart.class::cast)
                        .toList();
    }

    private long rows(PartRange range) {
        return Long.parseLong(
                source.value("SELECT count(*) FROM public.skewed WHERE " + DirectWorker.condition(range)));
    }

    @Test
    void c7_partsOfASkewedKeyHaveEqualWork() throws Exception {
        createSkewed("bigint", "ALTER TABLE public.skewed ADD PRIMARY KEY (id)");

        List<CopyPart> parts = parts(4);

        List<Long> rows = parts.stream().map(part -> rows(part.range())).toList();
        assertThat(rows).hasSize(4);
        assertThat(rows.stream().mapToLong(Long::longValue).sum()).isEqualTo(ROWS);
        long mean = ROWS / 4;
        assertThat(rows).allMatch(r -> Math.abs(r - mean) < mean / 10);
    }

    @Test
    void onlyANullableKeyHasAPartForItsNulls() throws Exception {
        createSkewed("bigint", "ALTER TABLE public.skewed ADD UNIQUE (id)");
        source.execute("INSERT INTO public.skewed SELECT NULL, 'y' FROM generate_series(1, 1000)");

        List<CopyPart> nullable = parts(4);

        assertThat(nullable)
                .filteredOn(p -> p.range() instanceof PartRange.NullKeys)
                .singleElement()
                .satisfies(p -> assertThat(rows(p.range())).isEqualTo(1000));
        assertThat(nullable.stream().mapToLong(p -> rows(p.range())).sum()).isEqualTo(ROWS + 1000L);
        source.execute("DELETE FROM public.skewed WHERE id IS NULL", "ALTER TABLE public.skewed ALTER id SET NOT NULL");
        assertThat(parts(4)).hasSize(4).noneMatch(p -> p.range() instanceof PartRange.NullKeys);
    }

    @Test
    void aLargeTableIsSampledAndNotRead() throws Exception {
        createSkewed("int NOT NULL", "CREATE UNIQUE INDEX ON public.skewed (id)");
        source.execute(
                "ALTER TABLE public.skewed ADD filler text DEFAULT repeat('z', 100)", "VACUUM FULL public.skewed");
        long pages = Long.parseLong(source.value("SELECT pg_relation_size('public.skewed') / 8192"));
        assertThat(pages).isGreaterThan(6_000);
        try (Connection connection = source.connect(SessionKind.SOURCE_READ)) {
            connection.setAutoCommit(false);

            long[] bounds = new SampledKeys(connection).bounds(new TableName("public", "skewed"), "id", 4);

            String read = "SELECT pg_stat_get_xact_blocks_fetched('public.skewed'::regclass)";
            assertThat(Long.parseLong(Rows.text(connection, read))).isBetween(1L, pages * 3 / 4);
            assertThat(bounds).hasSize(3).isSorted();
        }
    }

    @Test
    void planningReadsSizesOfTablesThatWereNeverAnalyzedAndWritesNothing() throws Exception {
        createSkewed("bigint", "ALTER TABLE public.skewed ADD PRIMARY KEY (id)");
        String statistics =
                "SELECT coalesce(last_analyze::text, last_autoanalyze::text, 'never') FROM pg_stat_user_tables";
        assertThat(source.value(statistics)).isEqualTo("never");

        try (Connection connection = source.connect(SessionKind.SOURCE_READ)) {
            connection.setAutoCommit(false);
            List<CopyPart> parts = parts(connection, 4);
            // A transaction without an id has written nothing.
            assertThat(Rows.texts(connection, "SELECT pg_current_xact_id_if_assigned()"))
                    .containsExactly("");
            long bytes = Long.parseLong(source.value("SELECT pg_table_size('public.skewed')"));
            assertThat(parts).hasSize(4).allMatch(p -> p.estimatedBytes() == bytes / 4);
        }

        assertThat(source.value(statistics)).isEqualTo("never");
        assertThat(source.value("SELECT count(*) FROM pg_statistic WHERE starelid = 'public.skewed'::regclass"))
                .isEqualTo("0");
    }
}
