package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.planner.adapter.postgres.DatabaseObjects.Identity;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Claim;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Drops what stands in the way on a target that is not empty: {@code clone.dropIfExists}. In some transactions, since one could
 * not hold the locks of a whole database; each holds the claim of the work, the last one leaves its receipt. What is there then
 * is recorded as kept.
 */
final class TargetCleaner {
    private static final JobId RECEIPT = new JobId("schema/clean");

    /** A table takes several locks with its indexes, sequences and what depends on it; a server has some 6,000. */
    private static final int DROPS_AT_A_TIME = 300;

    private final CloneSpec spec;
    private final LeftOut leftOut;
    private final Connection source;
    private final Connection target;
    private final Receipts.Key key;

    /** @param source under the snapshot */
    TargetCleaner(CloneSpec spec, LeftOut leftOut, Connection source, Connection target, Receipts.Key key) {
        this.spec = spec;
        this.leftOut = leftOut;
        this.source = source;
        this.target = target;
        this.key = key;
    }

    static Receipts.Key key(MigrationId migration, Generation generation) {
        return new Receipts.Key(migration, RECEIPT, generation);
    }

    private interface Work {
        /** @return whether there is more to do */
        boolean some() throws SQLException;
    }

    /**
     * Commits on the target; auto-commit is on again after it.
     *
     * @throws FailureException TARGET_NOT_EMPTY where something needs what would go, or has the name of what comes: the target
     *     has changed since preflight
     */
    void clean() throws SQLException {
        if (!spec.skips(Skip.LARGE_OBJECTS)) {
            CommonLargeObjects objects = new CommonLargeObjects(source, target);
            long[] last = {0};
            inTransactions(() -> {
                CommonLargeObjects.Page page = objects.after(last[0]);
                unlink(page);
                last[0] = page.last();
                return page.count() > 0;
            });
        }
        inTransactions(this::dropSome);
        if (isClaimed()) {
            KeptObjects.record(target);
            Receipts.confirm(target, key, 0, 0);
        }
        target.commit();
        target.setAutoCommit(true);
    }

    /** Until there is no more to do, or somebody has done it all. */
    private void inTransactions(Work work) throws SQLException {
        boolean more = true;
        while (more) {
            boolean ours = isClaimed();
            more = ours && work.some();
            if (ours) {
                Receipts.forget(target, key.migration(), List.of(RECEIPT));
            }
            target.commit();
        }
    }

    private boolean isClaimed() throws SQLException {
        target.setAutoCommit(false);
        Receipts.Subject subject = new Receipts.Subject("Schema", Optional.empty(), OptionalInt.empty());
        return Receipts.claim(target, key, subject) == Claim.CLAIMED;
    }

    private void unlink(CommonLargeObjects.Page page) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute("SELECT lo_unlink(oid) FROM pg_largeobject_metadata WHERE oid = ANY ("
                    + LeftOut.array(page.common()) + ")");
        }
    }

    private boolean dropSome() throws SQLException {
        DropPlan plan = DropPlan.of(spec, leftOut, source, target);
        Optional<Failure> refusal = plan.refusal();
        if (refusal.isPresent()) {
            target.rollback();
            throw new FailureException(refusal.get());
        }
        List<Identity> some =
                plan.drops().keySet().stream().limit(DROPS_AT_A_TIME).toList();
        try (Statement statement = target.createStatement()) {
            for (Identity object : some) {
                Optional<String> drop = DatabaseObjects.drop(object);
                if (drop.isPresent()) {
                    statement.execute(drop.get());
                }
            }
        }
        return some.size() < plan.drops().size();
    }
}
