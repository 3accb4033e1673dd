package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.instance.Services;
import io.pgconvoy.runner.instance.StateFolder;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs broker and services in the foreground until standard input closes. Started by the other commands. */
@Command(name = "serve", hidden = true, description = "Runs broker and services.")
final class ServeCommand implements Runnable {
    @Option(names = "--state-dir", required = true)
    private Path stateDir;

    @Option(names = "--workers", defaultValue = "1")
    private int workers;

    @Option(names = "--detached")
    private boolean detached;

    @Override
    public void run() {
        Services.run(new Services.Settings(new StateFolder(stateDir), workers, detached));
    }
}
