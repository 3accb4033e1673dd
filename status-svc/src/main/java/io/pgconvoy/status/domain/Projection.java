package io.pgconvoy.status.domain;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.MigrationEvent.PlannerEvent;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Rejected;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the facts and samples about one migration say so far. Folding the same facts again gives the same value, wherever they
 * were read before; samples only show how far running jobs are and leave no trace when those have ended. Immutable, so that
 * any thread may read what one thread folds.
 *
 * @param state the contract's own fold, the same that the planner has
 * @param conditions what holds and since when
 * @param work the last state that had jobs: kept when a migration has failed or was cancelled
 * @param rejection the last refused request under this name, if any
 * @param decisions what the plan decided and why
 * @param observed the last fact that is in here
 * @param updatedAt time of that fact, or of the last sample that mattered
 */
public record Projection(
        MigrationId migration,
        MigrationState state,
        Conditions conditions,
        Optional<Working> work,
        Optional<MigrationRejected> rejection,
        List<PlanDecision> decisions,
        LiveSamples live,
        Optional<Position> observed,
        Instant updatedAt) {

    public static Projection of(MigrationId migration) {
        return new Projection(
                migration,
                MigrationState.initial(),
                Conditions.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                LiveSamples.NONE,
                Optional.empty(),
                Instant.EPOCH);
    }

    /** With one fact more. A fact that is in here already, read again after a rebalance, changes nothing. */
    public Projection after(MigrationEvent event, Position position) {
        if (observed.isPresent() && !position.isAfter(observed.get())) {
            return this;
        }
        MigrationState next = state.after(event);
        boolean begins = event instanceof MigrationAccepted && !(state instanceof Accepted);
        return new Projection(
                migration,
                next,
                event instanceof PlannerEvent
                        ? (begins ? Conditions.NONE : conditions).in(next, event.at())
                        : conditions,
                next instanceof Working w ? Optional.of(w) : work,
                event instanceof MigrationRejected r ? Optional.of(r) : rejection,
                decisionsAfter(event),
                next.isTerminal() || event instanceof SnapshotLost ? LiveSamples.NONE : live.after(event),
                Optional.of(position),
                event.at());
    }

    /** With one sample more, if it is about a job that runs. */
    public Projection after(Progress sample) {
        return work.filter(w -> !state.isTerminal())
                .filter(w -> w.generation().equals(sample.generation()))
                .flatMap(w -> w.board().find(sample.job()))
                .flatMap(track -> live.with(sample, track))
                .map(next -> with(next, sample.at()))
                .orElse(this);
    }

    private Projection with(LiveSamples samples, Instant at) {
        return new Projection(
                migration,
                state,
                conditions,
                work,
                rejection,
                decisions,
                samples,
                observed,
                at.isAfter(updatedAt) ? at : updatedAt);
    }

    /** The present status object. Cost grows with the number of jobs. */
    public MigrationStatus status() {
        return Statuses.of(this);
    }

    /** The present status of each table, largest first. Cost grows with the number of jobs. */
    public List<TableStatus> tables() {
        return work.map(w -> TableTally.of(w.board(), live).tables()).orElse(List.of());
    }

    /** When the only request under this name was refused. */
    Optional<Instant> rejectedAt() {
        return rejection.filter(r -> state instanceof Rejected).map(MigrationRejected::at);
    }

    private List<PlanDecision> decisionsAfter(MigrationEvent event) {
        return event instanceof PlanCompleted p ? p.decisions() : decisions;
    }
}
