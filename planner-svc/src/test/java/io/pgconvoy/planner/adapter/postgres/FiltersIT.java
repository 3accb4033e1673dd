package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.wire.RequestReader;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each section of the filters, from the request to what is on the target. */
class FiltersIT {
    private static final String[] SOURCE = {
        "CREATE SCHEMA shop",
        "CREATE SCHEMA \"Log.s\"",
        "CREATE EXTENSION hstore SCHEMA \"Log.s\"",
        "CREATE EXTENSION pg_trgm",
        "CREATE TYPE \"Log.s\".level AS ENUM ('low', 'high')",
        "CREATE TABLE shop.customers (id serial PRIMARY KEY, name text)",
        "CREATE INDEX customers_name ON shop.customers (name)",
        "CREATE TABLE shop.orders (id int PRIMARY KEY, customer int NOT NULL REFERENCES shop.customers)",
        "CREATE TABLE shop.guests (id int DEFAULT nextval('shop.customers_id_seq'), name text)",
        "CREATE TABLE shop.sales (day date, amount int) PARTITION BY RANGE (day)",
        "CREATE TABLE shop.sales_2025 PARTITION OF shop.sales FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')",
        "CREATE TABLE shop.sales_2026 PARTITION OF shop.sales FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE TABLE \"Log.s\".events (id int, what text)",
        "CREATE TABLE shop.tmp_1 (id int)",
        "CREATE VIEW shop.names AS SELECT name FROM shop.customers",
        "CREATE VIEW shop.upper_names AS SELECT upper(name) FROM shop.names",
        "CREATE MATERIALIZED VIEW shop.totals AS SELECT count(*) FROM shop.orders",
        "CREATE FUNCTION shop.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "CREATE TRIGGER touch BEFORE UPDATE ON shop.customers FOR EACH ROW EXECUTE FUNCTION shop.touch()",
        "CREATE POLICY own ON shop.customers USING (true)",
        "CREATE STATISTICS shop.about ON id, name FROM shop.customers",
        "COMMENT ON TABLE shop.customers IS 'people'",
        "COMMENT ON COLUMN shop.customers.name IS 'of them'",
        "GRANT SELECT ON shop.customers TO PUBLIC",
        "INSERT INTO shop.customers (name) SELECT 'c' || i FROM generate_series(1, 10) i",
        "INSERT INTO shop.orders SELECT i, i FROM generate_series(1, 10) i",
        "INSERT INTO shop.guests (name) VALUES ('g')",
        "INSERT INTO shop.sales VALUES ('2025-02-02', 1), ('2026-02-02', 2)",
        "INSERT INTO \"Log.s\".events VALUES (1, 'x')",
        "INSERT INTO shop.tmp_1 VALUES (1)",
        "REFRESH MATERIALIZED VIEW shop.totals",
    };

    private static LocalServer sourceServer;
    private static LocalServer targetServer;
    private static TestDatabase source;
    private static int migrations;

    @TempDir
    Path folder;

    private TestDatabase target;

    @BeforeAll
    static void start() {
        sourceServer = LocalServer.start(15);
        targetServer = LocalServer.start(15);
        source = TestDatabase.on(sourceServer, "a");
        source.execute(SOURCE);
    }

    @AfterAll
    static void stop() {
        sourceServer.close();
        targetServer.close();
    }

    @BeforeEach
    void createTarget() {
        target = TestDatabase.on(targetServer, "t" + ++migrations);
    }

    @AfterEach
    void dropTarget() {
        target.close();
    }

    /** As a request has them. */
    private static CloneSpec filters(String filters) {
        String request = """
                {"apiVersion":"pgconvoy.io/v1","kind":"Migration","metadata":{"name":"shop"},"spec":{\
                "source":{"uriSecretRef":{"name":"s","key":"uri"}},"target":{"uriSecretRef":{"name":"t","key":"uri"}},\
                "clone":{"filters":{%s}}}}""".formatted(filters);
        Reading reading = new RequestReader().read(request.getBytes(StandardCharsets.UTF_8));
        assertThat(reading).isInstanceOf(Reading.Read.class);
        return ((SubmitMigration) ((Reading.Read) reading).request()).spec().cloning();
    }

    private Plan clone(String filters) throws Exception {
        return WholeClone.run(migration(), source.uri(), target.uri(), filters(filters));
    }

    private TestMigration migration() {
        return new TestMigration(folder, "m" + migrations);
    }

    private PreflightResult preflight(String filters) {
        TestMigration migration = migration();
        return migration.databases().preflight(migration.course(source.uri(), target.uri(), filters(filters)));
    }

    private List<Failure> warnings(String filters) {
        return ((PreflightResult.Passed) preflight(filters)).fact().warnings().orElse(List.of());
    }

    private static Set<String> all(TestDatabase database) {
        return new TreeSet<>(database.column("SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n"
                + " ON n.oid = c.relnamespace WHERE " + CatalogReader.OF_USERS + " AND "
                + CatalogReader.notOfExtension("pg_class", "c.oid")));
    }

