package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import io.pgconvoy.postgres.SessionKind;
import io.pgconvoy.postgres.testing.Major;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A restore that was broken off goes on where it was. */
@ExtendWith(PostgresExtension.class)
class SchemaRestorerIT {
    /** More than two pieces hold. */
    private static final int TABLES = 2 * ArchiveList.MOST_ENTRIES_IN_A_PIECE + 50;

    private static final String SECOND_PIECE = "schema/pre-data/2";

    @TempDir
    Path folder;

    @Test
    void anExtensionKeepsItsVersionThatIsNotTheDefault(@Major(15) TestDatabase source, @Major(15) TestDatabase target)
            throws Exception {
        source.execute(
                "CREATE SCHEMA \"Ext\"",
                "CREATE EXTENSION pg_trgm WITH SCHEMA \"Ext\" VERSION '1.5'",
                "CREATE EXTENSION \"uuid-ossp\"");

        WholeClone.run(new TestMigration(folder, "versions"), source.uri(), target.uri(), CloneSpec.DEFAULTS);

        String versions = "SELECT string_agg(extname || ' ' || extversion, ', ' ORDER BY extname) FROM pg_extension";
        assertThat(source.value(versions)).contains("pg_trgm 1.5");
        assertThat(target.value(versions)).isEqualTo(source.value(versions));
    }

    @Test
    void aRestoreKilledBetweenPiecesGoesOnWithTheFirstThatHasNoReceipt(
            @Major(15) TestDatabase source, @Major(15) TestDatabase target) throws Exception {
        source.execute("DO $$BEGIN FOR i IN 1.." + TABLES
                + " LOOP EXECUTE format('CREATE TABLE public.t%s (id int)', i); END LOOP; END$$");
        TestMigration migration = new TestMigration(folder, "many");
        PostgresDatabases databases = migration.databases();
        Course course = migration.course(source.uri(), target.uri(), CloneSpec.DEFAULTS);
        try (HeldSnapshot snapshot = databases.openSnapshot(course, Generation.FIRST, Set.of());
                Connection blocker = target.connect(SessionKind.ADMIN)) {
            holdReceipt(blocker, migration, SECOND_PIECE);
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread planner = Thread.ofPlatform().start(() -> ended.complete(restored(databases, course, snapshot)));
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> target.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()")
                            .equals("1"));
            planner.interrupt();
            assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(FailureException.class);
            assertThat(planner.join(Duration.ofSeconds(30))).isTrue();
            String firstPiece = receipts(target, migration).getFirst().toString();
            assertThat(receipts(target, migration)).hasSize(1);
            source.execute("CREATE TABLE public.made_after_the_dump (id int)");
            blocker.rollback();

            databases.restoreSchema(course, Generation.FIRST, snapshot.id());

            assertThat(receipts(target, migration)).hasSize(3).first().hasToString(firstPiece);
            assertThat(target.value("SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace ="
                            + " 'public'::regnamespace"))
                    .isEqualTo(Integer.toString(TABLES));
            databases.restoreSchema(course, Generation.FIRST, snapshot.id());
            assertThat(receipts(target, migration)).hasSize(3);
        }
    }

    /** Another planner's, as it seems: whoever restores the piece waits for what becomes of it. */
    private static void holdReceipt(Connection blocker, TestMigration migration, String piece) throws SQLException {
        blocker.setAutoCommit(false);
        try (PreparedStatement insert = blocker.prepareStatement(
                "INSERT INTO pgconvoy.receipts (migration, job, generation, kind) VALUES (?, ?, 1, 'Schema')")) {
            insert.setString(1, migration.id().value());
            insert.setString(2, piece);
            insert.executeUpdate();
        }
    }

    private static Throwable restored(PostgresDatabases databases, Course course, HeldSnapshot snapshot) {
        try {
            databases.restoreSchema(course, Generation.FIRST, snapshot.id());
            return new AssertionError("the restore was not broken off");
        } catch (RuntimeException e) {
            return e;
        }
    }

    private static List<Receipt> receipts(TestDatabase target, TestMigration migration) throws SQLException {
        try (Connection connection = target.connect(SessionKind.ADMIN)) {
            return Receipts.of(connection, migration.id()).stream()
                    .filter(r -> r.job().value().startsWith("schema/pre-data/"))
                    .toList();
        }
    }
}
