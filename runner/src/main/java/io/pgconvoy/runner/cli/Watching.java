package io.pgconvoy.runner.cli;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.runner.client.Requests;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.runner.watch.FailureLines;
import io.pgconvoy.runner.watch.MigrationWatcher;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import io.pgconvoy.runner.watch.Narrator;
import io.pgconvoy.runner.watch.ProgressView;
import io.pgconvoy.runner.watch.SummaryTable;
import io.pgconvoy.status.domain.Projection;
import java.time.Duration;
import java.util.Optional;

/** Sends a request and stays until its end: progress and failures on standard error, the summary on standard output. */
final class Watching {
    /** Cancelling drops what runs and cleans both servers: seconds, unless a server does not answer. */
    private static final Duration CANCEL = Duration.ofSeconds(10);

    private final boolean json;
    private final Optional<String> cancelCommand;
    private final Signals signals;

    /** @param cancelCommand how to end a migration that goes on without us; absent where nobody would go on with it */
    Watching(boolean json, Optional<String> cancelCommand, Signals signals) {
        this.json = json;
        this.cancelCommand = cancelCommand;
        this.signals = signals;
    }

    /**
     * What is watched.
     *
     * @param requestHash hash of the request that is sent, as the planner will call it
     */
    record Watched(String bootstrapServers, MigrationId migration, String requestHash) {}

    ExitCode untilTheEnd(Watched watched, Requests requests, Runnable submit) {
        Outcome outcome;
        try (MigrationWatcher watcher = MigrationWatcher.open(
                        watched.bootstrapServers(), watched.migration(), Optional.of(watched.requestHash()));
                ProgressView view = ProgressView.onStandardError()) {
            signals.onSignal(watcher::stop);
            if (signals.received()) {
                say("interrupted before the request was sent");
                return ExitCode.INTERRUPTED;
            }
            submit.run();
            Narrator narrator = new Narrator(view);
            outcome = watcher.untilTheEnd(narrator, Optional.empty());
            if (outcome.exitCode() == ExitCode.INTERRUPTED && cancelCommand.isEmpty()) {
                view.note("interrupted: cancelling, for at most " + CANCEL.toSeconds() + " s");
                requests.cancel(watched.migration().value());
                outcome = cancelled(watcher.untilTheEnd(narrator, Optional.of(CANCEL)));
            }
        }
        tell(outcome);
        return outcome.exitCode();
    }

    private void tell(Outcome outcome) {
        FailureLines.of(outcome).forEach(Watching::say);
        Projection projection = outcome.projection();
        if (outcome.exitCode() == ExitCode.INTERRUPTED) {
            cancelCommand.ifPresent(command -> say(projection.migration() + " goes on; end it with: " + command));
        }
        System.out.print(json ? SummaryTable.json(outcome) : SummaryTable.text(outcome));
        System.out.flush();
    }

    /** However far the cancelling came, it was the signal that ended us. */
    private static Outcome cancelled(Outcome after) {
        if (!after.projection().state().isTerminal()) {
            say("CANCELLED: " + after.projection().migration() + " was not cancelled within " + CANCEL.toSeconds()
                    + " s; see whether the target holds a schema of pgconvoy's, and drop it");
        }
        return new Outcome(ExitCode.INTERRUPTED, after.projection());
    }

    private static void say(String line) {
        System.err.println("pgconvoy: " + line);
    }
}
