package io.pgconvoy.runner.cli;

import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.runner.client.Requests;
import io.pgconvoy.runner.instance.Instance;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.runner.watch.KafkaUnreachable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What a command that throws says, in one line, and its exit code. */
final class Errors {
    private Errors() {}

    static int handle(Exception e, CommandLine commandLine, ParseResult parsed) {
        ExitCode code =
                switch (e) {
                    case CliFailure failure -> failure.exitCode();
                    case Requests.Unreachable unreachable -> ExitCode.UNREACHABLE;
                    case KafkaUnreachable unreachable -> ExitCode.UNREACHABLE;
                    case Instance.DidNotStart didNotStart -> ExitCode.INTERNAL;
                    case FailureException failure -> ExitCode.FAILED;
                    default -> ExitCode.INTERNAL;
                };
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        commandLine.getErr().println("pgconvoy: " + message);
        if (code == ExitCode.INTERNAL && System.getenv("PGCONVOY_DEBUG") != null) {
            e.printStackTrace(commandLine.getErr());
        }
        return code.code();
    }
}
