package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.client.Requests;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a migration of a running instance. */
@Command(name = "cancel", description = "Ends a migration and removes what pgconvoy left on the servers.")
final class CancelCommand implements Callable<Integer> {
    @Mixin
    private StateOption state = new StateOption();

    @Parameters(paramLabel = "NAME", description = "Name of the migration.")
    private String name;

    @Override
    public Integer call() {
        String bootstrap = state.folder()
                .running()
                .orElseThrow(() -> StatusCommand.noInstance(state))
                .bootstrapServers();
        new Requests(bootstrap).cancel(name);
        System.err.println("pgconvoy: asked to cancel " + name);
        return 0;
    }
}
