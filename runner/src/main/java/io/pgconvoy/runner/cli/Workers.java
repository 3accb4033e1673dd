package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.watch.ExitCode;

/** Checks a number of worker processes. */
final class Workers {
    private static final int MOST = 64;

    private Workers() {}

    static void check(int workers) {
        if (workers < 1 || workers > MOST) {
            throw new CliFailure(ExitCode.USAGE, "--workers is " + workers + "; allowed: 1 to " + MOST);
        }
    }
}
