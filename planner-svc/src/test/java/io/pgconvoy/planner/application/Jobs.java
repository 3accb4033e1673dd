package io.pgconvoy.planner.application;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.CloneSpec.OnSnapshotLoss;
import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.SecretKeyRef;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A small plan that has every stage, and requests for it. */
final class Jobs {
    static final int TABLES = 5;

    private Jobs() {}

    static List<Job> copies(Generation generation) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < TABLES; i++) {
            Job.TableCopy copy = new Job.TableCopy(table(i), List.of("id"), CopyFormat.BINARY, true, 1000L * i);
            jobs.add(new Job.CopyTables(new JobId("g" + generation + "/copy/t" + i), List.of(copy)));
        }
        jobs.add(new Job.CopyLargeObjects(new JobId("g" + generation + "/large-objects/1"), 1, 9, 9));
        return jobs;
    }

    static List<Job> builds() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < TABLES; i++) {
            jobs.add(build("index/t" + i, Stage.INDEX, Set.of(table(i))));
            jobs.add(build("constraint/t" + i, Stage.CONSTRAINT, Set.of(table(i))));
        }
        jobs.add(new Job.AnalyzeTables(new JobId("analyze/t0"), Set.of(table(0)), List.of(table(0)), 1));
        jobs.add(build("attach", Stage.ATTACH, Set.of()));
        jobs.add(build("foreign-keys", Stage.FOREIGN_KEY, Set.of()));
        jobs.add(build("validate", Stage.VALIDATE, Set.of()));
        return jobs;
    }

    private static Job build(String id, Stage stage, Set<TableName> tables) {
        return new Job.RunStatements(new JobId(id), stage, tables, List.of(new Job.Statement(id, "SELECT 1")), 1);
    }

    private static TableName table(int i) {
        return new TableName("public", "t" + i);
    }

    static MigrationSpec spec() {
        return spec(OnSnapshotLoss.RESTART);
    }

    /** Two copy jobs at the same time. */
    static MigrationSpec spec(OnSnapshotLoss onSnapshotLoss) {
        CloneSpec cloning = CloneSpec.with(c -> {
            c.tableJobs = OptionalInt.of(2);
            c.onSnapshotLoss = Optional.of(onSnapshotLoss);
        });
        EndpointSpec endpoint = EndpointSpec.ofUriSecret(new SecretKeyRef("secret", "uri"));
        return new MigrationSpec(endpoint, endpoint, cloning, OptionalInt.empty());
    }
}
