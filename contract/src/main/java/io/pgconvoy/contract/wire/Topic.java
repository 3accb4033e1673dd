package io.pgconvoy.contract.wire;

import java.util.Map;

/** The topics, with what each carries and keeps. Names are the same in every installation. */
public enum Topic {
    /** Wishes: {@code Request}, key = migration. Written by people, CLI and REST door; read by the planner. */
    REQUESTS("pgconvoy.requests", Map.of("cleanup.policy", "delete", "retention.ms", days(7))),
    /** Orders: {@code Job.Order}, key = migration/job. Written by the planner, read by the workers' share group. */
    JOBS("pgconvoy.jobs", Map.of("cleanup.policy", "delete", "retention.ms", days(7))),
    /** Facts: {@code MigrationEvent}, key = migration. The truth; kept longer than the longest migration. */
    EVENTS("pgconvoy.events", Map.of("cleanup.policy", "delete", "retention.ms", days(90))),
    /** Lossy samples: {@code Progress}, key = migration. */
    PROGRESS("pgconvoy.progress", Map.of("cleanup.policy", "delete", "retention.ms", "3600000")),
    /** The status object of each migration, key = migration. Written by the status service, for anyone. */
    MIGRATIONS("pgconvoy.migrations", Map.of("cleanup.policy", "compact")),
    /** Records that could not be read or processed: original bytes and cause. For people. */
    DEAD_LETTERS("pgconvoy.dead-letters", Map.of("cleanup.policy", "delete", "retention.ms", days(30)));

    private final String topicName;
    private final Map<String, String> settings;

    Topic(String topicName, Map<String, String> settings) {
        this.topicName = topicName;
        this.settings = settings;
    }

    public String topicName() {
        return topicName;
    }

    /** Topic configuration as Kafka names it. */
    public Map<String, String> settings() {
        return settings;
    }

    private static String days(int days) {
        return Long.toString(days * 86_400_000L);
    }
}