    /** What the source has and the target has not. */
    private Set<String> missing() {
        Set<String> missing = all(source);
        missing.removeAll(all(target));
        return missing;
    }

    @Test
    void aTableThatIsLeftOutGoesWithAllThatNeedsIt() throws Exception {
        clone("\"excludeTables\":[\"shop.customers\",\"shop.~/^tmp_/\"]");

        assertThat(missing())
                .containsExactlyInAnyOrder(
                        "shop.customers",
                        "shop.customers_pkey",
                        "shop.customers_name",
                        "shop.names",
                        "shop.upper_names",
                        "shop.tmp_1");
        assertThat(target.column("SELECT conname FROM pg_constraint WHERE contype = 'f'"))
                .isEmpty();
        assertThat(target.value("SELECT count(*) FROM shop.orders")).isEqualTo("10");
        assertThat(target.value("SELECT last_value FROM shop.customers_id_seq"))
                .as("a sequence that another table uses stays")
                .isEqualTo("11");
        assertThat(target.value("SELECT count(*) FROM pg_depend WHERE objid = 'shop.customers_id_seq'::regclass"
                        + " AND deptype = 'a'"))
                .isEqualTo("0");
    }

    @Test
    void c15_whatGoesWithoutBeingNamedIsAWarning() {
        List<Failure> warnings = warnings("\"excludeTables\":[\"shop.customers\",\"shop.nothing\",\"shop.~/^none/\"]");

        assertThat(warnings)
                .extracting(Failure::code)
                .containsExactly(
                        ErrorCode.FILTER_UNKNOWN_OBJECT,
                        ErrorCode.FILTER_DANGLING_FK,
                        ErrorCode.FILTER_DEPENDENT_LEFT_OUT);
        assertThat(warnings.get(0).what())
                .isEqualTo("nothing on the source matches excludeTables shop.nothing, excludeTables shop.~/^none/");
        assertThat(warnings.get(1).what())
                .isEqualTo("foreign keys to what the filters leave out: shop.orders: orders_customer_fkey is left out");
        assertThat(warnings.get(2).what())
                .isEqualTo("left out with what they need: view shop.names, view shop.upper_names");
    }

    @Test
    void onlyTheTablesThatAreListedAreTakenAPartitionedOneWithItsPartitions() throws Exception {
        clone("\"includeOnlyTables\":[\"shop.sales\",\"shop.~/^cust/\"]");

        assertThat(target.column("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'm') AND relnamespace ="
                        + " (SELECT oid FROM pg_namespace WHERE nspname = 'shop') ORDER BY 1"))
                .containsExactly("customers", "sales", "sales_2025", "sales_2026");
        assertThat(target.value("SELECT count(*) FROM shop.sales")).isEqualTo("2");
        assertThat(target.value("SELECT obj_description('shop.customers'::regclass)"))
                .isEqualTo("people");
        assertThat(target.value("SELECT count(*) FROM pg_policy")).isEqualTo("1");
    }

    @Test
    void anExcludedSchemaStaysOnlyAsTheHomeOfAnExtension() throws Exception {
        clone("\"excludeSchemas\":[\"\\\"Log.s\\\"\"]");

        assertThat(missing()).containsExactly("Log.s.events");
        assertThat(target.value("SELECT count(*) FROM pg_type WHERE typname = 'level'"))
                .isEqualTo("0");
        assertThat(target.column("SELECT extname FROM pg_extension ORDER BY 1"))
                .containsExactly("hstore", "pg_trgm", "plpgsql");
    }

    @Test
    void onlyTheSchemasThatAreListedAreTaken() throws Exception {
        clone("\"includeOnlySchemas\":[\"~/^sho/\"],\"excludeExtensions\":[\"hstore\"]");

        assertThat(missing()).containsExactly("Log.s.events");
        assertThat(target.column("SELECT nspname FROM pg_namespace WHERE nspname = 'Log.s'"))
                .isEmpty();
        assertThat(target.column("SELECT extname FROM pg_extension ORDER BY 1")).containsExactly("pg_trgm", "plpgsql");
    }

    @Test
    void onlyTheExtensionsThatAreListedAreTaken() throws Exception {
        clone("\"includeOnlyExtensions\":[\"hstore\"]");

        assertThat(missing()).isEmpty();
        assertThat(target.column("SELECT extname FROM pg_extension ORDER BY 1")).containsExactly("hstore", "plpgsql");
    }

    @Test
    void anExcludedIndexGoesWithItsConstraintAndWhatRefersToThat() throws Exception {
        clone("\"excludeIndexes\":[\"shop.customers_name\",\"shop.~/s_pkey$/\"]");

        assertThat(missing())
                .containsExactlyInAnyOrder("shop.customers_name", "shop.customers_pkey", "shop.orders_pkey");
        assertThat(
                        target.column(
                                "SELECT conname FROM pg_constraint WHERE contype IN ('p', 'f') AND connamespace = 'shop'::regnamespace"))
                .isEmpty();
        assertThat(target.value("SELECT count(*) FROM shop.customers")).isEqualTo("10");
    }

