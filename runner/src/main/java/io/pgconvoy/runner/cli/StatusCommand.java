package io.pgconvoy.runner.cli;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.Codec.UnreadableRecord;
import io.pgconvoy.runner.instance.StateFolder.Running;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.status.domain.MigrationList;
import io.pgconvoy.status.domain.MigrationStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows migrations as the status service of a running instance sees them. */
@Command(name = "status", description = "Shows one migration, or all of the running instance.")
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private StateOption state = new StateOption();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the migration (default: all).")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "-o",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table or json (default: table).")
    private Output output;

    /** How data is printed. */
    enum Output {
        TABLE,
        JSON
    }

    @Override
    public Integer call() throws IOException, InterruptedException, UnreadableRecord {
        Running running = state.folder().running().orElseThrow(() -> noInstance(state));
        String path = "/api/v1/migrations" + name.map(n -> "/" + n).orElse("");
        HttpRequest request = HttpRequest.newBuilder(URI.create(running.http() + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        HttpResponse<byte[]> response;
        try (HttpClient client = HttpClient.newHttpClient()) {
            response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
        if (response.statusCode() == 404) {
            throw new CliFailure(ExitCode.USAGE, "there is no migration " + name.orElse("") + " in this instance");
        }
        if (response.statusCode() != 200) {
            throw new CliFailure(ExitCode.UNREACHABLE, "the status service answered " + response.statusCode());
        }
        print(response.body());
        return 0;
    }

    private void print(byte[] body) throws UnreadableRecord {
        Codec codec = new Codec("pgconvoy/cli");
        if (output == Output.JSON) {
            System.out.println(new String(body, StandardCharsets.UTF_8));
            return;
        }
        List<MigrationStatus> all = name.isPresent()
                ? List.of(codec.read(body, MigrationStatus.class))
                : codec.read(body, MigrationList.class).items();
        System.out.printf("%-40s %-12s %-10s %s%n", "NAME", "PHASE", "TABLES", "STARTED");
        all.forEach(s -> System.out.printf(
                "%-40s %-12s %-10s %s%n",
                s.name(),
                s.phase(),
                s.progress()
                        .map(p -> p.tables().done() + "/" + p.tables().total())
                        .orElse("-"),
                s.startedAt().map(Object::toString).orElse("-")));
        all.forEach(s -> s.failures().forEach(f -> System.out.println(f.code() + ": " + f.what())));
    }

    static CliFailure noInstance(StateOption state) {
        return new CliFailure(
                ExitCode.UNREACHABLE,
                "no instance is running in " + state.folder().path() + "; start one with: pgconvoy up");
    }
}
