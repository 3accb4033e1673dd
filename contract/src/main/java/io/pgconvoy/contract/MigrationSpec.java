package io.pgconvoy.contract;

import java.util.OptionalInt;

/**
 * What a request asks for. Immutable for the life of the migration.
 *
 * @param cloning how the base copy is done; the JSON name is {@code clone}
 * @param backoffLimit retries of one job after failures that may pass, 0 to 100; unset: 3
 */
public record MigrationSpec(EndpointSpec source, EndpointSpec target, CloneSpec cloning, OptionalInt backoffLimit) {
    public int backoffLimitOrDefault() {
        return backoffLimit.orElse(3);
    }
}
