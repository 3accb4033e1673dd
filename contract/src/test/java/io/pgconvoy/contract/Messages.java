package io.pgconvoy.contract;

import io.pgconvoy.contract.Job.AnalyzeTables;
import io.pgconvoy.contract.Job.CopyLargeObjects;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.RunStatements;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.Dispatch;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.MigrationEvent.JobsPlanned;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import io.pgconvoy.contract.MigrationEvent.SchemaFinished;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.TableSummary;
import io.pgconvoy.contract.MigrationEvent.WorkConfirmed;
import io.pgconvoy.contract.PartRange.CtidRange;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.PartRange.NullKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** One well filled message of every kind. Names are hostile on purpose: what travels must survive them. */
public final class Messages {
    public static final MigrationId SHOP = new MigrationId("shop");
    public static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
    public static final TableName ORDERS = new TableName("shop", "orders");
    public static final TableName ODD = new TableName("Sales \"EU\"", "größe.%s");
    public static final JobId PART = new JobId("copy:shop.orders:2");
    public static final JobId INDEX = new JobId("index:shop.orders");

    private static final Generation SECOND = new Generation(2);
    private static final TableCopy WHOLE =
            new TableCopy(ODD, List.of("id", "na'me", "\\x"), CopyFormat.TEXT, true, 4_096);
    private static final TableCopy SPLIT =
            new TableCopy(ORDERS, List.of("id", "total"), CopyFormat.BINARY, false, 1L << 40);

    private Messages() {}

    /** A specification with every field of every form set. */
    public static MigrationSpec spec() {
        return new MigrationSpec(inline(), byParts(), everyOption(), OptionalInt.of(5));
    }

    /** A specification with nothing set that may be left out. */
    public static MigrationSpec plainSpec() {
        return new MigrationSpec(
                EndpointSpec.ofUriSecret(new SecretKeyRef("shop", "source")),
                EndpointSpec.ofUriSecret(new SecretKeyRef("shop", "target")),
                CloneSpec.DEFAULTS,
                OptionalInt.empty());
    }

    private static EndpointSpec inline() {
        return new EndpointSpec(
                Optional.of("db.example.org"),
                OptionalInt.of(6432),
                Optional.of("host=evil port=5"),
                Optional.of("mover"),
                Optional.of(new SecretKeyRef("source-db", "password")),
                Optional.of("verify-full"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new EndpointSpec.Tls(
                        Optional.of(new SecretKeyRef("tls", "ca.crt")),
                        Optional.of(new SecretKeyRef("tls", "tls.crt")),
                        Optional.of(new SecretKeyRef("tls", "tls.key")))));
    }

