package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.Receipts.Claim;
import io.pgconvoy.postgres.Receipts.Receipt;
import io.pgconvoy.postgres.Receipts.Subject;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ReceiptsIT {
    private static final MigrationId M1 = new MigrationId("m1");
    private static final MigrationId OTHER = new MigrationId("m2");
    private static final Generation SECOND = Generation.FIRST.next();
    private static final Receipts.Key KEY = new Receipts.Key(M1, new JobId("copy/a"), Generation.FIRST);
    private static final Subject SUBJECT =
            new Subject("CopyPart", Optional.of(new TableName("S", "T.1")), OptionalInt.of(3));

    @Test
    void aCommittedClaimIsAReceiptAndIsNotClaimedAgain(TestDatabase target) throws Exception {
        try (Connection connection = installed(target)) {
            finish(connection, KEY, 10, 200);
            assertThat(claim(connection, KEY)).isEqualTo(Claim.ALREADY_DONE);
            connection.rollback();
            assertThat(Receipts.of(connection, M1)).singleElement().satisfies(receipt -> {
                assertThat(receipt.job()).isEqualTo(KEY.job());
                assertThat(receipt.generation()).isEqualTo(Generation.FIRST);
                assertThat(receipt.subject()).isEqualTo(SUBJECT);
                assertThat(receipt.rows()).isEqualTo(10);
                assertThat(receipt.bytes()).isEqualTo(200);
            });
        }
    }

    @Test
    void aRolledBackClaimLeavesNothing(TestDatabase target) throws Exception {
        try (Connection connection = installed(target)) {
            claim(connection, KEY);
            connection.rollback();
            assertThat(claim(connection, KEY)).isEqualTo(Claim.CLAIMED);
            connection.rollback();
            assertThat(Receipts.of(connection, M1)).isEmpty();
        }
    }

    @Test
    void aSecondClaimWaitsForTheFirstAndLearnsItsOutcome(TestDatabase target) throws Exception {
        assertThat(outcomeOfSecondClaim(target, true)).isEqualTo(Claim.ALREADY_DONE);
    }

    @Test
    void aSecondClaimGetsTheWorkWhenTheFirstRollsBack(TestDatabase target) throws Exception {
        assertThat(outcomeOfSecondClaim(target, false)).isEqualTo(Claim.CLAIMED);
    }

    private static Claim outcomeOfSecondClaim(TestDatabase target, boolean commit) throws Exception {
        try (Connection first = installed(target);
                Connection second = target.connect(SessionKind.TARGET_WRITE)) {
            second.setAutoCommit(false);
            claim(first, KEY);
            CompletableFuture<Claim> waiting = CompletableFuture.supplyAsync(() -> claimUnchecked(second));
            await().atMost(10, TimeUnit.SECONDS)
                    .until(() -> target.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'transactionid'"
                                    + " AND datname = current_database()")
                            .equals("1"));
            assertThat(waiting).isNotDone();
            if (commit) {
                Receipts.confirm(first, KEY, 1, 1);
                first.commit();
            } else {
                first.rollback();
            }
            return waiting.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void workOfAStaleGenerationIsRefusedAtClaimAndAtConfirm(TestDatabase target) throws Exception {
        try (Connection connection = installed(target);
                Connection planner = target.connect(SessionKind.ADMIN)) {
            claim(connection, KEY);
            Receipts.bump(planner, M1, SECOND); // does not wait for the copy of the old generation
            assertThatThrownBy(() -> Receipts.confirm(connection, KEY, 1, 1))
                    .isInstanceOf(StaleGenerationException.class)
                    .satisfies(e ->
                            assertThat(SqlStates.failureOf(e, "copying").code()).isEqualTo(ErrorCode.STALE_GENERATION));
            connection.rollback();
            assertThatThrownBy(() -> claim(connection, KEY)).isInstanceOf(StaleGenerationException.class);
            connection.rollback();
            Receipts.bump(planner, M1, Generation.FIRST);
            assertThat(Receipts.generation(planner, M1)).contains(SECOND);
        }
    }

    @Test
    void aConfirmedReceiptHoldsTheGenerationUntilItsCommit(TestDatabase target) throws Exception {
        try (Connection connection = installed(target);
                Connection planner = target.connect(SessionKind.ADMIN)) {
            claim(connection, KEY);
            Receipts.confirm(connection, KEY, 1, 1);
            CompletableFuture<Void> bump = CompletableFuture.runAsync(() -> bumpUnchecked(planner));
            await().atMost(10, TimeUnit.SECONDS)
                    .until(() -> target.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()")
                            .equals("1"));
            connection.commit();
            bump.get(10, TimeUnit.SECONDS);
            assertThat(Receipts.flushed(planner, M1)).hasSize(1);
        }
    }

    @Test
    void aForgottenReceiptIsClaimedAgain(TestDatabase target) throws Exception {
        Receipts.Key other = new Receipts.Key(M1, new JobId("copy/b"), Generation.FIRST);
        try (Connection connection = installed(target)) {
            finish(connection, KEY, 1, 1);
            finish(connection, other, 1, 1);
            Receipts.forget(connection, M1, List.of(KEY.job()));
            connection.commit();
            assertThat(Receipts.of(connection, M1)).extracting(Receipt::job).containsExactly(other.job());
            assertThat(claim(connection, KEY)).isEqualTo(Claim.CLAIMED);
        }
    }

    @Test
    void theSchemaGoesWithItsMigration(TestDatabase target) throws Exception {
        try (Connection connection = target.connect(SessionKind.ADMIN)) {
            Receipts.install(connection, M1, SECOND);
            Receipts.install(connection, M1, Generation.FIRST);
            assertThat(Receipts.generation(connection, M1)).contains(SECOND);
            Receipts.drop(connection, M1);
            Receipts.drop(connection, M1);
            assertThat(schemas(target)).isEqualTo("0");
            assertThat(Receipts.generation(connection, M1)).isEmpty();
        }
    }

    @Test
    void ofTwoMigrationsThatTakeOneTargetAtOnceTheSecondIsRefused(TestDatabase target) throws Exception {
        try (Connection first = target.connect(SessionKind.ADMIN);
                Connection second = target.connect(SessionKind.ADMIN)) {
            first.setAutoCommit(false);
            Receipts.install(first, M1, Generation.FIRST);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> installUnchecked(second, OTHER));
            await().atMost(10, TimeUnit.SECONDS)
                    .until(() -> target.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'"
                                    + " AND datname = current_database()")
                            .equals("1"));
            first.commit();

            assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(FailureException.class, e -> {
                        assertThat(e.failure().code()).isEqualTo(ErrorCode.TARGET_BUSY);
                        assertThat(e.failure().what()).contains("m1");
                    });
            assertThat(Receipts.generation(second, OTHER)).isEmpty();
            Receipts.drop(second, OTHER);
            assertThat(Receipts.generation(second, M1)).contains(Generation.FIRST);
        }
    }

    private static String schemas(TestDatabase target) {
        return target.value("SELECT count(*) FROM pg_namespace WHERE nspname = 'pgconvoy'");
    }

    private static Connection installed(TestDatabase target) throws SQLException {
        Connection connection = target.connect(SessionKind.TARGET_WRITE);
        Receipts.install(connection, M1, Generation.FIRST);
        connection.setAutoCommit(false);
        return connection;
    }

    private static Claim claim(Connection connection, Receipts.Key key) throws SQLException {
        return Receipts.claim(connection, key, SUBJECT);
    }

    private static void finish(Connection connection, Receipts.Key key, long rows, long bytes) throws SQLException {
        claim(connection, key);
        Receipts.confirm(connection, key, rows, bytes);
        connection.commit();
    }

    private static Claim claimUnchecked(Connection connection) {
        try {
            return claim(connection, KEY);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void installUnchecked(Connection connection, MigrationId migration) {
        try {
            Receipts.install(connection, migration, Generation.FIRST);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void bumpUnchecked(Connection connection) {
        try {
            Receipts.bump(connection, M1, SECOND);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
