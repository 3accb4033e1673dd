package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Terminal;
import io.pgconvoy.status.domain.Projection;
import java.util.Optional;

/**
 * Decides when a watcher has seen what it waits for. Someone who has just sent a request waits for the answer to that request:
 * the end of an earlier migration of the same name, or an older refusal, is none.
 *
 * @param requestHash hash of the request that was sent, as the request reader makes it; absent: any end will do
 * @param refused that request was refused
 */
record Verdict(Optional<String> requestHash, boolean refused) {
    static Verdict on(Optional<String> requestHash) {
        return new Verdict(requestHash, false);
    }

    /** @param isNew the fact was written after the watcher began */
    Verdict after(MigrationEvent event, boolean isNew) {
        boolean ours =
                isNew && event instanceof MigrationRejected r && requestHash.equals(Optional.of(r.requestHash()));
        return ours ? new Verdict(requestHash, true) : this;
    }

    /** The exit code, once it is known. */
    Optional<ExitCode> on(Projection projection) {
        if (refused) {
            return Optional.of(ExitCode.REJECTED);
        }
        return projection.state() instanceof Terminal end && isOurs(projection)
                ? Optional.of(ExitCode.of(end))
                : Optional.empty();
    }

    /** The same request sent again is answered by what became of it the first time. */
    private boolean isOurs(Projection projection) {
        return requestHash.isEmpty()
                || (projection.state() instanceof Accepted a
                        && a.course().requestHash().equals(requestHash.get()));
    }
}
