package io.pgconvoy.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.SecretKeyRef;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.SnapshotHolder;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two workers as processes of their own, a real broker between the test and them, two real databases. */
@ExtendWith(PostgresExtension.class)
class WorkerProcessIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int LANES = 2;
    private static final int PARTS = 40;
    private static final int ROWS = 4_000;

    @TempDir
    static Path folder;

    private static BrokerProcess broker;

    private final Map<String, WorkerProcess> workers = new ConcurrentHashMap<>();
    private TestDatabase source;
    private TestDatabase target;
    private String migration;
    private SnapshotHolder planner;
    private Traffic traffic;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = BrokerProcess.start(folder.resolve("kafka"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void startMigrationAndWorkers(TestDatabase from, TestDatabase to) throws Exception {
        source = from;
        target = to;
        migration = from.name().replace('_', '-');
        source.execute(
                "CREATE TABLE public.t (id bigint, note text)",
                "INSERT INTO public.t SELECT n, repeat('x', 200) FROM generate_series(0, " + (ROWS - 1) + ") n");
        target.execute("CREATE TABLE public.t (id bigint, note text)", "CREATE TABLE public.gate (closed int)");
        try (Connection connection = target.connect(SessionKind.ADMIN)) {
            Receipts.install(connection, new MigrationId(migration), Generation.FIRST);
        }
        secret("source", source.uri());
        secret("target", target.uri());
        planner = SnapshotHolder.open(source.endpoint(), "planner");
        traffic = new Traffic(broker.bootstrap(), migration);
        startWorker(migration + "-w1");
        startWorker(migration + "-w2");
        await().atMost(LIMIT).until(() -> lanesWithPartitions() == 2 * LANES);
    }

    @AfterEach
    void end() {
        workers.values().forEach(WorkerProcess::close);
        traffic.close();
        planner.close();
    }

    @Test
    void twoProcessesShareOneMigrationsJobs() throws Exception {
        traffic.send("odd", "not an order".getBytes(StandardCharsets.UTF_8));
        for (int part = 0; part < PARTS; part++) {
            long width = ROWS / PARTS;
            PartRange range =
                    new PartRange.KeyRange("id", OptionalLong.of(part * width), OptionalLong.of((part + 1) * width));
            traffic.send(order(new Job.CopyPart(new JobId("part-" + part), table(), range, part + 1, PARTS)));
        }

        await().atMost(LIMIT).until(() -> succeeded().size() == PARTS);

        assertThat(succeeded()).extracting(JobSucceeded::worker).contains(migration + "-w1", migration + "-w2");
        assertThat(rowsOnTarget()).isEqualTo(ROWS + "/" + ROWS);
        await().atMost(LIMIT).until(() -> traffic.deadLetters().size() == 1);
        assertThat(traffic.deadLetters().getFirst().value()).isEqualTo("not an order".getBytes(StandardCharsets.UTF_8));
    }

    /** C3: the worker is killed before COMMIT; its session on the target is still there when the job is delivered again. */
    @Test
    void theJobOfAKilledWorkerIsDoneOnceByTheOther() throws Exception {
        theOtherWorkerDoesTheJob(WorkerProcess::kill);
    }

    @Test
    void aWorkerThatIsToldToEndGivesItsJobBack() throws Exception {
        theOtherWorkerDoesTheJob(WorkerProcess::terminate);
    }

    private void theOtherWorkerDoesTheJob(Consumer<WorkerProcess> end) throws Exception {
        closeGate();
        traffic.send(order(new Job.CopyTables(new JobId("whole"), List.of(table()))));
        await().atMost(LIMIT).until(this::isCopying);
        // The fact may be read later than the server shows its effect.
        await().atMost(LIMIT)
                .until(() -> !traffic.facts(JobStarted.class, migration).isEmpty());
        String first = traffic.facts(JobStarted.class, migration).getFirst().worker();

        end.accept(workers.get(first));

        await().atMost(LIMIT)
                .until(() -> traffic.facts(JobStarted.class, migration).size() == 2);
        JobStarted second = traffic.facts(JobStarted.class, migration).getLast();
        assertThat(second.worker()).isNotEqualTo(first);
        assertThat(workers.get(first).endsWithin(LIMIT)).isTrue();
        target.execute("DELETE FROM public.gate");
        await().atMost(LIMIT).until(() -> succeeded().size() == 1);
        assertThat(succeeded().getFirst().worker()).isEqualTo(second.worker());
        assertThat(succeeded().getFirst().alreadyDone()).isFalse();
        assertThat(traffic.facts(JobFailed.class, migration)).isEmpty();
        assertThat(rowsOnTarget()).isEqualTo(ROWS + "/" + ROWS);
    }

    /** Copies get stuck on a late row until the gate is open. */
    private void closeGate() {
        target.execute(
                "INSERT INTO public.gate VALUES (1)",
                "CREATE FUNCTION public.pass() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.id = "
                        + (ROWS - 10) + " THEN WHILE EXISTS (SELECT FROM public.gate) LOOP PERFORM pg_sleep(0.05);"
                        + " END LOOP; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER pass BEFORE INSERT ON public.t FOR EACH ROW EXECUTE FUNCTION public.pass()");
    }

    private boolean isCopying() {
        return !target.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '"
                        + target.name() + "'")
                .equals("0");
    }

    private List<JobSucceeded> succeeded() {
        return traffic.facts(JobSucceeded.class, migration);
    }

    private String rowsOnTarget() {
        return target.value("SELECT count(*) || '/' || count(DISTINCT id) FROM public.t");
    }

    private void startWorker(String id) throws Exception {
        workers.put(
                id,
                WorkerProcess.start(
                        id, LANES, broker.bootstrap(), folder.resolve("secrets"), Path.of("target", id + ".log")));
    }

    private long lanesWithPartitions() throws Exception {
        try (Admin admin = broker.admin()) {
            ShareGroupDescription group = admin.describeShareGroups(List.of("copy-workers"))
                    .all()
                    .get()
                    .get("copy-workers");
            return group.members().stream()
                    .filter(member -> !member.assignment().topicPartitions().isEmpty())
                    .filter(member -> member.clientId().startsWith(migration))
                    .count();
        } catch (ExecutionException e) {
            return 0; // no member yet
        }
    }

    private static Job.TableCopy table() {
        return new Job.TableCopy(
                new TableName("public", "t"), List.of("id", "note"), CopyFormat.BINARY, false, 1_000_000);
    }

    private Job.Order order(Job job) {
        return new Job.Order(
                new MigrationId(migration),
                Generation.FIRST,
                Optional.of(planner.id()),
                1,
                EndpointSpec.ofUriSecret(new SecretKeyRef(migration + "-source", "uri")),
                EndpointSpec.ofUriSecret(new SecretKeyRef(migration + "-target", "uri")),
                job);
    }

    private void secret(String side, String uri) throws Exception {
        Path dir = Files.createDirectories(folder.resolve("secrets").resolve(migration + "-" + side));
        Path file = Files.writeString(dir.resolve("uri"), uri);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
