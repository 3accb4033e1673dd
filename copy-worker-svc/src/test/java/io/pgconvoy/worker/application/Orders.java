package io.pgconvoy.worker.application;

import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.SecretKeyRef;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Orders for tests. */
final class Orders {
    static final MigrationId SHOP = new MigrationId("shop");

    private Orders() {}

    static Job.Order copy(int generation, String snapshot) {
        return order(generation, snapshot, new Job.CopyTables(new JobId("copy-1"), List.of()));
    }

    static Job.Order index() {
        return order(1, "s1", new Job.RunStatements(new JobId("index-1"), Job.Stage.INDEX, Set.of(), List.of(), 0));
    }

    private static Job.Order order(int generation, String snapshot, Job job) {
        return new Job.Order(
                SHOP,
                new Generation(generation),
                Optional.of(snapshot),
                1,
                EndpointSpec.ofUriSecret(new SecretKeyRef("source", "uri")),
                EndpointSpec.ofUriSecret(new SecretKeyRef("target", "uri")),
                job);
    }
}
