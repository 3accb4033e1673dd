package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.application.Databases.HeldSnapshot;
import io.pgconvoy.planner.application.Databases.PreflightResult;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.Endpoint;
import java.util.Set;
import java.util.stream.Collectors;

/** Every step of the planner in its order, with a {@link DirectWorker} between plan and finish. */
final class WholeClone {
    private WholeClone() {}

    static Plan run(TestMigration migration, String sourceUri, String targetUri, CloneSpec spec) throws Exception {
        Course course = migration.course(sourceUri, targetUri, spec);
        PostgresDatabases databases = migration.databases();
        Generation generation = Generation.FIRST;
        assertThat(databases.preflight(course)).isInstanceOf(PreflightResult.Passed.class);
        Plan plan;
        try (HeldSnapshot snapshot = databases.openSnapshot(course, generation, Set.of())) {
            databases.restoreSchema(course, generation, snapshot.id());
            plan = databases.plan(course, generation, snapshot.id(), true);
            new DirectWorker(Endpoint.ofUri(sourceUri), Endpoint.ofUri(targetUri), migration.id())
                    .run(plan.jobs(), generation, snapshot.id());
        }
        assertThat(databases.durableReceipts(course))
                .containsAll(plan.jobs().stream().map(Job::id).collect(Collectors.toSet()));
        databases.finishSchema(course, generation);
        databases.cleanUp(course);
        return plan;
    }
}
