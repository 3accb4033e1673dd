package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.CopyRelay;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import io.pgconvoy.postgres.Snapshots;
import io.pgconvoy.postgres.SqlStates;
import io.pgconvoy.worker.application.Cancellation;
import io.pgconvoy.worker.application.CopyObserver;
import io.pgconvoy.worker.application.Work;
import io.pgconvoy.worker.application.WorkFailed;
import io.pgconvoy.worker.domain.SessionName;
import io.pgconvoy.worker.domain.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** One job's transaction on a real target, with a reading transaction on the source where the job needs one. */
final class PostgresWork implements Work {
    private static final Set<Stage> OF_THE_SNAPSHOT = EnumSet.of(Stage.COPY, Stage.LARGE_OBJECTS);

    private final Job.Order order;
    private final Tools tools;
    private final Connection target;
    private final Abortable abortable = new Abortable();

    private PostgresWork(Job.Order order, Tools tools, Connection target) {
        this.order = order;
        this.tools = tools;
        this.target = target;
    }

    /** What a lane has for its jobs. */
    record Tools(JobSession source, JobSession target, CopyRelay relay) {}

    static Work begin(Job.Order order, Tools tools, Cancellation cancellation) {
        String name = SessionName.of(order);
        // Rows and receipt are lost together, and the planner reads receipts back from durable storage: no job waits
        // for the disk.
        String first = "SET LOCAL application_name = " + Identifiers.literal(name)
                + (isOfTheSnapshot(order) ? "; SET LOCAL synchronous_commit = off" : "");
        Connection connection = attempt(
                "beginning on the target",
                () -> tools.target.begin(order.migration(), order.target(), name, c -> execute(c, first)));
        PostgresWork work = new PostgresWork(order, tools, connection);
        work.abortable.add(connection);
        cancellation.onCancel(work.abortable::abort);
        return work;
    }

    @Override
    public Optional<Tally> claim() {
        return attempt("claiming the receipt of job " + order.job().id(), () -> {
            Receipts.Claim claim = Receipts.claim(target, key(), Subjects.of(order.job()));
            return switch (claim) {
                case CLAIMED -> Optional.empty();
                case ALREADY_DONE -> Optional.of(earlier());
            };
        });
    }

    private Tally earlier() throws SQLException {
        Receipt receipt = Receipts.of(target, order.migration()).stream()
                .filter(r -> r.job().equals(order.job().id()))
                .findFirst()
                .orElseThrow(() -> new WorkFailed(Failure.of(
                        ErrorCode.SERVER_BUSY,
                        "the receipt of job " + order.job().id()
                                + " was there and is gone: the planner took it back")));
        requireSameSnapshot(receipt.generation());
        return new Tally(receipt.rows(), receipt.bytes());
    }

    /** Rows of an older snapshot must not pass for rows of this one. */
    private void requireSameSnapshot(Generation done) {
        if (isOfTheSnapshot(order) && !done.equals(order.generation())) {
            throw new WorkFailed(Failure.of(
                    done.number() > order.generation().number() ? ErrorCode.STALE_GENERATION : ErrorCode.INTERNAL,
                    "job " + order.job().id() + " was copied under generation " + done + ", and the order is for "
                            + order.generation()));
        }
    }

    @Override
    public Tally carryOut(Supplier<String> snapshot, CopyObserver observer) {
        return switch (order.job()) {
            case Job.CopyTables job -> copyTables(job, snapshot, observer);
            case Job.CopyPart job -> copier(snapshot, observer).part(job);
            case Job.CopyLargeObjects job -> copyLargeObjects(job, snapshot, observer);
            case Job.RunStatements job -> runStatements(job);
            case Job.AnalyzeTables job -> analyze(job);
        };
    }

    private Tally copyTables(Job.CopyTables job, Supplier<String> snapshot, CopyObserver observer) {
        TableCopier copier = copier(snapshot, observer);
        Tally tally = Tally.NOTHING;
        for (Job.TableCopy copy : job.copies()) {
            tally = tally.plus(copier.whole(copy));
        }
        return tally;
    }

    private TableCopier copier(Supplier<String> snapshot, CopyObserver observer) {
        return new TableCopier(tools.relay, source(snapshot), target, observer);
    }

    private Tally copyLargeObjects(Job.CopyLargeObjects job, Supplier<String> snapshot, CopyObserver observer) {
        Connection source = source(snapshot);
        return attempt(
                "copying large objects " + job.firstOid() + " to " + job.lastOid(),
                () -> new LargeObjectCopier(source, target, observer).copy(job.firstOid(), job.lastOid()));
    }

    private Tally runStatements(Job.RunStatements job) {
        for (Job.Statement statement : job.statements()) {
            attempt(statement.what(), () -> {
                execute(target, statement.sql());
                return statement;
            });
        }
        return Tally.NOTHING;
    }

    private Tally analyze(Job.AnalyzeTables job) {
        for (TableName table : job.targets()) {
            attempt("analyzing table " + table, () -> {
                execute(target, "ANALYZE " + Identifiers.quote(table));
                return table;
            });
        }
        return Tally.NOTHING;
    }

    private Connection source(Supplier<String> snapshot) {
        String id = snapshot.get();
        Connection source = attempt(
                "importing the snapshot on the source",
                () -> tools.source.begin(order.migration(), order.source(), SessionName.of(order), connection -> {
                    Snapshots.importInto(connection, id);
                    execute(connection, "SET LOCAL application_name = " + Identifiers.literal(SessionName.of(order)));
                }));
        abortable.add(source);
        return source;
    }

    @Override
    public void commit(Tally tally) {
        attempt("committing job " + order.job().id(), () -> {
            Receipts.confirm(target, key(), tally.rows(), tally.bytes());
            target.commit();
            return tally;
        });
    }

    /** Harmless after a commit: there is nothing left to roll back then. */
    @Override
    public void close() {
        abortable.close();
        tools.target.end();
        tools.source.end();
    }

    private Receipts.Key key() {
        return new Receipts.Key(order.migration(), order.job().id(), order.generation());
    }

    private static boolean isOfTheSnapshot(Job.Order order) {
        return OF_THE_SNAPSHOT.contains(order.job().stage());
    }

    /** Statement text may come from a catalog and hold what the driver would take for an escape. */
    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    interface Step<T> {
        T take() throws SQLException;
    }

    static <T> T attempt(String what, Step<T> step) {
        try {
            return step.take();
        } catch (SQLException e) {
            throw new WorkFailed(SqlStates.failureOf(e, what), e);
        }
    }
}
