package io.pgconvoy.planner.application;

import io.pgconvoy.contract.MigrationEvent;

/** Where facts are written. */
public interface Facts {
    /**
     * Writes one fact and waits until it is durable.
     *
     * @return its offset in the migration's partition
     * @throws PublicationFailed when it is unknown whether the fact was written
     */
    long append(MigrationEvent event);
}
