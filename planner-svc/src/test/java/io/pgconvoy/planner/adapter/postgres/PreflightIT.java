package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each finding, provoked on real servers. */
class PreflightIT {
    private static LocalServer sourceServer;
    private static LocalServer targetServer;

    private static int databases;

    @TempDir
    Path folder;

    private String source;
    private String target;

    @BeforeAll
    static void start() {
        List<String> hba = List.of(
                "host all locked 127.0.0.1/32 scram-sha-256", "local all all trust", "host all all 127.0.0.1/32 trust");
        sourceServer = LocalServer.start(LocalServerSetup.of(15).withHba(hba));
        targetServer = LocalServer.start(15);
        sourceServer.execute(
                "postgres",
                "CREATE ROLE reader LOGIN",
                "CREATE ROLE locked LOGIN PASSWORD 'right'",
                "CREATE ROLE only_here",
                "CREATE ROLE owner_here");
        targetServer.execute("postgres", "CREATE ROLE writer LOGIN", "CREATE ROLE owner_here");
    }

    @AfterAll
    static void stop() {
        sourceServer.close();
        targetServer.close();
    }

    @BeforeEach
    void createDatabases() {
        source = "orders_" + ++databases;
        target = "orders_new_" + databases;
        sourceServer.createDatabase(source);
        targetServer.createDatabase(target);
    }

    @AfterEach
    void nothingIsLeftBehind() {
        String sessions = "DO $$BEGIN IF EXISTS (SELECT FROM pg_stat_activity WHERE application_name LIKE 'pgconvoy/%')"
                + " THEN RAISE 'a session is left'; END IF; END$$";
        String schema = "DO $$BEGIN IF EXISTS (SELECT FROM pg_namespace WHERE nspname = 'pgconvoy')"
                + " THEN RAISE 'a schema is left'; END IF; END$$";
        sourceServer.execute(source, sessions, schema);
        targetServer.execute(target, sessions, schema);
        assertThat(folder.resolve("work")).doesNotExist();
    }

    private PreflightResult preflight(String sourceUri, String targetUri) {
        return preflight(sourceUri, targetUri, Optional.empty());
    }

    private PreflightResult preflight(String sourceUri, String targetUri, Optional<Path> tools) {
        TestMigration migration = new TestMigration(folder, "check");
        try (PostgresDatabases databases = migration.databases(tools)) {
            return databases.preflight(migration.course(sourceUri, targetUri, CloneSpec.DEFAULTS));
        }
    }

    private static List<Failure> findings(PreflightResult result) {
        assertThat(result).isInstanceOf(PreflightResult.Found.class);
        List<Failure> findings = ((PreflightResult.Found) result).findings();
        assertThat(findings).allSatisfy(f -> assertThat(f.what()).doesNotContain("\n"));
        return findings;
    }

    private static void assertOnly(PreflightResult result, ErrorCode code, String what, String remedy) {
        assertThat(findings(result)).singleElement().satisfies(f -> {
            assertThat(f.code()).isEqualTo(code);
            assertThat(f.what()).isEqualTo(what);
            assertThat(String.join(" ", f.remedy())).contains(remedy);
        });
    }

    private String source() {
        return sourceServer.uri(source);
    }

    private String target() {
        return targetServer.uri(target);
    }

    private static String as(String user, String uri) {
        return uri.replace("postgres@", user + "@");
    }

    @Test
    void aSourceAndAnEmptyTargetPass() {
        PreflightResult result = preflight(source(), target());

        assertThat(result).isInstanceOfSatisfying(PreflightResult.Passed.class, passed -> {
            assertThat(passed.fact().sourceVersion()).startsWith("15.");
            assertThat(passed.fact().sourceBytes()).isGreaterThan(1_000_000);
        });
    }

    @Test
    void hostsThatDoNotAnswerAreFoundOnBothSidesAtOnce() {
        List<Failure> findings = findings(
                preflight("postgresql://postgres@127.0.0.1:1/a", "postgresql://postgres@no-such-host.invalid:5432/b"));

        assertThat(findings)
                .extracting(Failure::code)
                .containsExactly(ErrorCode.SOURCE_UNREACHABLE, ErrorCode.TARGET_UNREACHABLE);
        assertThat(findings.get(0).what()).startsWith("connecting to 127.0.0.1:1/a as postgres: ");
        assertThat(findings.get(1).what()).startsWith("connecting to no-such-host.invalid:5432/b as postgres: ");
    }