    private static EndpointSpec byParts() {
        return new EndpointSpec(
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new EndpointSpec.PartsSecretRef(
                        "target-db",
                        Optional.of("external"),
                        Optional.of(new EndpointSpec.Keys(
                                Optional.of("DB"),
                                Optional.of("PW"),
                                Optional.of("URL"),
                                Optional.of("URL_EXTERNAL"),
                                Optional.of("USERNAME"))))),
                Optional.empty());
    }

    private static CloneSpec everyOption() {
        return CloneSpec.with(c -> {
            c.tableJobs = OptionalInt.of(8);
            c.indexJobs = OptionalInt.of(2);
            c.restoreJobs = OptionalInt.of(3);
            c.largeObjectsJobs = OptionalInt.of(1);
            c.splitTablesLargerThan = Optional.of(ByteSize.parse("10GB"));
            c.splitMaxParts = OptionalInt.of(16);
            c.estimateTableSizes = Optional.of(true);
            c.useCopyBinary = Optional.of(false);
            c.dropIfExists = Optional.of(true);
            c.roles = Optional.of(true);
            c.noRolePasswords = Optional.of(true);
            c.noOwner = Optional.of(true);
            c.noACL = Optional.of(true);
            c.noComments = Optional.of(true);
            c.noTablespaces = Optional.of(true);
            c.skip = Optional.of(Set.of(Skip.LARGE_OBJECTS, Skip.ANALYZE));
            c.filters = Optional.of(new FilterSpec(Map.of(
                    FilterSection.EXCLUDE_TABLE_DATA, List.of("shop.~/^log_/", "shop.\"Odd.Name\""),
                    FilterSection.INCLUDE_ONLY_SCHEMAS, List.of("shop"))));
            c.onSnapshotLoss = Optional.of(CloneSpec.OnSnapshotLoss.FAIL);
        });
    }

    public static List<Job> jobs() {
        return List.of(
                new CopyTables(new JobId("copy:small:1"), List.of(WHOLE)),
                part(PART, new KeyRange("id", OptionalLong.of(-5), OptionalLong.empty())),
                part(new JobId("copy:shop.orders:3"), new NullKeys("id")),
                part(new JobId("copy:shop.orders:4"), new CtidRange(0, OptionalLong.of(1_024))),
                new CopyLargeObjects(new JobId("blobs:1"), 16_384, 4_294_967_295L, 1 << 20),
                new RunStatements(
                        INDEX,
                        Stage.INDEX,
                        Set.of(ORDERS, ODD),
                        List.of(new Statement(
                                "index orders_pkey", "CREATE UNIQUE INDEX orders_pkey ON shop.orders (id)")),
                        1L << 40),
                new AnalyzeTables(new JobId("analyze:1"), Set.of(ODD, ORDERS), List.of(ORDERS), 0));
    }

    private static Job part(JobId id, PartRange range) {
        return new CopyPart(id, SPLIT, range, 2, 4);
    }

    public static Job.Order order(Job job) {
        return new Job.Order(SHOP, SECOND, Optional.of("00000003-0000001B-1"), 3, inline(), byParts(), job);
    }

    public static Progress progress() {
        return new Progress(SHOP, NOON, SECOND, PART, 1, "worker-1", ORDERS, 5_000_000_000L, 1L << 41);
    }

    public static Failure failure() {
        return new Failure(
                ErrorCode.PRIVILEGE,
                Failure.Kind.OPERATOR,
                Optional.of("42501"),
                "reading \"shop\".\"orders\" is not permitted",
                List.of("GRANT SELECT ON \"shop\".\"orders\" TO mover;"));
    }

    public static List<MigrationEvent> events() {
        return List.of(
                new MigrationAccepted(SHOP, NOON, spec(), "9f86d081884c7d65"),
                new MigrationRejected(
                        SHOP,
                        NOON,
                        List.of(new RequestError(
                                ErrorCode.FIELD_UNKNOWN,
                                "/spec/sorce",
                                Optional.of("sorce"),
                                Optional.of("source, target"),
                                "did you mean source?")),
                        "9f86d081884c7d65"),
                new PreflightPassed(
                        SHOP,
                        NOON,
                        "15.12",
                        "16.8",
                        1L << 40,
                        Optional.of(List.of(Failure.of(
                                ErrorCode.FILTER_UNKNOWN_OBJECT,
                                "excludeTables shop.nothing matches nothing",
                                "compare the names with those on the source")))),
                new SnapshotOpened(SHOP, NOON, SECOND, "00000003-0000001B-1"),
                new SnapshotAdopted(SHOP, NOON, SECOND, "00000004-00000002-1"),
                new SnapshotLost(SHOP, NOON, SECOND, "every holder is gone"),
                new SchemaRestored(SHOP, NOON),
                new JobsPlanned(SHOP, NOON, SECOND, jobs()),
                new PlanCompleted(
                        SHOP, NOON, SECOND, 7, List.of(new PlanDecision(ODD, "text", "column \\x has type tsvector"))),
                new JobsDispatched(SHOP, NOON, SECOND, List.of(new Dispatch(PART, 2), new Dispatch(INDEX, 1))),
                new CopyConfirmed(SHOP, NOON, SECOND),
                new ReceiptsMissing(SHOP, NOON, SECOND, Set.of(PART, INDEX)),
                new SchemaFinished(SHOP, NOON),
                new WorkConfirmed(SHOP, NOON),
                new MigrationCompleted(SHOP, NOON, summary()),
                new MigrationFailed(SHOP, NOON, List.of(failure())),
                new CancelRequested(SHOP, NOON, "an operator"),
                new MigrationCancelled(SHOP, NOON, List.of("schema pgconvoy on the target")),
                new JobStarted(SHOP, NOON, SECOND, PART, 2, "worker-1"),
                new JobSucceeded(
                        SHOP,
                        NOON,
                        SECOND,
                        PART,
                        2,
                        "worker-1",
                        5_000_000_000L,
                        1L << 41,
                        Duration.ofMillis(90_061),
                        true),
                new JobFailed(SHOP, NOON, SECOND, PART, 2, "worker-1", failure()),
                new SnapshotShared(SHOP, NOON, SECOND, "worker-1", "00000005-00000003-1", OptionalInt.of(8)));
    }

    public static Summary summary() {
        return new Summary(
                List.of(new TableSummary(ORDERS, 4, 10, 1_000, Duration.ofSeconds(3), Duration.ofSeconds(1))),
                List.of(new StepSummary("copy", Duration.ofSeconds(2), Duration.ofSeconds(3), 2)),
                10,
                1_000,
                Duration.ofSeconds(7));
    }
}
