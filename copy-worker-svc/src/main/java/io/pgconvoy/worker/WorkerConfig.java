package io.pgconvoy.worker;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** What an installation can set, as {@code pgconvoy.worker.*}. */
@ConfigMapping(prefix = "pgconvoy.worker")
public interface WorkerConfig {
    /** This worker's name in facts and sessions; default is host name and process id. */
    Optional<String> id();

    /** Jobs that run at the same time here: 1 to 64. */
    @WithDefault("8")
    int lanes();

    /**
     * How long a job stays with a lane that neither renews its lock nor disconnects: 5 s to 60 m, within the broker's
     * {@code group.share.min.} and {@code group.share.max.record.lock.duration.ms}.
     */
    @WithDefault("15s")
    Duration lock();
}
