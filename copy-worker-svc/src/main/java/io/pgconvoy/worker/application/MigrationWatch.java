package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.CopyConfirmed;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationId;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** Lets go of what a migration does not need any more, as its facts arrive. */
public final class MigrationWatch {
    private static final Set<Stage> OF_THE_SNAPSHOT = EnumSet.of(Stage.COPY, Stage.LARGE_OBJECTS);

    private final SnapshotHolders holders;
    private final RunningJobs running;
    private final Consumer<MigrationId> closeSessions;

    /** @param closeSessions closes what is kept open for a migration between its jobs */
    public MigrationWatch(SnapshotHolders holders, RunningJobs running, Consumer<MigrationId> closeSessions) {
        this.holders = holders;
        this.running = running;
        this.closeSessions = closeSessions;
    }

    public void on(MigrationEvent fact) {
        switch (fact) {
            case CopyConfirmed e -> holders.release(e.migration(), e.generation());
            case SnapshotLost e -> {
                cancelCopies(e.migration(), e.generation());
                holders.release(e.migration(), e.generation());
            }
            case CancelRequested e -> end(e.migration());
            case MigrationCompleted e -> end(e.migration());
            case MigrationFailed e -> end(e.migration());
            case MigrationCancelled e -> end(e.migration());
            default -> {}
        }
    }

    private void cancelCopies(MigrationId migration, Generation last) {
        running.cancel(order -> order.migration().equals(migration)
                && order.generation().number() <= last.number()
                && OF_THE_SNAPSHOT.contains(order.job().stage()));
    }

    private void end(MigrationId migration) {
        running.cancel(order -> order.migration().equals(migration));
        holders.release(migration);
        closeSessions.accept(migration);
    }
}