    @Test
    void aWrongPasswordIsFoundAndNotShown() {
        List<Failure> findings = findings(preflight(as("locked:s3cr3t", source()), target()));

        assertThat(findings).singleElement().satisfies(f -> {
            assertThat(f.code()).isEqualTo(ErrorCode.AUTH_FAILED);
            assertThat(f.what()).contains("locked").doesNotContain("s3cr3t");
        });
    }

    @Test
    void aDatabaseThatDoesNotExistIsFoundBesideASecretThatIsMissing() throws IOException {
        TestMigration migration = new TestMigration(folder, "check");
        var course = migration.course(source(), targetServer.uri("nowhere"), CloneSpec.DEFAULTS);
        Files.delete(folder.resolve("secrets/check-source/uri"));

        List<Failure> findings = findings(migration.databases().preflight(course));

        assertThat(findings)
                .extracting(Failure::code)
                .containsExactly(ErrorCode.SECRET_MISSING, ErrorCode.DATABASE_MISSING);
        assertThat(findings.get(1).what()).contains("\"nowhere\" does not exist");
    }

    @Test
    void aTargetThatIsNotEmptyIsFoundWithWhatIsInIt() {
        targetServer.execute(target, "CREATE SCHEMA app", "CREATE TABLE app.\"Old\" ()", "SELECT lo_create(42)");

        assertOnly(
                preflight(source(), target()),
                ErrorCode.TARGET_NOT_EMPTY,
                "the target database is not empty: it has 3 objects: schema app, table app.\"Old\", large object 42",
                "name an empty database");
    }

    @Test
    void aTargetThatAnotherMigrationUsesIsFound() {
        targetServer.execute(target, "CREATE SCHEMA pgconvoy");

        List<Failure> findings = findings(preflight(source(), target()));

        assertThat(findings).singleElement().matches(f -> f.code() == ErrorCode.TARGET_BUSY);
        targetServer.execute(target, "DROP SCHEMA pgconvoy");
    }

    @Test
    void theSameDatabaseUnderAnotherHostNameIsFound() {
        String other = source().replace("127.0.0.1", "localhost");

        assertThat(findings(preflight(source(), other)))
                .singleElement()
                .matches(f -> f.code() == ErrorCode.SAME_DATABASE);
    }

    @Test
    void anotherDatabaseOfTheSameServerIsNoneOfItsOwn() {
        sourceServer.createDatabase(target);

        PreflightResult result = preflight(source(), sourceServer.uri(target));

        assertThat(result).isInstanceOf(PreflightResult.Passed.class);
    }

    @Test
    void tablesAndSchemasThatTheRoleMayNotReadAreNamed() {
        sourceServer.execute(
                source,
                "CREATE SCHEMA hidden",
                "CREATE SCHEMA app",
                "GRANT USAGE ON SCHEMA app TO reader",
                "CREATE TABLE app.open (id int)",
                "CREATE TABLE app.\"Closed\" (id int)",
                "GRANT SELECT ON app.open TO reader",
                "SELECT lo_create(77)");
        targetServer.execute("postgres", "CREATE ROLE reader");

        List<Failure> findings = findings(preflight(as("reader", source()), target()));

        targetServer.execute("postgres", "DROP ROLE reader");
        assertThat(findings)
                .extracting(Failure::what)
                .containsExactly(
                        "role reader may not use schema hidden on the source",
                        "role reader may not read app.\"Closed\" on the source",
                        "role reader may not read large object 77 on the source");
        assertThat(findings)
                .extracting(f -> f.remedy().getFirst())
                .containsExactly(
                        "on the source: GRANT USAGE ON SCHEMA hidden TO \"reader\"",
                        "on the source: GRANT SELECT ON app.\"Closed\" TO \"reader\"",
                        "on the source: GRANT SELECT ON LARGE OBJECT 77 TO \"reader\"");
        for (Failure finding : findings) {
            sourceServer.execute(source, finding.remedy().getFirst().replace("on the source: ", ""));
        }
        targetServer.execute("postgres", "CREATE ROLE reader");
        assertThat(preflight(as("reader", source()), target())).isInstanceOf(PreflightResult.Passed.class);
        targetServer.execute("postgres", "DROP ROLE reader");
    }

    @Test
    void manyUnreadableTablesAreOneFinding() {
        sourceServer.execute(
                source,
                "DO $$BEGIN FOR i IN 1..500 LOOP EXECUTE format('CREATE TABLE public.t%s ()', i); END LOOP; END$$");

        List<Failure> findings = findings(preflight(as("reader", source()), target()));

        assertThat(findings).singleElement().satisfies(f -> {
            assertThat(f.what()).endsWith(" and 480 more on the source").hasSizeLessThan(500);
        });
    }

