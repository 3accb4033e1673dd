package io.pgconvoy.worker.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that build on a real target. */
@ExtendWith(PostgresExtension.class)
class BuildJobsIT {
    private static final TableName TABLE = new TableName("public", "t");

    @TempDir
    Path secrets;

    private TestDatabase target;
    private TestMigration migration;

    @BeforeEach
    void twoDatabases(TestDatabase from, TestDatabase to) throws Exception {
        target = to;
        target.execute(
                "CREATE TABLE public.t (id bigint, doc jsonb)",
                "INSERT INTO public.t SELECT n, '{\"a\": 1}' FROM generate_series(1, 100) n");
        migration = new TestMigration(from, to, secrets);
    }

    @AfterEach
    void close() {
        migration.close();
    }

    @Test
    void aStatementMayHoldQuestionMarksAndBraces() {
        migration.run(
                statements("CREATE INDEX q ON public.t (id) WHERE doc ? 'a' AND doc @> '{\"a\": 1}' AND '{d}' <> '?'"));

        assertThat(migration.facts.of(JobSucceeded.class)).hasSize(1);
        assertThat(target.value("SELECT count(*) FROM pg_indexes WHERE indexname = 'q'"))
                .isEqualTo("1");
    }

    @Test
    void statementsOfOneJobAreDoneTogetherOrNotAtAll() {
        migration.run(
                statements("CREATE INDEX q ON public.t (id)", "ALTER TABLE public.t ADD CONSTRAINT c CHECK (id > 50)"));

        Failure failure = migration.facts.of(JobFailed.class).getFirst().failure();
        assertThat(failure.code()).isEqualTo(ErrorCode.CONSTRAINT_VIOLATED);
        assertThat(failure.what()).contains("statement 2").doesNotContain("{\"a\": 1}");
        assertThat(target.value("SELECT count(*) FROM pg_indexes WHERE indexname = 'q'"))
                .isEqualTo("0");
    }

    @Test
    void aRedeliveredBuildIsDoneOnce() {
        migration.run(statements("CREATE INDEX ON public.t (id)"));
        migration.run(statements("CREATE INDEX ON public.t (id)"));

        assertThat(migration.facts.of(JobSucceeded.class))
                .extracting(JobSucceeded::alreadyDone)
                .containsExactly(false, true);
        assertThat(target.value("SELECT count(*) FROM pg_indexes WHERE tablename = 't'"))
                .isEqualTo("1");
    }

    @Test
    void analyzedTablesHaveStatistics() {
        migration.run(new Job.AnalyzeTables(new JobId("analyze-1"), Set.of(TABLE), List.of(TABLE), 0));

        assertThat(target.value("SELECT reltuples FROM pg_class WHERE oid = 'public.t'::regclass"))
                .isEqualTo("100");
    }

    private static Job statements(String... sql) {
        List<Job.Statement> statements = new ArrayList<>();
        for (String one : sql) {
            statements.add(new Job.Statement("statement " + (statements.size() + 1), one));
        }
        return new Job.RunStatements(new JobId("index-1"), Stage.INDEX, Set.of(TABLE), statements, 0);
    }
}
