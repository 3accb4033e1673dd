package io.pgconvoy.worker.adapter.postgres;

import static io.pgconvoy.worker.adapter.postgres.TestMigration.copy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import io.pgconvoy.worker.application.Cancellation.Reason;
import io.pgconvoy.worker.application.JobRunner.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Copy jobs on two real databases. */
@ExtendWith(PostgresExtension.class)
class CopyJobsIT {
    private static final String TABLE = "CREATE TABLE public.t (id bigint, note text)";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path secrets;

    private TestDatabase source;
    private TestDatabase target;
    private TestMigration migration;

    @BeforeEach
    void twoDatabases(TestDatabase from, TestDatabase to) throws Exception {
        source = from;
        target = to;
        source.execute(TABLE, "INSERT INTO public.t SELECT n, repeat('x', 100) FROM generate_series(1, 1000) n");
        target.execute(TABLE);
        migration = new TestMigration(source, target, secrets);
    }

    @AfterEach
    void close() {
        migration.close();
    }

    @Test
    void aWholeTableArrivesWithExactCounts() {
        assertThat(migration.run(copy(true, "t", "id", "note"))).isEqualTo(Outcome.ANSWERED);

        JobSucceeded done = migration.facts.of(JobSucceeded.class).getFirst();
        assertThat(done.rows()).isEqualTo(1000);
        assertThat(done.bytes()).isGreaterThan(100_000);
        assertThat(target.value("SELECT count(*) || '/' || sum(id) FROM public.t"))
                .isEqualTo("1000/500500");
    }

    @Test
    void rowsCommittedAfterTheSnapshotAreNotCopied() {
        source.execute("INSERT INTO public.t VALUES (5000, 'late')");

        migration.run(copy(true, "t", "id", "note"));

        assertThat(rowsOnTarget()).isEqualTo("1000");
    }

    @Test
    void partsAreDisjointAndTogetherTheTable() {
        source.execute("INSERT INTO public.t SELECT NULL, 'no key' FROM generate_series(1, 7)");
        migration.close();
        openAgain();
        List<PartRange> ranges = List.of(
                new PartRange.KeyRange("id", OptionalLong.empty(), OptionalLong.of(300)),
                new PartRange.KeyRange("id", OptionalLong.of(300), OptionalLong.empty()),
                new PartRange.NullKeys("id"));

        for (int part = 0; part < ranges.size(); part++) {
            migration.run(part("key", part + 1, ranges.get(part)));
        }

        assertThat(migration.facts.of(JobSucceeded.class))
                .extracting(JobSucceeded::rows)
                .containsExactly(299L, 701L, 7L);
        assertThat(rowsOnTarget()).isEqualTo("1007");
    }

    @Test
    void partsByHeapPagesAreTheTable() {
        migration.run(part("ctid", 1, new PartRange.CtidRange(0, OptionalLong.of(3))));
        migration.run(part("ctid", 2, new PartRange.CtidRange(3, OptionalLong.empty())));

        assertThat(migration.facts.of(JobSucceeded.class))
                .allSatisfy(done -> assertThat(done.rows()).isBetween(1L, 999L));
        assertThat(target.value("SELECT count(*) || '/' || sum(id) FROM public.t"))
                .isEqualTo("1000/500500");
    }

    /** C3: the worker died between COMMIT and its acknowledgement. */
    @Test
    void aRedeliveredJobCopiesNothing() {
        Job job = copy(false, "t", "id", "note");
        migration.facts.loseResults(true);
        assertThat(migration.run(job)).isEqualTo(Outcome.UNANSWERED);
        migration.facts.loseResults(false);

        assertThat(migration.run(job)).isEqualTo(Outcome.ANSWERED);

        JobSucceeded done = migration.facts.of(JobSucceeded.class).getFirst();
        assertThat(done.alreadyDone()).isTrue();
        assertThat(done.rows()).isEqualTo(1000);
        assertThat(rowsOnTarget()).isEqualTo("1000");
    }

    /** C6: the target's backend is killed during COPY. */
    @Test
    void aKilledBackendLeavesNothingAndIsTransient() {
        CompletableFuture<Outcome> running = runSlowCopy();

        target.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + copyingSession());

