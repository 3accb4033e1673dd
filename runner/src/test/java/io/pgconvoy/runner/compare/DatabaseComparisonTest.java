package io.pgconvoy.runner.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.runner.demo.DemoDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class DatabaseComparisonTest {
    private static final double SCALE = 0.02;

    private final ClientTools tools = ClientTools.find(Optional.empty());

    @Test
    void aRestoredDumpIsEqualWhateverTheSessionsSettings(TestDatabase source, TestDatabase target, @TempDir Path folder)
            throws Exception {
        new DemoDatabase(tools).fill(source.endpoint(), SCALE);
        Path dump = folder.resolve("dump");
        run(Tool.PG_DUMP, source, List.of("-Fc", "--file=" + dump));
        run(Tool.PG_RESTORE, target, List.of("--exit-on-error", dump.toString()));

        Comparison comparison;
        try (Connection left = source.connect(SessionKind.ADMIN);
                Connection right = target.connect(SessionKind.ADMIN)) {
            change(right);
            comparison = compare(source, left, target, right);
            assertThat(right.getAutoCommit()).isTrue();
        }

        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.equal()).isTrue();
        assertThat(comparison.tables()).hasSizeGreaterThan(30).containsKey("analytics.events_2024q2_view");
        assertThat(comparison.report()).contains("Back Office.Staff").endsWith(comparison.summary() + "\n");
    }

    @Test
    void everyKindOfChangeIsFound(TestDatabase source, TestDatabase target) throws Exception {
        new DemoDatabase(tools).fill(source.endpoint(), SCALE);
        new DemoDatabase(tools).fill(target.endpoint(), SCALE);
        target.execute(
                "DELETE FROM shop.reviews WHERE id = 1",
                "UPDATE shop.price_history SET price = price + 0.01 WHERE product_id = 1 AND valid @> date '2020-01-02'",
                "INSERT INTO analytics.heartbeats DEFAULT VALUES",
                "REFRESH MATERIALIZED VIEW analytics.revenue WITH NO DATA",
                "SELECT setval('shop.invoice_number', 1, false)",
                "SELECT lo_put(4242001, 5000, 'x')",
                "SELECT lo_unlink(4242002)",
                "COMMENT ON LARGE OBJECT 4242003 IS 'new'",
                "DROP INDEX shop.orders_customer",
                "COMMENT ON COLUMN shop.customers.display_name IS 'changed'",
                "ALTER TABLE shop.stock ADD more int",
                "CREATE TABLE public.extra ()",
                "UPDATE pg_catalog.pg_index SET indisvalid = false WHERE indexrelid = 'shop.reviews_words'::pg_catalog.regclass",
                "CREATE SCHEMA pgconvoy",
                "CREATE TABLE pgconvoy.receipts (id int)");

        List<String> differences = compare(source, target).differences().stream()
                .map(Difference::toString)
                .toList();

        assertThat(differences)
                .satisfiesExactlyInAnyOrder(
                        d -> assertThat(d).startsWith("rows shop.reviews: 320 rows on the source, 319 on the target"),
                        d -> assertThat(d)
                                .isEqualTo("rows shop.price_history: 480 rows on both sides, but not the same rows"),
                        d -> assertThat(d)
                                .isEqualTo("rows analytics.heartbeats: 3 rows on the source, 4 on the target"),
                        d -> assertThat(d).isEqualTo("rows analytics.revenue: not populated on the target"),
                        d -> assertThat(d).startsWith("rows shop.stock: "),
                        d -> assertThat(d).isEqualTo("rows public.extra: on the target only"),
                        d -> assertThat(d).startsWith("sequence shop.invoice_number: last_value "),
                        d -> assertThat(d).startsWith("large object 4242001: 3,072,000 bytes with checksum "),
                        d -> assertThat(d).isEqualTo("large object 4242002: missing on the target"),
                        d -> assertThat(d).startsWith("large object 4242003: ").endsWith("comment 'new' on the target"),
                        d -> assertThat(d).isEqualTo("schema INDEX shop.orders_customer: missing on the target"),
                        d -> assertThat(d).startsWith("schema COMMENT shop.COLUMN customers.display_name: "),
                        d -> assertThat(d).startsWith("schema TABLE shop.stock: "),
                        d -> assertThat(d).isEqualTo("schema TABLE public.extra: on the target only"),
                        d -> assertThat(d).startsWith("schema INDEX shop.reviews_words: missing"),
                        d -> assertThat(d).isEqualTo("index shop.reviews_words: invalid on the target"));
    }

    private static void change(Connection session) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute("SET datestyle = 'ISO, DMY'; SET timezone = 'Asia/Tokyo'; SET intervalstyle = 'iso_8601';"
                    + "SET extra_float_digits = -5; SET bytea_output = 'escape'; SET search_path = shop, analytics");
        }
    }

    private Comparison compare(TestDatabase source, TestDatabase target) throws Exception {
        try (Connection left = source.connect(SessionKind.SOURCE_READ);
                Connection right = target.connect(SessionKind.SOURCE_READ)) {
            return compare(source, left, target, right);
        }
    }

    private Comparison compare(TestDatabase source, Connection left, TestDatabase target, Connection right)
            throws Exception {
        return new DatabaseComparison(
                        new ComparedDatabase(left, new PgDumpSchema(tools, source.endpoint())),
                        new ComparedDatabase(right, new PgDumpSchema(tools, target.endpoint())))
                .compare();
    }

    private void run(Tool tool, TestDatabase database, List<String> arguments) throws Exception {
        ClientTools.Outcome outcome =
                tools.run(tool, database.endpoint(), arguments, Redirect.NONE, Duration.ofMinutes(5));
        assertThat(outcome.succeeded()).as("%s", outcome.stderr()).isTrue();
    }
}
