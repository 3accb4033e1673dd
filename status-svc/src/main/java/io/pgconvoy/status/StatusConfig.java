package io.pgconvoy.status;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the status service. */
@ConfigMapping(prefix = "pgconvoy.status")
public interface StatusConfig {
    /** Least time between two records of one migration on the migrations topic; a new phase does not wait. */
    @WithDefault("500ms")
    Duration publishInterval();
}
