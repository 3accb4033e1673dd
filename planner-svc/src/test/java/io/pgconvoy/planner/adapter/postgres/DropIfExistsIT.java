package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clone.dropIfExists} on a target that is not empty: what the clone makes is made anew, and nothing else is touched. */
class DropIfExistsIT {
    private static final CloneSpec DROP = CloneSpec.with(c -> c.dropIfExists = Optional.of(true));

    /** Some of every kind of object that can be dropped. */
    private static final String[] OBJECTS = {
        "CREATE SCHEMA shop",
        "CREATE EXTENSION hstore SCHEMA shop",
        "CREATE TYPE shop.level AS ENUM ('low', 'high')",
        "CREATE TYPE shop.pair AS (a int, b shop.level)",
        "CREATE DOMAIN shop.positive AS int CHECK (VALUE > 0)",
        "CREATE TYPE shop.span AS RANGE (subtype = float8)",
        "CREATE COLLATION shop.german (provider = icu, locale = 'de')",
        "CREATE SEQUENCE shop.numbers",
        "CREATE FUNCTION shop.touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "CREATE PROCEDURE shop.work(int) LANGUAGE sql AS 'SELECT 1'",
        "CREATE AGGREGATE shop.total(int) (SFUNC = int4pl, STYPE = int)",
        "CREATE AGGREGATE shop.rows(*) (SFUNC = int8inc, STYPE = int8, INITCOND = '0')",
        "CREATE FUNCTION shop.same(shop.level, shop.level) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 = $2'",
        "CREATE OPERATOR shop.=== (LEFTARG = shop.level, RIGHTARG = shop.level, FUNCTION = shop.same)",
        "CREATE TEXT SEARCH CONFIGURATION shop.words (COPY = pg_catalog.simple)",
        "CREATE CAST (shop.level AS int) WITH INOUT",
        "CREATE TABLE shop.customers (id serial PRIMARY KEY, l shop.level, n shop.positive, p shop.pair, h shop.hstore,"
                + " name text COLLATE shop.german, no int DEFAULT nextval('shop.numbers'))",
        "CREATE INDEX customers_name ON shop.customers (name)",
        "CREATE STATISTICS shop.about ON id, name FROM shop.customers",
        "CREATE TRIGGER touch BEFORE UPDATE ON shop.customers FOR EACH ROW EXECUTE FUNCTION shop.touch()",
        "CREATE TABLE shop.orders (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, c int REFERENCES shop.customers)",
        "CREATE TABLE shop.sales (day date) PARTITION BY RANGE (day)",
        "CREATE TABLE shop.sales_2026 PARTITION OF shop.sales FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE VIEW shop.names AS SELECT name FROM shop.customers",
        "CREATE MATERIALIZED VIEW shop.counted AS SELECT count(*) FROM shop.orders",
        "CREATE PUBLICATION all_of_it FOR TABLE shop.customers",
        "COMMENT ON SCHEMA shop IS 'wares'",
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
        source.execute(OBJECTS);
        source.execute(
                "INSERT INTO shop.customers (l, name) SELECT 'low', 'c' || i FROM generate_series(1, 10) i",
                "INSERT INTO shop.orders (c) SELECT i FROM generate_series(1, 10) i",
                "INSERT INTO shop.sales VALUES ('2026-02-02')",
                "REFRESH MATERIALIZED VIEW shop.counted",
                "SELECT lo_from_bytea(501, 'ours')");
    }

    @AfterAll
    static void stop() {
        sourceServer.close();
        targetServer.close();
    }

    /** A target as an earlier clone left it and people went on with it. */
    @BeforeEach
    void createTarget() {
        target = TestDatabase.on(targetServer, "t" + ++migrations);
        target.execute(OBJECTS);
        target.execute(
                "DROP VIEW shop.names",
                "ALTER TABLE shop.customers DROP COLUMN name, ADD COLUMN other int",
                "INSERT INTO shop.customers (other) VALUES (1), (2)",
                "CREATE INDEX other_index ON shop.customers (other)",
                "SELECT lo_from_bytea(501, 'theirs'), lo_from_bytea(900, 'kept')",
                "CREATE TABLE shop.mine (id int)",
                "INSERT INTO shop.mine VALUES (7)");
    }

    @AfterEach
    void dropTarget() {
        target.close();
    }

