package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.Sessions;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clone.roles}: what of the source's roles is on the target's server afterwards, and who may make it. */
class RolesIT {
    private static final List<String> HBA = List.of(
            "host all anna 127.0.0.1/32 scram-sha-256", "local all all trust", "host all all 127.0.0.1/32 trust");

    private static LocalServer sourceServer;
    private static TestDatabase source;

    @TempDir
    Path folder;

    private LocalServer targetServer;
    private TestDatabase target;

    @BeforeAll
    static void start() {
        sourceServer = LocalServer.start(15);
        source = TestDatabase.on(sourceServer, "a");
        source.execute(
                "CREATE ROLE anna LOGIN PASSWORD 's3cr3t' CONNECTION LIMIT 7 VALID UNTIL '2099-01-02 03:04:05+00'",
                "CREATE ROLE \"Team \"\"X\"\"\" NOINHERIT CREATEDB",
                "COMMENT ON ROLE anna IS 'an''na'",
                "ALTER ROLE anna SET work_mem = '7MB'",
                "ALTER ROLE anna SET search_path = shop, \"Odd\"",
                "GRANT \"Team \"\"X\"\"\" TO anna WITH ADMIN OPTION",
                "GRANT pg_monitor TO anna",
                "CREATE ROLE old_hand LOGIN PASSWORD 'old'",
                "GRANT \"Team \"\"X\"\"\" TO old_hand",
                "CREATE SCHEMA team",
                "ALTER SCHEMA team OWNER TO \"Team \"\"X\"\"\"",
                "CREATE TABLE team.t (id int)",
                "ALTER TABLE team.t OWNER TO \"Team \"\"X\"\"\"",
                "GRANT SELECT ON team.t TO anna");
    }

    @AfterAll
    static void stop() {
        sourceServer.close();
    }

    @BeforeEach
    void startTarget() {
        targetServer = LocalServer.start(LocalServerSetup.of(15).withHba(HBA).withSetting("log_statement", "all"));
        targetServer.execute(
                "postgres", "CREATE ROLE old_hand CONNECTION LIMIT 3", "CREATE ROLE writer LOGIN CREATEROLE");
        target = TestDatabase.on(targetServer, "b");
        target.execute("ALTER DATABASE b OWNER TO writer", "GRANT CREATE ON SCHEMA public TO writer");
    }

    @AfterEach
    void stopTarget() {
        targetServer.close();
    }

    private static CloneSpec roles(boolean noPasswords) {
        return CloneSpec.with(c -> {
            c.roles = Optional.of(true);
            c.noRolePasswords = Optional.of(noPasswords);
        });
    }

    private List<Failure> findings(String sourceUri, String targetUri, CloneSpec spec) {
        TestMigration migration = new TestMigration(folder, "check");
        return switch (migration.databases().preflight(migration.course(sourceUri, targetUri, spec))) {
            case PreflightResult.Passed passed -> List.of();
            case PreflightResult.Found found -> found.findings();
        };
    }

    private static String as(String user, TestDatabase database) {
        return database.uri().replace("//postgres@", "//" + user + "@");
    }

    @Test
    void rolesAreMadeWithAllThatBelongsToThemAndThoseThatAreThereStay() throws Exception {
        assertThat(findings(source.uri(), target.uri(), CloneSpec.DEFAULTS))
                .extracting(Failure::code)
                .containsExactly(ErrorCode.ROLE_MISSING);

        WholeClone.run(new TestMigration(folder, "m"), source.uri(), target.uri(), roles(false));

        String roles = "SELECT concat_ws(' ', rolname, rolinherit, rolcreatedb, rolcanlogin, rolconnlimit,"
                + " rolvaliduntil AT TIME ZONE 'UTC', rolconfig, shobj_description(oid, 'pg_authid')) FROM pg_roles"
                + " WHERE rolname IN ('anna', 'old_hand', 'Team \"X\"') ORDER BY rolname";
        assertThat(target.column(roles))
                .containsExactlyElementsOf(source.column(roles).stream()
                        .map(line -> line.startsWith("old_hand") ? "old_hand t f f 3" : line)
                        .toList());
        assertThat(target.column("SELECT roleid::regrole || ' ' || member::regrole || ' ' || admin_option"
                        + " FROM pg_auth_members WHERE member >= 16384 ORDER BY 1"))
                .containsExactly(
                        "\"Team \"\"X\"\"\" anna true", "\"Team \"\"X\"\"\" old_hand false", "pg_monitor anna false");
        assertThat(target.value("SELECT rolpassword IS NULL FROM pg_authid WHERE rolname = 'old_hand'"))
                .isEqualTo("t");
        assertThat(target.value("SELECT relowner::regrole::text FROM pg_class WHERE relname = 't'"))
                .isEqualTo("\"Team \"\"X\"\"\"");
        Endpoint anna = Endpoint.ofUri(as("anna:s3cr3t", target));
        try (Connection session = Sessions.open(anna, "test", SessionKind.ADMIN)) {
            assertThat(Rows.text(session, "SELECT current_user")).isEqualTo("anna");
        }
        assertThat(Files.readString(targetServer.log()))
                .contains("BEGIN")
                .as("the server logs every statement but those with passwords")
                .doesNotContain("SCRAM-SHA-256$", "s3cr3t");
    }

    @Test
    void withoutPasswordsNoneIsRead() throws Exception {
        source.execute(
                "CREATE ROLE reader LOGIN", "GRANT USAGE ON SCHEMA team TO reader", "GRANT SELECT ON team.t TO reader");
        try {
            assertThat(findings(as("reader", source), target.uri(), roles(false)))
                    .extracting(Failure::what)
                    .containsExactly("role reader may not read the passwords of roles (pg_authid) on the source");

            WholeClone.run(new TestMigration(folder, "m"), as("reader", source), target.uri(), roles(true));

            assertThat(target.value("SELECT rolpassword IS NULL AND rolcanlogin FROM pg_authid WHERE rolname = 'anna'"))
                    .isEqualTo("t");
        } finally {
            source.execute("DROP OWNED BY reader", "DROP ROLE reader");
        }
    }

    @Test
    void aRoleWithCreateroleMakesThemAndWhatBelongsToThem() throws Exception {
        WholeClone.run(new TestMigration(folder, "m"), source.uri(), as("writer", target), roles(false));

        assertThat(target.value("SELECT relowner::regrole::text FROM pg_class WHERE relname = 't'"))
                .isEqualTo("\"Team \"\"X\"\"\"");
        assertThat(target.value("SELECT rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolname = 'anna'"))
                .isEqualTo("t");
    }

    @Test
    void rightsThatTheRoleOnTheTargetLacksAreNamed() {
        source.execute("CREATE ROLE boss SUPERUSER REPLICATION");
        targetServer.execute("postgres", "ALTER ROLE writer NOCREATEROLE");
        try {
            assertThat(findings(source.uri(), as("writer", target), roles(true)))
                    .extracting(Failure::what)
                    .containsExactly(
                            "role writer may not make roles on the target, which lacks Team \"X\", anna, boss",
                            "role writer is no superuser on the target and cannot make boss (REPLICATION, SUPERUSER)");
        } finally {
            source.execute("DROP ROLE boss");
        }
    }
}
