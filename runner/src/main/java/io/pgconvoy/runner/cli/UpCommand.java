package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.instance.Instance;
import io.pgconvoy.runner.instance.StateFolder;
import io.pgconvoy.runner.instance.StateFolder.Running;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps an instance running in the background. */
@Command(
        name = "up",
        description = "Starts a Kafka broker and all services in the background; other commands find them.")
final class UpCommand implements Runnable {
    @Mixin
    private StateOption state = new StateOption();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Copy worker processes (default: 1).")
    private int workers;

    @Override
    public void run() {
        Workers.check(workers);
        StateFolder folder = state.folder();
        Optional<Running> before = folder.running();
        Running running = before.orElseGet(() -> Instance.startDetached(folder, workers));
        System.err.println("pgconvoy: " + (before.isPresent() ? "was running already" : "is running") + ", process "
                + running.pid() + ", end it with: pgconvoy down");
        System.out.println("bootstrap-servers " + running.bootstrapServers());
        System.out.println("http " + running.http());
    }
}
