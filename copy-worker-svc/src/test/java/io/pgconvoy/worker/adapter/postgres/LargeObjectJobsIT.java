package io.pgconvoy.worker.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** C12: large objects with contents, owner, privileges and comment. */
@ExtendWith(PostgresExtension.class)
class LargeObjectJobsIT {
    /** What must be equal on both sides, one line per object. */
    private static final String OBJECTS =
            "SELECT string_agg(concat_ws('|', oid, lomowner::regrole, lomacl, length(lo_get(oid)), md5(lo_get(oid)),"
                    + " obj_description(oid, 'pg_largeobject')), E'\\n' ORDER BY oid) FROM pg_largeobject_metadata";

    private static final Job JOB = new Job.CopyLargeObjects(new JobId("blobs-1"), 790001, 790099, 0);

    @TempDir
    Path secrets;

    @Test
    void objectsAreEqualOnBothSides(TestDatabase source, TestDatabase target) throws Exception {
        String role = source.name() + "_owner";
        source.execute(
                "CREATE ROLE " + role,
                "SELECT lo_from_bytea(790001, '\\x00ff27225c'), lo_create(790002), lo_create(790003)",
                "SELECT lo_put(790003, 5000000, '\\xaa')",
                "SELECT lo_from_bytea(790004, convert_to(repeat('chunk ', 500000), 'UTF8'))",
                "SELECT lo_from_bytea(790005, decode(repeat('00', 3000), 'hex'))",
                "SELECT lo_from_bytea(790006, decode(repeat('ab', 2048) || repeat('00', 4096) || 'cd', 'hex'))",
                "ALTER LARGE OBJECT 790001 OWNER TO " + role,
                "GRANT SELECT, UPDATE ON LARGE OBJECT 790004 TO " + role,
                "GRANT SELECT ON LARGE OBJECT 790004 TO PUBLIC",
                "GRANT SELECT ON LARGE OBJECT 790005 TO " + role + " WITH GRANT OPTION",
                "REVOKE ALL ON LARGE OBJECT 790006 FROM postgres",
                "COMMENT ON LARGE OBJECT 790001 IS 'it''s a \\ blob'",
                "SELECT lo_create(790100)");
        target.execute("SELECT lo_from_bytea(790002, 'left from before')");
        try (TestMigration migration = new TestMigration(source, target, secrets)) {
            migration.run(JOB);

            assertThat(migration.facts.of(JobFailed.class)).isEmpty();
            assertThat(migration.facts.of(JobSucceeded.class).getFirst().rows()).isEqualTo(6);
            source.execute("SELECT lo_unlink(790100)");
            assertThat(target.value(OBJECTS)).isEqualTo(source.value(OBJECTS));
            assertThat(target.value("SELECT count(*) FROM pg_largeobject WHERE loid = 790003"))
                    .isEqualTo("1");
        } finally {
            source.execute("DROP OWNED BY " + role);
            target.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void aMissingRoleIsNamedAndNothingIsCopied(TestDatabase source, TestDatabase target) throws Exception {
        // The target is on the same server, so the role is made to differ by a name that only the catalog row has.
        String role = source.name() + "_gone";
        source.execute(
                "CREATE ROLE " + role,
                "SELECT lo_from_bytea(790001, 'x')",
                "ALTER LARGE OBJECT 790001 OWNER TO " + role);
        try (TestMigration migration = new TestMigration(source, target, secrets)) {
            source.execute("DELETE FROM pg_authid WHERE rolname = '" + role + "'");

            migration.run(JOB);

            Failure failure = migration.facts.of(JobFailed.class).getFirst().failure();
            assertThat(failure.code()).isEqualTo(ErrorCode.ROLE_MISSING);
            assertThat(target.value("SELECT count(*) FROM pg_largeobject_metadata"))
                    .isEqualTo("0");
        }
    }
}
