package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.instance.Instance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends the instance that {@code up} started. Its data stays: the next one goes on where this one stopped. */
@Command(name = "down", description = "Ends the background instance; its data is kept.")
final class DownCommand implements Runnable {
    @Mixin
    private StateOption state = new StateOption();

    @Override
    public void run() {
        boolean stopped = Instance.stop(state.folder()).isPresent();
        System.err.println(
                stopped
                        ? "pgconvoy: stopped"
                        : "pgconvoy: none was running in " + state.folder().path());
    }
}
