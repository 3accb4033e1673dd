package io.pgconvoy.contract.state;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.AnalyzeTables;
import io.pgconvoy.contract.Job.CopyLargeObjects;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.RunStatements;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.*;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Facts about one small migration, each a second after the one before, and the jobs of its plan. */
final class Story {
    static final MigrationId SHOP = Messages.SHOP;
    static final Generation ONE = Generation.FIRST;
    static final Generation TWO = ONE.next();
    static final TableName ORDERS = new TableName("shop", "orders");
    static final TableName ITEMS = new TableName("shop", "items");

    static final Job ORDERS_1 = part(1, 600);
    static final Job ORDERS_2 = part(2, 500);
    static final Job ITEMS_COPY = new CopyTables(new JobId("copy:items"), List.of(copyOf(ITEMS, 900)));
    static final Job BLOBS = new CopyLargeObjects(new JobId("blobs:1"), 1, 9, 50);
    static final Job ORDERS_INDEX = statements("index:orders", Stage.INDEX, 1_100, ORDERS);
    static final Job ITEMS_INDEX = statements("index:items", Stage.INDEX, 900, ITEMS);
    static final Job ORDERS_KEY = statements("key:orders", Stage.CONSTRAINT, 1_100, ORDERS);
    static final Job ANALYZE = new AnalyzeTables(new JobId("analyze:orders"), Set.of(ORDERS), List.of(ORDERS), 0);
    static final Job ATTACH = statements("attach:orders", Stage.ATTACH, 0, ORDERS);
    static final Job ITEMS_FK = statements("fk:items", Stage.FOREIGN_KEY, 900, ITEMS, ORDERS);
    static final Job VALIDATE = statements("validate:items", Stage.VALIDATE, 900, ITEMS);

    static final List<Job> COPIES = List.of(ORDERS_1, ORDERS_2, ITEMS_COPY, BLOBS);
    static final List<Job> BUILDS = List.of(ORDERS_INDEX, ITEMS_INDEX, ORDERS_KEY, ANALYZE, ATTACH, ITEMS_FK, VALIDATE);

    private Instant now = Messages.NOON;

    private static Job part(int number, long bytes) {
        return new CopyPart(
                new JobId("copy:orders:" + number),
                copyOf(ORDERS, bytes),
                new KeyRange("id", OptionalLong.of(number * 10L), OptionalLong.of(number * 10L + 10)),
                number,
                2);
    }

    static TableCopy copyOf(TableName table, long bytes) {
        return new TableCopy(table, List.of("id"), CopyFormat.BINARY, false, bytes);
    }

    static Job statements(String id, Stage stage, long bytes, TableName... tables) {
        return new RunStatements(
                new JobId(id), stage, Set.of(tables), List.of(new Job.Statement(id, "SELECT 1")), bytes);
    }

    /** The state after these facts, from nothing. */
    static MigrationState after(MigrationEvent... facts) {
        return fold(List.of(facts));
    }

    static MigrationState fold(List<MigrationEvent> facts) {
        return fold(MigrationState.initial(), facts);
    }

    static MigrationState fold(MigrationState state, List<MigrationEvent> facts) {
        return facts.stream().reduce(state, MigrationState::after, (a, b) -> b);
    }

    /** The next second. Each fact of a story has a time of its own. */
    Instant tick() {
        now = now.plusSeconds(1);
        return now;
    }

    MigrationAccepted accepted() {
        return new MigrationAccepted(SHOP, tick(), Messages.plainSpec(), "hash");
    }

    MigrationRejected rejected() {
        return new MigrationRejected(SHOP, tick(), List.of(), "other hash");
    }

    PreflightPassed preflightPassed() {
        return new PreflightPassed(SHOP, tick(), "15", "16", 1_000);
    }

    SnapshotOpened snapshotOpened(Generation generation) {
        return new SnapshotOpened(SHOP, tick(), generation, "snapshot-" + generation);
    }

    SnapshotAdopted snapshotAdopted(Generation generation) {
        return new SnapshotAdopted(SHOP, tick(), generation, "adopted-" + generation);
    }

    SnapshotShared snapshotShared(Generation generation) {
        return snapshotShared(generation, "worker-1", OptionalInt.empty());
    }

    SnapshotShared snapshotShared(Generation generation, String worker, OptionalInt processors) {
        return new SnapshotShared(SHOP, tick(), generation, worker, "shared-" + generation, processors);
    }

    SnapshotLost snapshotLost(Generation generation) {
        return new SnapshotLost(SHOP, tick(), generation, "every holder is gone");
    }

    SchemaRestored schemaRestored() {
        return new SchemaRestored(SHOP, tick());
    }

    JobsPlanned planned(Generation generation, List<Job> jobs) {
        return new JobsPlanned(SHOP, tick(), generation, jobs);
    }

    PlanCompleted planCompleted(Generation generation, int jobs) {
        return new PlanCompleted(SHOP, tick(), generation, jobs, List.of());
    }

    JobsDispatched dispatched(Generation generation, int attempt, List<Job> jobs) {
        return new JobsDispatched(
                SHOP,
                tick(),
                generation,
                jobs.stream().map(j -> new Dispatch(j.id(), attempt)).toList());
    }

    JobStarted started(Generation generation, int attempt, Job job) {
        return new JobStarted(SHOP, tick(), generation, job.id(), attempt, "worker-1");
    }

    JobSucceeded succeeded(Generation generation, int attempt, Job job) {
        return new JobSucceeded(
                SHOP, tick(), generation, job.id(), attempt, "worker-1", 10, 100, Duration.ofMillis(500), false);
    }

    JobFailed failed(Generation generation, int attempt, Job job, ErrorCode code) {
        return new JobFailed(SHOP, tick(), generation, job.id(), attempt, "worker-1", Failure.of(code, "it failed"));
    }

    CopyConfirmed copyConfirmed(Generation generation) {
        return new CopyConfirmed(SHOP, tick(), generation);
    }

    ReceiptsMissing receiptsMissing(Generation generation, Job job) {
        return new ReceiptsMissing(SHOP, tick(), generation, Set.of(job.id()));
    }

    SchemaFinished schemaFinished() {
        return new SchemaFinished(SHOP, tick());
    }

    WorkConfirmed workConfirmed() {
        return new WorkConfirmed(SHOP, tick());
    }

    MigrationCompleted completed() {
        return new MigrationCompleted(SHOP, tick(), Messages.summary());
    }

    MigrationFailed failed() {
        return new MigrationFailed(SHOP, tick(), List.of(Messages.failure()));
    }

    CancelRequested cancelRequested() {
        return new CancelRequested(SHOP, tick(), "an operator");
    }

    MigrationCancelled cancelled() {
        return new MigrationCancelled(SHOP, tick(), List.of());
    }

    /** From the request to the whole plan of the first generation. */
    List<MigrationEvent> untilCopying() {
        return List.of(
                accepted(),
                preflightPassed(),
                snapshotOpened(ONE),
                schemaRestored(),
                planned(ONE, COPIES),
                planned(ONE, BUILDS),
                planCompleted(ONE, COPIES.size() + BUILDS.size()));
    }
}