    private TestMigration migration() {
        return new TestMigration(folder, "m" + migrations);
    }

    private PreflightResult preflight(String targetUri) {
        TestMigration migration = migration();
        return migration.databases().preflight(migration.course(source.uri(), targetUri, DROP));
    }

    private List<Failure> findings() {
        return ((PreflightResult.Found) preflight(target.uri())).findings();
    }

    private void assertNothingElseWasTouched() {
        assertThat(target.column("SELECT id FROM shop.mine")).containsExactly("7");
        assertThat(target.value("SELECT convert_from(lo_get(900), 'UTF8')")).isEqualTo("kept");
    }

    @Test
    void whatTheCloneMakesIsMadeAnewAndTheRestStays() throws Exception {
        List<Failure> warnings = ((PreflightResult.Passed) preflight(target.uri()))
                .fact()
                .warnings()
                .orElseThrow();
        assertThat(warnings).extracting(Failure::code).containsOnly(ErrorCode.TARGET_OBJECTS);
        assertThat(warnings.getFirst().what()).contains("aggregate shop.rows()", " more");
        assertThat(warnings.getLast().what())
                .isEqualTo("clone.dropIfExists leaves on the target what it had: table shop.mine, large objects: 1");

        WholeClone.run(migration(), source.uri(), target.uri(), DROP);

        assertNothingElseWasTouched();
        target.execute("DROP TABLE shop.mine", "SELECT lo_unlink(900)");
        Map<String, String> contents = Sides.contents(source.endpoint());
        assertThat(Sides.contents(target.endpoint())).isEqualTo(contents);
        assertThat(Sides.schema(targetServer, target.name())).isEqualTo(Sides.schema(sourceServer, source.name()));
        assertThat(target.column("SELECT oid || ' ' || convert_from(lo_get(oid), 'UTF8') FROM pg_largeobject_metadata"))
                .containsExactly("501 ours");
    }

    @Test
    void withoutItATargetThatIsNotEmptyIsRefused() {
        TestMigration migration = migration();

        PreflightResult result =
                migration.databases().preflight(migration.course(source.uri(), target.uri(), CloneSpec.DEFAULTS));

        assertThat(((PreflightResult.Found) result).findings())
                .extracting(Failure::code)
                .containsExactly(ErrorCode.TARGET_NOT_EMPTY);
    }

    @Test
    void nothingIsDroppedThatSomethingElseNeeds() {
        target.execute(
                "CREATE VIEW shop.mine_of_theirs AS SELECT id FROM shop.customers",
                "ALTER TABLE shop.mine ADD COLUMN c int REFERENCES shop.customers",
                "ALTER TABLE shop.mine ADD COLUMN l shop.level",
                "ALTER TABLE shop.mine ADD COLUMN n int DEFAULT nextval('shop.customers_id_seq')",
                "CREATE TABLE shop.sales_2027 PARTITION OF shop.sales FOR VALUES FROM ('2027-01-01') TO ('2028-01-01')",
                "CREATE TABLE shop.child () INHERITS (shop.orders)",
                "CREATE TRIGGER mine BEFORE UPDATE ON shop.mine FOR EACH ROW EXECUTE FUNCTION shop.touch()");

        assertThat(findings()).singleElement().satisfies(f -> {
            assertThat(f.code()).isEqualTo(ErrorCode.TARGET_NOT_EMPTY);
            assertThat(f.what())
                    .contains("rule _RETURN on view shop.mine_of_theirs needs what would be dropped")
                    .contains("constraint mine_c_fkey on table shop.mine needs")
                    .contains("table shop.mine needs")
                    .contains("default value for column n of table shop.mine needs")
                    .contains("table shop.sales_2027 needs")
                    .contains("table shop.child needs")
                    .contains("trigger mine on table shop.mine needs");
        });
    }

