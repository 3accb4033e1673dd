package io.pgconvoy.worker.adapter.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.config.ConfigResource;

/** The workers' share group as the broker knows it: whether the broker can, and what the group must be set to before its first job. */
final class ShareGroup {
    static final String NAME = "copy-workers";

    /** Off in a cluster that was upgraded without its features, absent before Kafka 4.1. */
    private static final String FEATURE = "share.version";

    private final Map<String, Object> connection;
    private final Duration lock;

    /** @param lock how long a job stays with a lane that neither renews nor disconnects; the broker's bounds are 15 s to 60 s unless changed */
    ShareGroup(Map<String, Object> connection, Duration lock) {
        this.connection = Map.copyOf(connection);
        this.lock = lock;
    }

    /**
     * Sets the group up.
     *
     * @return what the broker lacks, as a sentence; empty when lanes may join
     * @throws ExecutionException when the broker does not answer, or refuses
     */
    Optional<String> prepare() throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(connection)) {
            FinalizedVersionRange version = admin.describeFeatures()
                    .featureMetadata()
                    .get()
                    .finalizedFeatures()
                    .get(FEATURE);
            if (version == null || version.maxVersionLevel() < 1) {
                return Optional.of(
                        "this Kafka cluster has no share groups, through which jobs reach the workers: it needs"
                                + " Kafka 4.2 or later with the feature " + FEATURE
                                + "=1 (kafka-features.sh --bootstrap-server HOST:PORT upgrade --feature " + FEATURE
                                + "=1)");
            }
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.GROUP, NAME),
                            List.of(
                                    // The default is latest: jobs sent before the first worker came would be lost.
                                    set("share.auto.offset.reset", "earliest"),
                                    set("share.record.lock.duration.ms", String.valueOf(lock.toMillis())))))
                    .all()
                    .get();
            return Optional.empty();
        }
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }
}
