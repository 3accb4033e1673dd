package io.pgconvoy.contract.wire;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The topics, with what each carries and keeps. Names are the same in every installation. */
public enum Topic {
    /** Wishes: {@code Request}, key = migration. Written by people, CLI and REST door; read by the planner. */
    REQUESTS("pgconvoy.requests", Duration.ofDays(7)),
    /** Orders: {@code Job.Order}, key = migration/job. Written by the planner, read by the workers' share group. */
    JOBS("pgconvoy.jobs", Duration.ofDays(7)),
    /** Facts: {@code MigrationEvent}, key = migration. The truth; kept longer than the longest migration. */
    EVENTS("pgconvoy.events", Duration.ofDays(90)),
    /** Lossy samples: {@code Progress}, key = migration. */
    PROGRESS("pgconvoy.progress", Duration.ofHours(1)),
    /** The status object of each migration, key = migration. Written by the status service, for anyone. */
    MIGRATIONS("pgconvoy.migrations"),
    /** Records that could not be read or processed: original bytes and cause. For people. */
    DEAD_LETTERS("pgconvoy.dead-letters", Duration.ofDays(30));

    private final String topicName;
    private final Optional<Duration> retention;

    /** A topic that forgets what is older than {@code retention}. */
    Topic(String topicName, Duration retention) {
        this.topicName = topicName;
        this.retention = Optional.of(retention);
    }

    /** A compacted topic: the last value of each key stays. */
    Topic(String topicName) {
        this.topicName = topicName;
        this.retention = Optional.empty();
    }

    public String topicName() {
        return topicName;
    }

    /** Topic configuration as Kafka names it. */
    public Map<String, String> settings() {
        return retention
                .map(time -> Map.of("cleanup.policy", "delete", "retention.ms", Long.toString(time.toMillis())))
                .orElse(Map.of("cleanup.policy", "compact"));
    }
}
