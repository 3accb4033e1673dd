package io.pgconvoy.worker.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of copy job, from servers of older majors than the target's. */
class OlderSourcesIT {
    private static final String TABLE = "CREATE TABLE public.%s (id bigint, note text, at timestamptz, n numeric)";
    private static final String ROWS =
            "SELECT count(*) || '/' || sum(hashtextextended(t::text, 0)) FROM public.%s AS t";

    @TempDir
    Path secrets;

    @ParameterizedTest(name = "from PostgreSQL {0}")
    @ValueSource(ints = {13, 14})
    void wholeTablesPartsAndLargeObjectsArriveEqual(int sourceMajor) throws Exception {
        assumeThat(LocalServerSetup.of(sourceMajor).bin().resolve("postgres")).isExecutable();
        try (LocalServer sourceServer = LocalServer.start(sourceMajor);
                TestDatabase source = TestDatabase.on(sourceServer, "older");
                TestDatabase target = TestDatabase.on(PostgresExtension.server(15), "from_" + sourceMajor)) {
            for (String table : List.of("whole", "cut")) {
                source.execute(
                        TABLE.formatted(table),
                        "INSERT INTO public." + table
                                + " SELECT g, repeat(md5(g::text), 3), timestamptz '2020-01-01 00:00+00'"
                                + " + g * interval '1 hour', g / 7.0 FROM generate_series(1, 20000) g");
                target.execute(TABLE.formatted(table));
            }
            source.execute(
                    "SELECT lo_from_bytea(790001, decode(repeat('ab', 70000), 'hex'))",
                    "COMMENT ON LARGE OBJECT 790001 IS 'a blob'");
            List<Job> jobs = List.of(
                    TestMigration.copy(true, "whole", "id", "note", "at", "n"),
                    part(1, new PartRange.KeyRange("id", OptionalLong.empty(), OptionalLong.of(9_000))),
                    part(2, new PartRange.KeyRange("id", OptionalLong.of(9_000), OptionalLong.empty())),
                    new Job.CopyLargeObjects(new JobId("blobs"), 790001, 790001, 70_000));
            try (TestMigration migration = new TestMigration(source, target, secrets)) {
                jobs.forEach(migration::run);

                assertThat(migration.facts.of(JobFailed.class)).isEmpty();
                assertThat(migration.facts.of(JobSucceeded.class)).hasSize(jobs.size());
            }
            assertThat(target.value(ROWS.formatted("whole"))).isEqualTo(source.value(ROWS.formatted("whole")));
            assertThat(target.value(ROWS.formatted("cut"))).isEqualTo(source.value(ROWS.formatted("cut")));
            String blob = "SELECT md5(lo_get(790001)) || obj_description(790001, 'pg_largeobject')";
            assertThat(target.value(blob)).isEqualTo(source.value(blob));
        }
    }

    private static Job part(int number, PartRange range) {
        return new Job.CopyPart(
                new JobId("cut/" + number),
                TestMigration.tableCopy(false, "cut", "id", "note", "at", "n"),
                range,
                number,
                2);
    }
}
