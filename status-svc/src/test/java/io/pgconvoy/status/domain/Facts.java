package io.pgconvoy.status.domain;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.RunStatements;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.Dispatch;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.MigrationEvent.JobsPlanned;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.MigrationEvent.SchemaFinished;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.WorkConfirmed;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.SecretKeyRef;
import io.pgconvoy.contract.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Facts of one small migration, one second apart, as the services would write them. */
public final class Facts {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    public static final TableName ORDERS = new TableName("shop", "orders");
    public static final TableName CITIES = new TableName("shop", "cities");
    public static final TableName COLOURS = new TableName("shop", "colours");
    public static final CopyPart ORDERS_1 = part("copy-orders-1", 1, 600);
    public static final CopyPart ORDERS_2 = part("copy-orders-2", 2, 400);
    public static final CopyTables SMALL =
            new CopyTables(new JobId("copy-small"), List.of(copy(CITIES, 60), copy(COLOURS, 40)));
    public static final RunStatements INDEX = new RunStatements(
            new JobId("index-orders"),
            Stage.INDEX,
            Set.of(ORDERS),
            List.of(new Statement("index orders_pkey", "CREATE UNIQUE INDEX orders_pkey ON shop.orders (id)")),
            1000);
    public static final List<Job> JOBS = List.of(ORDERS_1, ORDERS_2, SMALL, INDEX);

    private final MigrationId migration;
    private Instant now = START;

    public Facts(String migration) {
        this.migration = new MigrationId(migration);
    }

    private Instant tick() {
        Instant at = now;
        now = now.plusSeconds(1);
        return at;
    }

    private static TableCopy copy(TableName table, long bytes) {
        return new TableCopy(table, List.of("id"), CopyFormat.BINARY, true, bytes);
    }

    private static CopyPart part(String id, int number, long bytes) {
        OptionalLong from = number == 1 ? OptionalLong.empty() : OptionalLong.of(500);
        OptionalLong below = number == 1 ? OptionalLong.of(500) : OptionalLong.empty();
        return new CopyPart(new JobId(id), copy(ORDERS, bytes), new KeyRange("id", from, below), number, 2);
    }

    public MigrationEvent accepted() {
        return accepted(CloneSpec.DEFAULTS);
    }

    public MigrationEvent accepted(CloneSpec cloning) {
        EndpointSpec endpoint = EndpointSpec.ofUriSecret(new SecretKeyRef("source", "uri"));
        return new MigrationAccepted(
                migration, tick(), new MigrationSpec(endpoint, endpoint, cloning, OptionalInt.of(0)), "hash");
    }

    public MigrationEvent rejected() {
        RequestError error = new RequestError(
                ErrorCode.FIELD_UNKNOWN,
                "/spec/sorce",
                Optional.of("sorce"),
                Optional.empty(),
                "did you mean 'source'?");
        return new MigrationRejected(migration, tick(), List.of(error), "hash");
    }

    public MigrationEvent preflightPassed() {
        return new PreflightPassed(migration, tick(), "15.3", "15.3", 1100);
    }

    public MigrationEvent snapshotOpened() {
        return new SnapshotOpened(migration, tick(), Generation.FIRST, "00000003-1");
    }

    public MigrationEvent schemaRestored() {
        return new SchemaRestored(migration, tick());
    }

    public MigrationEvent planned(List<Job> jobs) {
        return new JobsPlanned(migration, tick(), Generation.FIRST, jobs);
    }

    public MigrationEvent planCompleted(int jobs) {
        PlanDecision decision = new PlanDecision(CITIES, "text", "type reglang has no portable binary form");
        return new PlanCompleted(migration, tick(), Generation.FIRST, jobs, List.of(decision));
    }

    public MigrationEvent dispatched(int attempt, Job... jobs) {
        List<Dispatch> all =
                Arrays.stream(jobs).map(j -> new Dispatch(j.id(), attempt)).toList();
        return new JobsDispatched(migration, tick(), Generation.FIRST, all);
    }

    public MigrationEvent started(Job job, int attempt, String worker) {
        return new JobStarted(migration, tick(), Generation.FIRST, job.id(), attempt, worker);
    }

    public MigrationEvent succeeded(Job job, int attempt, String worker, long rows, long bytes) {
        return new JobSucceeded(
                migration,
                tick(),
                Generation.FIRST,
                job.id(),
                attempt,
                worker,
                rows,
                bytes,
                Duration.ofSeconds(1),
                false);
    }

    public MigrationEvent jobFailed(Job job, int attempt, String worker, Failure failure) {
        return new JobFailed(migration, tick(), Generation.FIRST, job.id(), attempt, worker, failure);
    }

    public MigrationEvent copyConfirmed() {
        return new CopyConfirmed(migration, tick(), Generation.FIRST);
    }

    public MigrationEvent schemaFinished() {
        return new SchemaFinished(migration, tick());
    }

    public MigrationEvent workConfirmed() {
        return new WorkConfirmed(migration, tick());
    }

    public MigrationEvent completed() {
        StepSummary step = new StepSummary("copy", Duration.ofSeconds(3), Duration.ofSeconds(5), 2);
        return new MigrationCompleted(
                migration, tick(), new Summary(List.of(), List.of(step), 30, 1100, Duration.ofSeconds(20)));
    }

    public MigrationEvent failed(Failure failure) {
        return new MigrationFailed(migration, tick(), List.of(failure));
    }

    public Progress sample(Job job, int attempt, String worker, long rows, long bytes) {
        return new Progress(
                migration,
                tick(),
                Generation.FIRST,
                job.id(),
                attempt,
                worker,
                job.tables().iterator().next(),
                rows,
                bytes);
    }

    /** Up to the whole plan of {@link #JOBS}. */
    public List<MigrationEvent> untilPlanned() {
        return List.of(
                accepted(),
                preflightPassed(),
                snapshotOpened(),
                schemaRestored(),
                planned(JOBS),
                planCompleted(JOBS.size()));
    }

    /** What follows {@link #untilPlanned()} when all goes well. */
    public List<MigrationEvent> fromDispatchToEnd() {
        return List.of(
                dispatched(1, ORDERS_1, ORDERS_2, SMALL),
                started(ORDERS_1, 1, "w1"),
                succeeded(ORDERS_1, 1, "w1", 10, 500),
                started(ORDERS_2, 1, "w2"),
                succeeded(ORDERS_2, 1, "w2", 12, 480),
                started(SMALL, 1, "w1"),
                succeeded(SMALL, 1, "w1", 8, 120),
                copyConfirmed(),
                dispatched(1, INDEX),
                started(INDEX, 1, "w2"),
                succeeded(INDEX, 1, "w2", 0, 0),
                schemaFinished(),
                workConfirmed(),
                completed());
    }

    /** The projection of these facts, read one after the other from one partition. */
    public Projection fold(List<MigrationEvent> events) {
        Projection projection = Projection.of(migration);
        for (int i = 0; i < events.size(); i++) {
            projection = projection.after(events.get(i), position(i));
        }
        return projection;
    }

    public static Position position(long offset) {
        return Position.of("pgconvoy.events", 3, offset);
    }
}
