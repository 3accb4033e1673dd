package io.pgconvoy.runner.cli;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.runner.watch.FailureLines;
import io.pgconvoy.runner.watch.MigrationWatcher;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import io.pgconvoy.runner.watch.ProgressView;
import io.pgconvoy.runner.watch.SummaryTable;
import java.util.Optional;

/** Sends a request and stays until its end: progress and failures on standard error, the summary on standard output. */
final class Watching {
    private final boolean json;

    Watching(boolean json) {
        this.json = json;
    }

    ExitCode untilTheEnd(String bootstrapServers, MigrationId migration, String requestHash, Runnable submit) {
        Outcome outcome;
        try (MigrationWatcher watcher = MigrationWatcher.open(bootstrapServers, migration, Optional.of(requestHash));
                ProgressView view = ProgressView.onStandardError()) {
            submit.run();
            outcome = watcher.untilTheEnd(view::show, Optional.empty());
        }
        FailureLines.of(outcome).forEach(line -> System.err.println("pgconvoy: " + line));
        System.out.print(json ? SummaryTable.json(outcome.projection()) : SummaryTable.text(outcome.projection()));
        System.out.flush();
        return outcome.exitCode();
    }
}
