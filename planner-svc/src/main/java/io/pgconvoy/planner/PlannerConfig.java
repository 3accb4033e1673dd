package io.pgconvoy.planner;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.Optional;

/** Settings of the planner. */
@ConfigMapping(prefix = "pgconvoy.planner")
public interface PlannerConfig {
    /** Folder with pg_dump, pg_restore and psql; unset: the newest that is found. */
    Optional<Path> toolsDir();

    /** For scratch files. */
    @WithDefault("${java.io.tmpdir}/pgconvoy-planner")
    Path workDir();

    /** Whether topics that are missing are made at start. */
    @WithDefault("true")
    boolean createTopics();

    /** Partitions of topics that are made, 1 to 1000. */
    @WithDefault("6")
    int topicPartitions();

    /** Replication factor of topics that are made. */
    @WithDefault("1")
    short topicReplicationFactor();
}
