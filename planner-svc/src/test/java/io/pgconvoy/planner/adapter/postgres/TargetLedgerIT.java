package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two migrations that found the same target empty. */
@ExtendWith(PostgresExtension.class)
class TargetLedgerIT {
    @TempDir
    Path folder;

    private TestDatabase target;
    private PostgresDatabases databases;
    private Course first;
    private Course second;

    @BeforeEach
    void bothPassPreflight(TestDatabase source, TestDatabase database) {
        target = database;
        source.execute("CREATE TABLE public.t (id int)");
        TestMigration migration = new TestMigration(folder, "first");
        databases = migration.databases();
        first = migration.course(source.uri(), target.uri(), CloneSpec.DEFAULTS);
        second = new TestMigration(folder, "second").course(source.uri(), target.uri(), CloneSpec.DEFAULTS);
        assertThat(databases.preflight(first)).isInstanceOf(PreflightResult.Passed.class);
        assertThat(databases.preflight(second)).isInstanceOf(PreflightResult.Passed.class);
    }

    private Optional<FailureException> refusal(Course course) {
        try (HeldSnapshot snapshot = databases.openSnapshot(course, Generation.FIRST, Set.of())) {
            assertThat(snapshot.isAlive()).isTrue();
            return Optional.empty();
        } catch (FailureException e) {
            return Optional.of(e);
        }
    }

    @Test
    void oneOfThemTakesItAndTheOtherIsRefused() {
        List<CompletableFuture<Optional<FailureException>>> both = Stream.of(first, second)
                .map(course -> CompletableFuture.supplyAsync(() -> refusal(course)))
                .toList();

        List<FailureException> refusals = both.stream()
                .map(CompletableFuture::join)
                .flatMap(Optional::stream)
                .toList();

        assertThat(refusals)
                .singleElement()
                .satisfies(e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.TARGET_BUSY));
        assertThat(target.column("SELECT id FROM pgconvoy.migrations")).hasSize(1);
    }

    @Test
    void theOneThatTookItMayBeginAgainAndIsNotHarmedWhenTheOtherIsCancelled() {
        assertThat(refusal(first)).isEmpty();
        assertThat(refusal(second)).isPresent();

        assertThat(databases.cancel(second)).isEmpty();

        assertThat(target.column("SELECT id FROM pgconvoy.migrations")).containsExactly("first");
        assertThat(refusal(first)).isEmpty();
    }

    @Test
    void aTargetThatWasFilledInBetweenIsNotTouched() {
        assertThat(refusal(first)).isEmpty();
        target.execute("CREATE TABLE public.arrived AS SELECT 1 AS id");
        databases.cleanUp(first);

        assertThatThrownBy(() -> databases.openSnapshot(second, Generation.FIRST, Set.of()))
                .isInstanceOfSatisfying(
                        FailureException.class,
                        e -> assertThat(e.failure().code()).isEqualTo(ErrorCode.TARGET_NOT_EMPTY));

        assertThat(target.column("SELECT nspname FROM pg_namespace WHERE nspname = 'pgconvoy'"))
                .isEmpty();
        assertThat(target.value("SELECT count(*) FROM public.arrived")).isEqualTo("1");
    }
}
