package io.pgconvoy.contract;

import java.time.Instant;

/** How far a running job has come, once a second. Lossy by design: nothing may be decided from it. */
public record Progress(
        MigrationId migration,
        Instant at,
        Generation generation,
        JobId job,
        int attempt,
        String worker,
        TableName table,
        long rows,
        long bytes) {}
