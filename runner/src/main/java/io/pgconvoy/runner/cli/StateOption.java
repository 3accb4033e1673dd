package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.instance.StateFolder;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where instances are looked for. */
final class StateOption {
    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description = "Folder of instances and their data (default: pgconvoy under XDG_STATE_HOME).")
    private Optional<Path> stateDir = Optional.empty();

    /** The same option for another command, with a space before it; empty for the default. */
    String argument() {
        return stateDir.map(dir -> " --state-dir " + dir).orElse("");
    }

    StateFolder folder() {
        return new StateFolder(stateDir.orElseGet(StateFolder::defaultPath).toAbsolutePath());
    }
}
