package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ByteSize;
import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.local.LocalServer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The planner's whole way on two servers, with the demo database. */
class PostgresDatabasesIT {
    private static LocalServer sourceServer;
    private static LocalServer targetServer;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        sourceServer = LocalServer.start(15);
        targetServer = LocalServer.start(15);
        sourceServer.createDatabase("shop");
        Sides.load(sourceServer, "shop", Sides.DEMO.resolve("demo.sql"), "scale=0.05");
        Sides.load(targetServer, "postgres", Sides.DEMO.resolve("roles.sql"));
    }

    @AfterAll
    static void stop() {
        sourceServer.close();
        targetServer.close();
    }

    @Test
    void theDemoDatabaseArrivesEqualAndNothingOfOursIsLeft() throws Exception {
        targetServer.createDatabase("shop");
        TestMigration migration = new TestMigration(folder, "demo");
        Course course = migration.course(sourceServer.uri("shop"), targetServer.uri("shop"), splitFrom(1 << 20));
        PostgresDatabases databases = migration.databases();
        Generation generation = Generation.FIRST;

        PreflightResult preflight = databases.preflight(course);
        assertThat(preflight).isInstanceOf(PreflightResult.Passed.class);
        Plan plan;
        try (HeldSnapshot snapshot = databases.openSnapshot(course, generation, Set.of())) {
            databases.restoreSchema(course, generation, snapshot.id());
            plan = databases.plan(course, generation, snapshot.id(), true);
            new DirectWorker(sourceServer.endpoint("shop"), targetServer.endpoint("shop"), migration.id())
                    .run(plan.jobs(), generation, snapshot.id());
        }
        assertThat(databases.durableReceipts(course))
                .containsAll(plan.jobs().stream().map(Job::id).collect(Collectors.toSet()));
        databases.finishSchema(course, generation);
        databases.cleanUp(course);

        assertThat(plan.jobs()).hasAtLeastOneElementOfType(Job.CopyPart.class);
        assertThat(Sides.schema(targetServer, "shop")).isEqualTo(Sides.schema(sourceServer, "shop"));
        assertThat(Sides.contents(targetServer.endpoint("shop")))
                .isEqualTo(Sides.contents(sourceServer.endpoint("shop")));
        assertThat(migration.workFolder().resolve("demo")).doesNotExist();
    }

    private static CloneSpec splitFrom(long bytes) {
        CloneSpec d = CloneSpec.DEFAULTS;
        return new CloneSpec(
                d.tableJobs(),
                d.indexJobs(),
                d.restoreJobs(),
                d.largeObjectsJobs(),
                Optional.of(new ByteSize(bytes)),
                OptionalInt.of(4),
                d.useCopyBinary(),
                d.noOwner(),
                d.noACL(),
                d.noComments(),
                d.noTablespaces(),
                d.onSnapshotLoss());
    }
}