    @Test
    void excludedDataLeavesAnEmptyTableAndAForeignKeyThatIsNotValidated() throws Exception {
        String filters = "\"excludeTableData\":[\"shop.customers\",\"shop.sales\",\"shop.totals\"]";
        assertThat(warnings(filters))
                .extracting(Failure::what)
                .containsExactly(
                        "foreign keys to what the filters leave out: shop.orders: orders_customer_fkey is not validated");

        Plan plan = clone(filters);

        assertThat(missing()).isEmpty();
        assertThat(target.value(
                        "SELECT (SELECT count(*) FROM shop.customers) || '/' || (SELECT count(*) FROM shop.sales)"
                                + " || '/' || (SELECT count(*) FROM shop.orders)"))
                .isEqualTo("0/0/10");
        assertThat(target.value("SELECT convalidated FROM pg_constraint WHERE contype = 'f'"))
                .isEqualTo("f");
        assertThat(target.value("SELECT relispopulated FROM pg_class WHERE relname = 'totals'"))
                .isEqualTo("f");
        assertThat(plan.decisions().stream()
                        .filter(d -> d.decision().equals("no rows"))
                        .map(d -> d.table() + ": " + d.reason()))
                .containsExactlyInAnyOrder(
                        "shop.customers: excludeTableData has shop.customers",
                        "shop.sales_2025: excludeTableData has shop.sales",
                        "shop.sales_2026: excludeTableData has shop.sales");
    }

    @Test
    void aKeptTableThatNeedsSomethingLeftOutIsAFinding() {
        source.execute(
                "CREATE TABLE shop.needy (v \"Log.s\".level)", "CREATE TABLE shop.child () INHERITS (shop.tmp_1)");
        try {
            PreflightResult ofType = preflight("\"excludeSchemas\":[\"\\\"Log.s\\\"\"]");
            PreflightResult ofParent = preflight("\"excludeTables\":[\"shop.tmp_1\"]");

            assertThat(((PreflightResult.Found) ofType).findings())
                    .extracting(Failure::what)
                    .containsExactly("the filters keep 1 tables and leave out what they need: shop.needy needs type"
                            + " \"Log.s\".level");
            assertThat(((PreflightResult.Found) ofParent).findings())
                    .extracting(Failure::what)
                    .containsExactly(
                            "the filters keep 1 tables and leave out what they need: shop.child needs table shop.tmp_1");
        } finally {
            source.execute("DROP TABLE shop.needy, shop.child");
        }
    }

    @Test
    void aRoleThatOnlyWhatIsLeftOutRefersToIsNotWanted() {
        source.execute(
                "CREATE ROLE only_for_logs",
                "ALTER TABLE \"Log.s\".events OWNER TO only_for_logs",
                "GRANT SELECT ON shop.tmp_1 TO only_for_logs");
        try {
            assertThat(((PreflightResult.Found) preflight("\"excludeTables\":[\"shop.tmp_1\"]")).findings())
                    .extracting(Failure::code)
                    .containsExactly(ErrorCode.ROLE_MISSING);
            assertThat(preflight("\"excludeTables\":[\"shop.tmp_1\"],\"excludeSchemas\":[\"\\\"Log.s\\\"\"]"))
                    .isInstanceOf(PreflightResult.Passed.class);
        } finally {
            source.execute(
                    "ALTER TABLE \"Log.s\".events OWNER TO postgres",
                    "DROP OWNED BY only_for_logs",
                    "DROP ROLE only_for_logs");
        }
    }

    @Test
    void filtersThatLeaveNoTableAreAFinding() {
        assertThat(((PreflightResult.Found) preflight("\"includeOnlyTables\":[\"shop.nothing\"]")).findings())
                .extracting(Failure::code)
                .containsExactly(ErrorCode.FILTER_EMPTY);
    }

    @Test
    void aTableThatTheReaderMayNotReadIsNoObstacleWhenItIsLeftOut() throws Exception {
        sourceServer.execute("a", "CREATE ROLE narrow LOGIN", "CREATE TABLE shop.secret (id int)");
        try {
            source.execute(
                    "GRANT USAGE ON SCHEMA shop, \"Log.s\" TO narrow",
                    "GRANT SELECT ON ALL TABLES IN SCHEMA shop TO narrow",
                    "GRANT SELECT ON ALL SEQUENCES IN SCHEMA shop TO narrow",
                    "REVOKE ALL ON shop.secret FROM narrow",
                    "REVOKE ALL ON \"Log.s\".events FROM narrow");
            targetServer.execute("postgres", "CREATE ROLE narrow LOGIN");
            String uri = source.uri().replace("//postgres@", "//narrow@");
            assertThat(uri).contains("narrow");

            WholeClone.run(
                    migration(),
                    uri,
                    target.uri(),
                    filters("\"excludeTables\":[\"shop.secret\",\"\\\"Log.s\\\".events\"]"));

            assertThat(missing()).containsExactlyInAnyOrder("Log.s.events", "shop.secret");
        } finally {
            source.execute("DROP TABLE shop.secret", "DROP OWNED BY narrow");
        }
    }
}
