package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent.Dispatch;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.state.Dispatcher.Outgoing;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Sends jobs, then says so as a fact. A crash or an error between the two sends them again as the same attempt, which their
 * receipts make harmless; the other order would lose them.
 */
final class JobSender {
    private final Orders orders;
    private final Facts facts;

    JobSender(Orders orders, Facts facts) {
        this.orders = orders;
        this.facts = facts;
    }

    /**
     * @return the fact's offset
     * @throws PublicationFailed when it is unknown what was written
     */
    long send(Working state, Outgoing outgoing, Instant now) {
        orders.send(outgoing.jobs().stream().map(t -> order(state, t)).toList());
        return facts.append(
                new JobsDispatched(state.course().migration(), now, state.generation(), dispatches(outgoing)));
    }

    private static Job.Order order(Working state, JobTrack track) {
        return new Job.Order(
                state.course().migration(),
                state.generation(),
                state instanceof Copying c ? Optional.of(c.snapshot()) : Optional.empty(),
                track.attempt() + 1,
                state.course().spec().source(),
                state.course().spec().target(),
                track.job());
    }

    private static List<Dispatch> dispatches(Outgoing outgoing) {
        return outgoing.jobs().stream()
                .map(t -> new Dispatch(t.job().id(), t.attempt() + 1))
                .toList();
    }
}
