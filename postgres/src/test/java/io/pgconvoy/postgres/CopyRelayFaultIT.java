package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class CopyRelayFaultIT {
    private static final String IN = "COPY public.t (a, v) FROM STDIN";
    /** About 40 MB, many times what all buffers on the way hold. */
    private static final String MANY = "COPY (SELECT g, repeat('x', 1000) FROM generate_series(1, 40000) g) TO STDOUT";

    private static final String FEW = "COPY (SELECT g, 'x' FROM generate_series(1, 10) g) TO STDOUT";

    @Test
    void anErrorOfTheTargetInMidCopyLeavesNoRowsAndBothConnectionsUsable(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int CHECK (a <> 20000), v text)");
        try (Relayed relayed = relayed(database)) {
            assertFails(relayed, MANY, IN, "23514", ErrorCode.CONSTRAINT_VIOLATED);
            assertUsable(relayed, database);
        }
    }

    @Test
    void anErrorOfTheTargetInTheLastChunkOrTheOnlyOneIsItsError(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int CHECK (a <> 40000 AND a <> -1), v text)");
        try (Relayed relayed = relayed(database)) {
            assertFails(relayed, MANY, IN, "23514", ErrorCode.CONSTRAINT_VIOLATED);
            assertFails(relayed, "COPY (SELECT -1, 'x') TO STDOUT", IN, "23514", ErrorCode.CONSTRAINT_VIOLATED);
            assertUsable(relayed, database);
        }
    }

    @Test
    void anErrorOfTheSourceInMidCopyLeavesNoRowsAndBothConnectionsUsable(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = relayed(database)) {
            assertFails(
                    relayed, MANY.replace("SELECT g", "SELECT 1 / (30000 - g)"), IN, "22012", ErrorCode.DATA_REJECTED);
            assertFails(relayed, FEW.replace("SELECT g", "SELECT 1 / (5 - g)"), IN, "22012", ErrorCode.DATA_REJECTED);
            assertUsable(relayed, database);
        }
    }

    @Test
    void aStatementThatEitherServerRefusesMovesNothing(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = relayed(database)) {
            assertFails(relayed, "COPY public.none TO STDOUT", IN, "42P01", ErrorCode.SCHEMA_FAILED);
            assertFails(relayed, MANY, "COPY public.none FROM STDIN", "42P01", ErrorCode.SCHEMA_FAILED);
            assertFails(relayed, "COPY public.none TO STDOUT", "nonsense", "42601", ErrorCode.SCHEMA_FAILED);
            assertFails(relayed, MANY, "SELECT 1", "08P01", ErrorCode.CONNECTION_LOST);
            assertFails(relayed, "SELECT 1", IN, "08P01", ErrorCode.CONNECTION_LOST);
            assertUsable(relayed, database);
        }
    }

    @Test
    void c5_aPolicyMakesTheCopyFailAndNotFilter(TestDatabase database) throws Exception {
        String role = "reader_" + database.name();
        database.execute(
                "CREATE TABLE public.t (a int, v text)",
                "CREATE TABLE public.s (a int, v text)",
                "ALTER TABLE public.s ENABLE ROW LEVEL SECURITY",
                "CREATE ROLE " + role + " LOGIN",
                "GRANT SELECT ON public.s TO " + role);
        Endpoint source = Endpoint.ofUri(database.uri().replace("postgres@", role + "@"));
        try (Relayed relayed = new Relayed(source, database.endpoint(), new CopyRelay())) {
            assertFails(relayed, "COPY public.s TO STDOUT", IN, "42501", ErrorCode.RLS_ACTIVE);
        } finally {
            database.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void c6_aTargetBackendThatIsTerminatedEndsTheCopyAndTheSourceStaysUsable(TestDatabase database) throws Exception {
        assertTerminated(database, "relay target");
    }

    @Test
    void aSourceBackendThatIsTerminatedEndsTheCopyAndNothingIsStored(TestDatabase database) throws Exception {
        assertTerminated(database, "relay source");
    }

    private static void assertTerminated(TestDatabase database, String which) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = slow(database)) {
            CompletableFuture<Throwable> failure = started(relayed, MANY);
            await().atMost(10, TimeUnit.SECONDS).until(() -> relayed.counters.bytes() > 1_000_000);
            database.value("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '"
                    + which + "' AND datname = current_database()");
            Throwable thrown = failure.get(20, TimeUnit.SECONDS);
            assertThat(SqlStates.failureOf(thrown, "copying").code())
                    .as(thrown.toString())
                    .isEqualTo(ErrorCode.CONNECTION_LOST);
            assertThat(((SQLException) thrown).getSQLState()).isIn("57P01", "08006");
            assertThat(relayed.source.isClosed()).isEqualTo(which.equals("relay source"));
            assertThat(relayed.target.isClosed()).isEqualTo(which.equals("relay target"));
        }
        assertThat(database.value("SELECT count(*) FROM public.t")).isEqualTo("0");
    }

    @Test
    void aCancelledCopyEndsWithinSecondsAndBothConnectionsStayUsable(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = relayed(database)) {
            String endless = "COPY (SELECT g, pg_sleep(0.001)::text FROM generate_series(1, 10000000) g) TO STDOUT";
            assertCancelled(database, relayed, endless, () -> relayed.counters.rows() > 0);
            assertUsable(relayed, database);
        }
    }

    @Test
    void aCopyThatWaitsForALockOnTheTargetCanBeCancelled(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = relayed(database);
                Relayed other = relayed(database)) {
            other.target.createStatement().execute("LOCK TABLE public.t IN ACCESS EXCLUSIVE MODE");
            assertCancelled(database, relayed, MANY, () -> database.value(
                            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'public.t'::regclass")
                    .equals("1"));
            other.target.rollback();
            assertUsable(relayed, database);
        }
    }

    @Test
    void aSlowCopyIsCancelledWhileItWaitsForItsTurn(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        CopyRelay creeping = new CopyRelay(Optional.of(new RateLimit(1000)));
        try (Relayed relayed = new Relayed(database.endpoint(), database.endpoint(), creeping)) {
            assertCancelled(database, relayed, MANY, () -> relayed.counters.bytes() > 900_000);
        }
    }

    private static void assertCancelled(TestDatabase database, Relayed relayed, String out, BooleanSupplier underWay)
            throws Exception {
        CompletableFuture<Throwable> failure = started(relayed, out);
        await().atMost(10, TimeUnit.SECONDS).until(underWay::getAsBoolean);
        relayed.relay.cancel();
        Throwable thrown = failure.get(8, TimeUnit.SECONDS);
        assertThat(thrown).isInstanceOf(CopyCancelledException.class);
        assertThat(SqlStates.failureOf(thrown, "copying").code()).isEqualTo(ErrorCode.CANCELLED);
        assertThat(database.server().port()).isPositive();
    }

    @Test
    void anInterruptCancels(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = slow(database)) {
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            Thread thread = Thread.ofPlatform().start(() -> failure.complete(failureOf(relayed, MANY)));
            await().atMost(10, TimeUnit.SECONDS).until(() -> relayed.counters.bytes() > 1_000_000);
            thread.interrupt();
            assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(CopyCancelledException.class);
            assertThat(thread.join(Duration.ofSeconds(5))).isTrue();
            assertUsable(relayed, database);
        }
    }

    @Test
    void aTargetInAutoCommitModeIsRefused(TestDatabase database) throws Exception {
        try (Relayed relayed = relayed(database)) {
            relayed.target.setAutoCommit(true);
            assertThatThrownBy(() -> relayed.copy(FEW, IN)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void rowsThatTheTargetSwallowsAreACountThatDiffers(TestDatabase database) throws Exception {
        database.execute(
                "CREATE TABLE public.t (a int, v text)",
                "CREATE FUNCTION public.swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                "CREATE TRIGGER swallow BEFORE INSERT ON public.t FOR EACH ROW WHEN (NEW.a = 3) EXECUTE FUNCTION public.swallow()");
        try (Relayed relayed = relayed(database)) {
            assertThatThrownBy(() -> relayed.copy(FEW, IN))
                    .isInstanceOf(RowCountException.class)
                    .hasMessage("the source sent 10 rows but the target stored 9");
            relayed.target.rollback();
        }
    }

    private static Relayed relayed(TestDatabase database) throws SQLException {
        return new Relayed(database, database);
    }

    /** Takes several seconds for {@link #MANY}, so that a fault hits it under way. */
    private static Relayed slow(TestDatabase database) throws SQLException {
        return new Relayed(
                database.endpoint(), database.endpoint(), new CopyRelay(Optional.of(new RateLimit(4_000_000))));
    }

    private static CompletableFuture<Throwable> started(Relayed relayed, String out) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> failure.complete(failureOf(relayed, out)));
        return failure;
    }

    private static Throwable failureOf(Relayed relayed, String out) {
        try {
            relayed.copy(out, IN);
            return new AssertionError("the copy succeeded");
        } catch (SQLException | RuntimeException e) {
            return e;
        }
    }

    private static void assertFails(Relayed relayed, String out, String in, String state, ErrorCode code)
            throws SQLException {
        assertThatThrownBy(() -> relayed.copy(out, in)).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getSQLState()).as(e.toString()).isEqualTo(state);
            assertThat(SqlStates.failureOf(e, "copying").code()).isEqualTo(code);
        });
        relayed.source.rollback();
        relayed.target.rollback();
    }

    private static void assertUsable(Relayed relayed, TestDatabase database) throws SQLException {
        relayed.source.rollback();
        relayed.target.rollback();
        assertThat(database.value("SELECT count(*) FROM public.t")).isEqualTo("0");
        relayed.copy(FEW, IN);
        relayed.target.commit();
        relayed.source.rollback();
        String again = MANY.replace("generate_series(1, 40000)", "generate_series(50001, 60000)");
        relayed.copy(again, IN);
        relayed.target.commit();
        assertThat(database.value("SELECT count(*) FROM public.t")).isEqualTo("10010");
    }
}
