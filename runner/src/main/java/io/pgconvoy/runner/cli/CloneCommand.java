package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.client.RequestDocument;
import io.pgconvoy.runner.watch.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Clones a database and waits for the end. */
@Command(name = "clone", description = "Clones a database into an empty one on another server, and waits for the end.")
final class CloneCommand implements Callable<Integer> {
    @Option(names = "--source", paramLabel = "URI", description = "The database to read: postgresql://user@host/db")
    private Optional<String> source = Optional.empty();

    @Option(names = "--target", paramLabel = "URI", description = "The empty database to write.")
    private Optional<String> target = Optional.empty();

    @Option(names = "-f", paramLabel = "FILE", description = "A request in YAML or JSON.")
    private Optional<Path> file = Optional.empty();

    @Mixin
    private CloneOptions options = new CloneOptions();

    @Override
    public Integer call() {
        RequestDocument request = options.apply(read());
        requireEndpoint(request, "source", source);
        requireEndpoint(request, "target", target);
        try (Signals signals = Signals.listen()) {
            return new CloneRun(options).run(request, source, target, signals).code();
        }
    }

    private RequestDocument read() {
        try {
            return file.isPresent() ? RequestDocument.read(file.get()) : RequestDocument.empty();
        } catch (RequestDocument.Unreadable e) {
            throw new CliFailure(ExitCode.REJECTED, "REQUEST_UNREADABLE: " + e.getMessage());
        }
    }

    private static void requireEndpoint(RequestDocument request, String side, Optional<String> uri) {
        if (uri.isEmpty() && !request.hasEndpoint(side)) {
            throw new CliFailure(
                    ExitCode.USAGE, "name the " + side + ": --" + side + " URI, or spec." + side + " in -f FILE");
        }
    }
}