    @Test
    void nothingIsDroppedWhereSomethingOfAnotherKindHasItsName() {
        target.execute(
                "DROP MATERIALIZED VIEW shop.counted",
                "CREATE TABLE shop.counted (id int)",
                "CREATE SEQUENCE shop.names",
                "DROP PROCEDURE shop.work",
                "CREATE FUNCTION shop.work(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "CREATE INDEX customers_name ON shop.mine (id)");

        assertThat(findings()).singleElement().satisfies(f -> assertThat(f.what())
                .isEqualTo("clone.dropIfExists drops nothing that the clone does not make again:"
                        + " function shop.work(integer) has the name of something else on the source,"
                        + " index shop.customers_name has the name of something else on the source,"
                        + " sequence shop.names has the name of something else on the source,"
                        + " table shop.counted has the name of something else on the source"));
    }

    @Test
    void whatCameInTheWaySincePreflightStopsItBeforeAnythingIsDropped() throws Exception {
        Course course = migration().course(source.uri(), target.uri(), DROP);
        var databases = migration().databases();
        assertThat(databases.preflight(course)).isInstanceOf(PreflightResult.Passed.class);
        target.execute("CREATE VIEW shop.late AS SELECT id FROM shop.customers");

        try (HeldSnapshot snapshot = databases.openSnapshot(course, Generation.FIRST, Set.of())) {
            assertThatThrownBy(() -> databases.restoreSchema(course, Generation.FIRST, snapshot.id()))
                    .hasMessageContaining("view shop.late needs what would be dropped");
        }

        assertThat(target.value("SELECT count(*) FROM shop.customers")).isEqualTo("2");
        databases.cleanUp(course);
    }

    @Test
    void aLaterGenerationEmptiesWhatTheMigrationFilledOnly() throws Exception {
        Course course = migration().course(source.uri(), target.uri(), DROP);
        var databases = migration().databases();
        try (HeldSnapshot snapshot = databases.openSnapshot(course, Generation.FIRST, Set.of())) {
            databases.restoreSchema(course, Generation.FIRST, snapshot.id());
            var plan = databases.plan(course, Generation.FIRST, snapshot.id(), false);
            new DirectWorker(source.endpoint(), target.endpoint(), course.migration())
                    .run(plan.jobs(), Generation.FIRST, snapshot.id());
        }
        assertThat(target.value("SELECT count(*) FROM shop.customers")).isEqualTo("10");

        databases.openSnapshot(course, new Generation(2), Set.of()).close();

        assertThat(target.value("SELECT count(*) FROM shop.customers")).isEqualTo("0");
        assertThat(target.column("SELECT oid FROM pg_largeobject_metadata")).containsExactly("900");
        assertNothingElseWasTouched();
        databases.cleanUp(course);
    }

    @Test
    void whoMayNotDropIsTold() {
        targetServer.execute(target.name(), "CREATE ROLE writer LOGIN", "GRANT CREATE ON SCHEMA public TO writer");
        target.execute("ALTER DATABASE " + target.name() + " OWNER TO writer");
        try {
            List<Failure> findings =
                    ((PreflightResult.Found) preflight(target.uri().replace("//postgres@", "//writer@"))).findings();

            assertThat(findings).anySatisfy(f -> {
                assertThat(f.code()).isEqualTo(ErrorCode.PRIVILEGE);
                assertThat(f.what())
                        .startsWith("role writer owns neither ")
                        .contains("publication all_of_it")
                        .endsWith(" on the target nor the schema of it, and may not drop it");
            });
        } finally {
            target.execute("ALTER DATABASE " + target.name() + " OWNER TO postgres");
            targetServer.execute(target.name(), "DROP OWNED BY writer", "DROP ROLE writer");
        }
    }

    @Test
    void moreThanOneTransactionCanHoldIsDropped() throws Exception {
        String many =
                "DO $$BEGIN FOR i IN 1..700 LOOP EXECUTE format('CREATE TABLE shop.many_%s (id int PRIMARY KEY)', i);"
                        + " END LOOP; END$$";
        source.execute(many);
        try {
            target.execute(many, "INSERT INTO shop.many_700 VALUES (1)");
            Course course = migration().course(source.uri(), target.uri(), DROP);
            var databases = migration().databases();

            try (HeldSnapshot snapshot = databases.openSnapshot(course, Generation.FIRST, Set.of())) {
                databases.restoreSchema(course, Generation.FIRST, snapshot.id());
            }

            assertThat(target.value("SELECT count(*) FROM shop.many_700")).isEqualTo("0");
            databases.cleanUp(course);
        } finally {
            source.execute(
                    "DO $$BEGIN FOR i IN 1..700 LOOP EXECUTE format('DROP TABLE shop.many_%s', i); END LOOP; END$$");
        }
    }
}