    @Test
    void rowsThatPoliciesHideAreFound() {
        sourceServer.execute(
                source,
                "CREATE TABLE public.secret (id int)",
                "ALTER TABLE public.secret ENABLE ROW LEVEL SECURITY",
                "GRANT SELECT ON public.secret TO reader");
        targetServer.execute("postgres", "CREATE ROLE reader");

        PreflightResult result = preflight(as("reader", source()), target());

        targetServer.execute("postgres", "DROP ROLE reader");
        assertOnly(
                result,
                ErrorCode.RLS_ACTIVE,
                "row-level security hides rows of public.secret from role reader on the source",
                "ALTER ROLE \"reader\" BYPASSRLS");
    }

    @Test
    void whatTheRoleOnTheTargetMayNotDoIsFoundAllAtOnce() {
        sourceServer.execute(
                source,
                "CREATE TABLE public.t (id int)",
                "ALTER TABLE public.t OWNER TO owner_here",
                "ALTER DATABASE " + source + " SET work_mem = '5MB'");

        List<Failure> findings = findings(preflight(source(), as("writer", target())));

        assertThat(findings)
                .extracting(Failure::what)
                .containsExactly(
                        "role writer may not create schemas in the target database",
                        "role writer may not create objects in schema public on the target",
                        "role writer does not own the target database, and the source database has settings to be carried over",
                        "role writer is no member of owner_here on the target and cannot make objects that belong there");
        for (Failure finding : findings) {
            String remedy = finding.remedy().getFirst().replace("on the target: ", "");
            targetServer.execute(target, remedy.replace("; or set clone.noOwner", ""));
        }
        assertThat(preflight(source(), as("writer", target()))).isInstanceOf(PreflightResult.Passed.class);
    }

    @Test
    void extensionsAndRolesThatTheTargetLacksAreFound() {
        sourceServer.execute(
                source,
                "CREATE EXTENSION hstore",
                "UPDATE pg_extension SET extname = 'not_packaged' WHERE extname = 'hstore'",
                "CREATE TABLE public.t (id int)",
                "GRANT SELECT ON public.t TO only_here");

        List<Failure> findings = findings(preflight(source(), target()));

        assertThat(findings)
                .extracting(Failure::what)
                .containsExactly(
                        "extension not_packaged of the source cannot be installed on the target",
                        "the target has no role only_here, which owns objects or has grants on the source");
        assertThat(findings.get(1).remedy()).first().asString().startsWith("CREATE ROLE \"only_here\"; or set");
    }

    @Test
    void bytesThatTheTargetsEncodingCannotHoldAreFound() {
        sourceServer.execute("postgres", "CREATE DATABASE raw ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
        sourceServer.execute("raw", "CREATE TABLE public.notes (id int, body text)");

        PreflightResult result = preflight(sourceServer.uri("raw"), target());

        assertOnly(
                result,
                ErrorCode.ENCODING_MISMATCH,
                "the source database is in SQL_ASCII, the target in UTF8: the bytes of SQL_ASCII cannot be converted;"
                        + " its columns of text are public.notes.body",
                "ENCODING 'SQL_ASCII' TEMPLATE template0");
    }

    @Test
    void toolsThatAreOlderThanTheSourceAreFound() throws IOException {
        for (String tool : List.of("pg_dump", "pg_restore", "psql")) {
            Path program = folder.resolve(tool);
            Files.writeString(program, "#!/bin/sh\necho '" + tool + " (PostgreSQL) 12.22'\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }

        assertOnly(
                preflight(source(), target(), Optional.of(folder)),
                ErrorCode.CLIENT_TOOLS,
                "pg_dump is of major version 12, too old for the source's 15",
                "postgresql-client-15");
    }

    @Test
    void toolsThatAreMissingAreFoundBesideTheRest() {
        targetServer.execute(target, "CREATE TABLE public.t ()");

        assertThat(findings(preflight(source(), target(), Optional.of(folder))))
                .extracting(Failure::code)
                .containsExactly(ErrorCode.CLIENT_TOOLS, ErrorCode.TARGET_NOT_EMPTY);
    }

    @Test
    void anOlderTargetIsFound() {
        assumeThat(System.getProperty("pgconvoy.postgres.14.bin")).isNotNull();
        try (LocalServer old = LocalServer.start(14)) {
            old.createDatabase("b");

            assertOnly(
                    preflight(source(), old.uri("b")),
                    ErrorCode.VERSION_PAIR,
                    "the target is PostgreSQL 14, older than the source's 15",
                    "major version 15 or newer");
        }
    }
}
