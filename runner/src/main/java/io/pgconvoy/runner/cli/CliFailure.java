package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.watch.ExitCode;

/** A command cannot go on; the message is one line for people. */
final class CliFailure extends RuntimeException {
    private final ExitCode exitCode;

    CliFailure(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
