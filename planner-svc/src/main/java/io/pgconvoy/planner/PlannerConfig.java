package io.pgconvoy.planner;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.nio.file.Path;
import java.util.Optional;

/** Settings of the planner. */
@ConfigMapping(prefix = "pgconvoy")
public interface PlannerConfig {
    /** Folder of mounted Secrets: {@code <secrets-dir>/<name>/<key>}. */
    @WithDefault("/etc/pgconvoy/secrets")
    Path secretsDir();

    Planner planner();

    Topics topics();

    /** Of this service alone. */
    interface Planner {
        /** Folder with pg_dump, pg_restore and psql; unset: the newest that is found. */
        Optional<Path> toolsDir();

        /** For scratch files. */
        @WithDefault("${java.io.tmpdir}/pgconvoy-planner")
        Path workDir();
    }

    /** Topics that are missing are made at start. */
    interface Topics {
        @WithDefault("true")
        boolean create();

        /** 1 to 1000. */
        @WithDefault("6")
        int partitions();

        @WithName("replication-factor")
        @WithDefault("1")
        short replicationFactor();
    }
}
