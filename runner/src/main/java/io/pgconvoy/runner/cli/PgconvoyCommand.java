package io.pgconvoy.runner.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** {@code pgconvoy}: data goes to standard output, everything else to standard error. */
@Command(
        name = "pgconvoy",
        description = "Moves a PostgreSQL database to another PostgreSQL server.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CloneCommand.class,
            DemoCommand.class,
            UpCommand.class,
            DownCommand.class,
            StatusCommand.class,
            CancelCommand.class,
            CompletionCommand.class,
            CasesCommand.class,
            ServeCommand.class
        })
public final class PgconvoyCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a command, such as clone or demo");
    }

    /** @return the exit code */
    public static int run(String[] args) {
        CommandLine commandLine = new CommandLine(new PgconvoyCommand())
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(UsageErrors::handle)
                .setExecutionExceptionHandler(Errors::handle);
        try {
            return commandLine.execute(args);
        } finally {
            Signals.commandEnded();
        }
    }
}
