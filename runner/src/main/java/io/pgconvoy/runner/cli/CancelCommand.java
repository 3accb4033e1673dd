package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.client.Requests;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a migration of a running instance or of a cluster. */
@Command(name = "cancel", description = "Ends a migration and removes what pgconvoy left on the servers.")
final class CancelCommand implements Callable<Integer> {
    @Mixin
    private StateOption state = new StateOption();

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "Asks the services on this Kafka cluster.")
    private Optional<String> bootstrapServers = Optional.empty();

    @Parameters(paramLabel = "NAME", description = "Name of the migration.")
    private String name;

    @Override
    public Integer call() {
        new Requests(bootstrapServers.orElseGet(this::ofInstance)).cancel(name);
        System.err.println("pgconvoy: asked to cancel " + name);
        return 0;
    }

    private String ofInstance() {
        return state.folder()
                .running()
                .orElseThrow(() -> StatusCommand.noInstance(state))
                .bootstrapServers();
    }
}
