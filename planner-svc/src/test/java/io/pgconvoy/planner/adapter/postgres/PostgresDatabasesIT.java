package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.planner.domain.Tables;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The planner's whole way on two servers, with the demo database. */
class PostgresDatabasesIT {
    private LocalServer sourceServer;
    private LocalServer standby;
    private LocalServer targetServer;

    @TempDir
    Path folder;

    private void start(int sourceMajor) {
        assumeThat(LocalServerSetup.of(sourceMajor).bin().resolve("postgres")).isExecutable();
        sourceServer = LocalServer.start(sourceMajor);
        targetServer = LocalServer.start(15);
        sourceServer.createDatabase("shop");
        targetServer.createDatabase("shop");
        Sides.load(sourceServer, "shop", Sides.DEMO.resolve("demo.sql"), "scale=0.05");
        Sides.load(targetServer, "postgres", Sides.DEMO.resolve("roles.sql"));
    }

    @AfterEach
    void stop() {
        Stream.of(standby, sourceServer, targetServer).filter(Objects::nonNull).forEach(LocalServer::close);
    }

    @ParameterizedTest(name = "from PostgreSQL {0}")
    @ValueSource(ints = {13, 14, 15})
    void theDemoDatabaseArrivesEqualAndNothingOfOursIsLeft(int sourceMajor) throws Exception {
        start(sourceMajor);
        TestMigration migration = new TestMigration(folder, "demo");

        Plan plan = WholeClone.run(
                migration, sourceServer.uri("shop"), targetServer.uri("shop"), Tables.splitting(1 << 20, 4));

        assertThat(plan.jobs()).hasAtLeastOneElementOfType(Job.CopyPart.class);
        assertThat(Sides.schema(targetServer, "shop")).isEqualTo(schemaAsTheTargetTellsIt());
        assertThat(Sides.contents(targetServer.endpoint("shop")))
                .isEqualTo(Sides.contents(sourceServer.endpoint("shop")));
        assertThat(migration.workFolder().resolve("demo")).doesNotExist();
    }

    @Test
    void c8_aStandbyIsASourceWithTheSamePlanAsItsPrimary() throws Exception {
        start(15);
        standby = LocalServer.startStandbyOf(sourceServer);
        TestMigration refused = new TestMigration(folder, "refused");
        assertThat(refused.databases()
                        .preflight(refused.course(standby.uri("shop"), targetServer.uri("shop"), CloneSpec.DEFAULTS)))
                .isInstanceOfSatisfying(PreflightResult.Found.class, found -> assertThat(found.findings())
                        .singleElement()
                        .satisfies(f -> assertThat(f.code()).isEqualTo(ErrorCode.UNLOGGED_ON_STANDBY))
                        .satisfies(f -> assertThat(f.what()).contains("shop.carts")));
        sourceServer.execute("shop", "ALTER TABLE shop.carts SET LOGGED");
        standby.awaitReplayOf(sourceServer);
        targetServer.createDatabase("from_primary");

        Plan ofPrimary = WholeClone.run(
                new TestMigration(folder, "primary"),
                sourceServer.uri("shop"),
                targetServer.uri("from_primary"),
                Tables.splitting(1 << 20, 4));
        Plan ofStandby = WholeClone.run(
                new TestMigration(folder, "standby"),
                standby.uri("shop"),
                targetServer.uri("shop"),
                Tables.splitting(1 << 20, 4));

        assertThat(cuts(ofStandby)).isNotEmpty().isEqualTo(cuts(ofPrimary));
        assertThat(ofStandby.decisions()).containsExactlyInAnyOrderElementsOf(ofPrimary.decisions());
        assertThat(Sides.schema(targetServer, "shop")).isEqualTo(Sides.schema(sourceServer, "shop"));
        assertThat(Sides.contents(targetServer.endpoint("shop")))
                .isEqualTo(Sides.contents(sourceServer.endpoint("shop")));
    }

    /** Without bytes: a standby's free space maps are its own. */
    private static Map<JobId, PartRange> cuts(Plan plan) {
        return plan.jobs().stream()
                .filter(Job.CopyPart.class::isInstance)
                .map(Job.CopyPart.class::cast)
                .collect(Collectors.toMap(Job::id, Job.CopyPart::range));
    }

    /** Servers of different majors print the same object differently; so the source's dump is told by a target as well. */
    private String schemaAsTheTargetTellsIt() throws Exception {
        if (sourceServer.major() == targetServer.major()) {
            return Sides.schema(sourceServer, "shop");
        }
        targetServer.createDatabase("reference");
        Path dump = Files.writeString(folder.resolve("dump.sql"), Sides.schema(sourceServer, "shop"));
        Sides.load(targetServer, "reference", dump);
        return Sides.schema(targetServer, "reference");
    }
}
