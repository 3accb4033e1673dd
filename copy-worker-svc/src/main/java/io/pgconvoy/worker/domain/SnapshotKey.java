package io.pgconvoy.worker.domain;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationId;

/** Names one snapshot: a migration has one per generation. */
public record SnapshotKey(MigrationId migration, Generation generation) {
    public static SnapshotKey of(Job.Order order) {
        return new SnapshotKey(order.migration(), order.generation());
    }

    /** Whether this is the given migration's snapshot of that generation or of an earlier one. */
    public boolean isUpTo(MigrationId other, Generation last) {
        return migration.equals(other) && generation.number() <= last.number();
    }
}
