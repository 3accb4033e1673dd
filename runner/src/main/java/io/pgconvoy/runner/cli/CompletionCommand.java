package io.pgconvoy.runner.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Spec;

/** Prints a completion script. */
@Command(
        name = "completion",
        description = "Prints a completion script for bash and zsh: source <(pgconvoy completion)")
final class CompletionCommand implements Runnable {
    @Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        System.out.print(AutoComplete.bash("pgconvoy", spec.root().commandLine()));
    }
}