        assertThat(running).succeedsWithin(LIMIT).isEqualTo(Outcome.ANSWERED);
        assertThat(failure().kind()).isEqualTo(Failure.Kind.TRANSIENT);
        assertThat(rowsOnTarget()).isEqualTo("0");
        assertThat(target.value("SELECT count(*) FROM pgconvoy.receipts")).isEqualTo("0");
    }

    @Test
    void theSameLaneGoesOnAfterItsConnectionWasKilled() {
        CompletableFuture<Outcome> running = runSlowCopy();
        target.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + copyingSession());
        assertThat(running).succeedsWithin(LIMIT);

        target.execute("DROP TRIGGER wait ON public.t");

        migration.run(copy(true, "t", "id", "note"));

        assertThat(rowsOnTarget()).isEqualTo("1000");
    }

    @Test
    void aCancelledCopyLeavesNothingAndSaysNothing() {
        CompletableFuture<Outcome> running = runSlowCopy();

        migration.cancellation.cancel(Reason.LOCK_LOST);

        assertThat(running).succeedsWithin(LIMIT).isEqualTo(Outcome.UNANSWERED);
        assertThat(migration.facts.of(JobFailed.class)).isEmpty();
        assertThat(rowsOnTarget()).isEqualTo("0");
        await().atMost(LIMIT)
                .until(() -> target.value("SELECT count(*) FROM pg_stat_activity WHERE " + copyingSession())
                        .equals("0"));
    }

    @Test
    void aJobOfAnOlderGenerationIsStale() throws Exception {
        try (Connection connection = target.connect(SessionKind.ADMIN)) {
            Receipts.bump(connection, TestMigration.ID, new Generation(2));
        }

        migration.run(copy(true, "t", "id", "note"));

        assertThat(failure().code()).isEqualTo(ErrorCode.STALE_GENERATION);
        assertThat(rowsOnTarget()).isEqualTo("0");
    }

    /** C5: a policy must make the copy fail, not filter it. */
    @Test
    void rowLevelSecurityIsRefused() throws Exception {
        source.execute(
                "CREATE ROLE " + role() + " LOGIN",
                "GRANT SELECT ON public.t TO " + role(),
                "ALTER TABLE public.t ENABLE ROW LEVEL SECURITY");
        try {
            TestMigration.secret(secrets, "source", source.uri().replace("postgres@", role() + "@"));

            migration.run(copy(true, "t", "id", "note"));

            assertThat(failure().code()).isEqualTo(ErrorCode.RLS_ACTIVE);
            assertThat(failure().sqlState()).contains("42501");
            assertThat(rowsOnTarget()).isEqualTo("0");
        } finally {
            migration.close();
            source.execute("DROP OWNED BY " + role(), "DROP ROLE " + role());
        }
    }

    @Test
    void theWorkersOwnHolderOutlivesThePlanners() {
        migration.run(copy(true, "t", "id", "note"));
        migration.killPlannersSession();

        migration.run(
                new Job.CopyTables(new JobId("copy-again"), List.of(TestMigration.tableCopy(true, "t", "id", "note"))));

        assertThat(migration.facts.of(JobSucceeded.class)).hasSize(2);
        assertThat(migration.facts.of(SnapshotShared.class)).hasSize(1);
    }

    @Test
    void withoutAnyHolderTheSnapshotIsGone() {
        migration.killPlannersSession();

        migration.run(copy(true, "t", "id", "note"));

        assertThat(failure().code()).isEqualTo(ErrorCode.SNAPSHOT_GONE);
    }

    private Job part(String name, int part, PartRange range) {
        return new Job.CopyPart(
                new JobId(name + "-" + part), TestMigration.tableCopy(false, "t", "id", "note"), range, part, 3);
    }

    private void openAgain() {
        try {
            migration = new TestMigration(source, target, secrets);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A copy that is in the middle: a trigger makes its last rows wait. */
    private CompletableFuture<Outcome> runSlowCopy() {
        target.execute(
                "CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF NEW.id = 900 THEN PERFORM pg_sleep(600); END IF; RETURN NEW; END $$",
                "CREATE TRIGGER wait BEFORE INSERT ON public.t FOR EACH ROW EXECUTE FUNCTION public.wait()");
        Job slow = new Job.CopyTables(new JobId("slow"), List.of(TestMigration.tableCopy(false, "t", "id", "note")));
        CompletableFuture<Outcome> running = CompletableFuture.supplyAsync(() -> migration.run(slow));
        await().atMost(LIMIT).until(() -> target.value(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND " + copyingSession())
                .equals("1"));
        return running;
    }

    private String copyingSession() {
        return "datname = '" + target.name() + "' AND application_name LIKE 'pgconvoy/shop/g1/slow%'";
    }

    private Failure failure() {
        return migration.facts.of(JobFailed.class).getFirst().failure();
    }

    private String rowsOnTarget() {
        return target.value("SELECT count(*) FROM public.t");
    }

    private String role() {
        return source.name() + "_reader";
    }
}
