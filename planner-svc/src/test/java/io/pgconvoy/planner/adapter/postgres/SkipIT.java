package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each word of {@code clone.skip}: what is not on the target afterwards, and what preflight says about it. */
class SkipIT {
    private static final String EXTENSION_COMMENT =
            "SELECT obj_description(oid, 'pg_extension') FROM pg_extension WHERE extname = 'hstore'";

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
        source.execute(
                "CREATE SCHEMA ext",
                "CREATE SCHEMA shop",
                "CREATE EXTENSION hstore SCHEMA ext",
                "CREATE EXTENSION pg_trgm SCHEMA ext",
                "COMMENT ON EXTENSION hstore IS 'ours'",
                "COMMENT ON SCHEMA ext IS 'extensions'",
                "CREATE COLLATION ext.german (provider = icu, locale = 'de')",
                "CREATE COLLATION shop.unused (provider = icu, locale = 'fr')",
                "COMMENT ON COLLATION shop.unused IS 'nothing needs it'",
                "CREATE TABLE shop.plain (id int)",
                "INSERT INTO shop.plain VALUES (1)",
                "SELECT lo_from_bytea(501, 'one'), lo_from_bytea(502, 'two')",
                "ALTER DATABASE a SET work_mem = '5MB'",
                "COMMENT ON DATABASE a IS 'ours'");
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
        source.execute("DROP TABLE IF EXISTS shop.needy");
    }

    private static CloneSpec skipping(Skip... skip) {
        return CloneSpec.with(c -> c.skip = Optional.of(Set.of(skip)));
    }

    private void clone(Skip... skip) throws Exception {
        WholeClone.run(migration(), source.uri(), target.uri(), skipping(skip));
        assertThat(target.value("SELECT count(*) FROM shop.plain")).isEqualTo("1");
    }

    private TestMigration migration() {
        return new TestMigration(folder, "m" + migrations);
    }

    private PreflightResult preflight(Skip... skip) {
        TestMigration migration = migration();
        return migration.databases().preflight(migration.course(source.uri(), target.uri(), skipping(skip)));
    }

    private List<String> warnings(Skip... skip) {
        List<Failure> warnings =
                ((PreflightResult.Passed) preflight(skip)).fact().warnings().orElse(List.of());
        assertThat(warnings).allMatch(w -> w.code() == ErrorCode.SKIPPED);
        return warnings.stream().map(Failure::what).toList();
    }

    private void assertFound(ErrorCode code, String what, Skip... skip) {
        assertThat(((PreflightResult.Found) preflight(skip)).findings())
                .singleElement()
                .satisfies(f -> {
                    assertThat(f.code()).isEqualTo(code);
                    assertThat(f.what()).isEqualTo(what);
                });
    }

    @Test
    void largeObjectsStayAndAreCounted() throws Exception {
        assertThat(warnings(Skip.LARGE_OBJECTS))
                .containsExactly("2 large objects stay on the source: clone.skip has largeObjects");

        clone(Skip.LARGE_OBJECTS);

        assertThat(target.value("SELECT count(*) FROM pg_largeobject_metadata")).isEqualTo("0");
    }

    @Test
    void whoMayNotReadLargeObjectsMaySkipThem() {
        sourceServer.execute(
                "a",
                "CREATE ROLE narrow LOGIN",
                "GRANT USAGE ON SCHEMA shop, ext TO narrow",
                "GRANT SELECT ON shop.plain TO narrow");
        targetServer.execute("postgres", "CREATE ROLE narrow");
        try {
            TestMigration migration = migration();
            String uri = source.uri().replace("//postgres@", "//narrow@");

            PreflightResult whole =
                    migration.databases().preflight(migration.course(uri, target.uri(), CloneSpec.DEFAULTS));
            PreflightResult less =
                    migration.databases().preflight(migration.course(uri, target.uri(), skipping(Skip.LARGE_OBJECTS)));

            assertThat(((PreflightResult.Found) whole).findings())
                    .extracting(Failure::code)
                    .containsExactly(ErrorCode.PRIVILEGE);
            assertThat(less).isInstanceOf(PreflightResult.Passed.class);
        } finally {
            sourceServer.execute("a", "DROP OWNED BY narrow", "DROP ROLE narrow");
            targetServer.execute("postgres", "DROP ROLE narrow");
        }
    }

    @Test
    void extensionsOfTheTargetServeWhatNeedsThem() throws Exception {
        source.execute("CREATE TABLE shop.needy (h ext.hstore)", "INSERT INTO shop.needy VALUES ('a=>1')");
        target.execute("CREATE SCHEMA ext", "CREATE EXTENSION hstore SCHEMA ext");
        assertThat(warnings(Skip.EXTENSIONS)).containsExactly("pg_trgm stays on the source: clone.skip has extensions");

        clone(Skip.EXTENSIONS);

        assertThat(target.column("SELECT extname FROM pg_extension ORDER BY 1")).containsExactly("hstore", "plpgsql");
        assertThat(target.value(EXTENSION_COMMENT)).isNotEqualTo("ours");
        assertThat(target.value("SELECT obj_description('ext'::regnamespace)")).isEqualTo("extensions");
        assertThat(target.value("SELECT h::text FROM shop.needy")).isEqualTo("\"a\"=>\"1\"");
    }

    @Test
    void anExtensionThatSomethingNeedsMustBeOnTheTarget() {
        source.execute(
                "CREATE TABLE shop.needy (name text)",
                "CREATE INDEX needy_name ON shop.needy" + " USING gin (name ext.gin_trgm_ops)");

        assertFound(
                ErrorCode.EXTENSION_MISSING,
                "clone.skip has extensions, and the target lacks hstore, pg_trgm, needed by index shop.needy_name",
                Skip.EXTENSIONS);
    }

    @Test
    void commentsOnExtensionsStay() throws Exception {
        clone(Skip.EXTENSION_COMMENTS);

        assertThat(target.value(EXTENSION_COMMENT)).isNotEqualTo("ours");
        assertThat(target.value("SELECT obj_description('shop.unused'::regcollation)"))
                .isEqualTo("nothing needs it");
    }

    @Test
    void collationsOfTheTargetServeWhatNeedsThem() throws Exception {
        source.execute("CREATE TABLE shop.needy (name text COLLATE ext.german)", "INSERT INTO shop.needy VALUES ('ä')");
        target.execute("CREATE SCHEMA ext", "CREATE COLLATION ext.german (provider = icu, locale = 'de-AT')");
        assertThat(warnings(Skip.COLLATIONS))
                .containsExactly("shop.unused stays on the source: clone.skip has collations");

        clone(Skip.COLLATIONS);

        assertThat(target.column("SELECT collname || ' ' || colliculocale FROM pg_collation WHERE oid >= 16384"))
                .containsExactly("german de-AT");
        assertThat(target.value("SELECT name FROM shop.needy")).isEqualTo("ä");
    }

    @Test
    void aCollationThatSomethingNeedsMustBeOnTheTarget() {
        source.execute("CREATE TABLE shop.needy (name text COLLATE ext.german)");

        assertFound(
                ErrorCode.COLLATION_MISSING,
                "clone.skip has collations, and the target lacks ext.german, shop.unused, needed by table shop.needy",
                Skip.COLLATIONS);
    }

    @Test
    void aSchemaOnTheTargetThatHoldsNothingOfTheKindIsInTheWay() {
        target.execute("CREATE SCHEMA shop");

        assertThat(((PreflightResult.Found) preflight(Skip.EXTENSIONS, Skip.COLLATIONS)).findings())
                .extracting(Failure::code)
                .containsExactly(ErrorCode.TARGET_NOT_EMPTY);
    }

    @Test
    void settingsOfTheDatabaseStay() throws Exception {
        assertThat(warnings(Skip.DB_PROPERTIES))
                .containsExactly("settings of the database or of roles in it stay (work_mem) on the source:"
                        + " clone.skip has dbProperties");

        clone(Skip.DB_PROPERTIES);

        String properties = "SELECT (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = d.oid) || ' '"
                + " || coalesce(shobj_description(d.oid, 'pg_database'), 'no comment') FROM pg_database d"
                + " WHERE datname = current_database()";
        assertThat(target.value(properties)).isEqualTo("0 no comment");
    }
}
