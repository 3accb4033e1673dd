package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.state.MigrationState.Cancelled;
import io.pgconvoy.contract.state.MigrationState.Completed;
import io.pgconvoy.contract.state.MigrationState.Failed;
import io.pgconvoy.contract.state.MigrationState.Rejected;
import io.pgconvoy.contract.state.MigrationState.Terminal;

/** What the command line's exit codes mean. Scripts rely on the numbers: they are never given a new meaning. */
public enum ExitCode {
    DONE(0, "done, or the awaited condition is reached"),
    INTERNAL(1, "unexpected internal error"),
    USAGE(2, "the command line is wrong"),
    REJECTED(3, "the request was rejected: nothing was begun"),
    PREFLIGHT_FAILED(4, "a check failed before any data moved"),
    DIFFERENCES(6, "source and target differ"),
    FAILED(7, "the migration failed"),
    TIMED_OUT(8, "waiting ended before the migration did: the work goes on"),
    UNREACHABLE(9, "Kafka or the service cannot be reached"),
    CANCELLED(12, "the migration was cancelled"),
    INTERRUPTED(130, "ended by a signal");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    /** For {@code --help}. */
    public String meaning() {
        return meaning;
    }

    /** How a migration ended, as an exit code. What fails before preflight has passed has not moved any data. */
    public static ExitCode of(Terminal end) {
        return switch (end) {
            case Completed s -> DONE;
            case Rejected s -> REJECTED;
            case Cancelled s -> CANCELLED;
            case Failed s -> s.course().last(PreflightPassed.class).isPresent() ? FAILED : PREFLIGHT_FAILED;
        };
    }
}
