package io.pgconvoy.runner.cli;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.runner.client.RequestDocument;
import io.pgconvoy.runner.watch.ExitCode;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code clone} and {@code demo} have in common. */
final class CloneOptions {
    @Mixin
    private StateOption state = new StateOption();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the migration (default: clone-DATE-TIME).")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Copy worker processes of an instance that this command starts (default: 1).")
    private int workers;

    @Option(names = "--table-jobs", paramLabel = "N", description = "Tables or parts copied at the same time.")
    private Optional<Integer> tableJobs = Optional.empty();

    @Option(names = "--index-jobs", paramLabel = "N", description = "Indexes built at the same time.")
    private Optional<Integer> indexJobs = Optional.empty();

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "Uses the services on this Kafka cluster and starts nothing.")
    private Optional<String> bootstrapServers = Optional.empty();

    @Option(
            names = "--secrets-dir",
            paramLabel = "DIR",
            description = "With --bootstrap-servers: the folder that those services read Secrets from.")
    private Optional<Path> secretsDir = Optional.empty();

    @Option(
            names = "-o",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table or json (default: table).")
    private StatusCommand.Output output;

    StateOption state() {
        return state;
    }

    int workers() {
        return workers;
    }

    Optional<String> bootstrapServers() {
        return bootstrapServers;
    }

    Optional<Path> secretsDir() {
        return secretsDir;
    }

    boolean json() {
        return output == StatusCommand.Output.JSON;
    }

    /** Lays the options over the request and checks what is no part of it, and its name, which everything else is keyed by. */
    RequestDocument apply(RequestDocument request) {
        Workers.check(workers);
        String now = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(ZonedDateTime.now(ZoneOffset.UTC));
        request.named(name, "clone-" + now).clone("tableJobs", tableJobs).clone("indexJobs", indexJobs);
        try {
            MigrationId unused = new MigrationId(request.name());
        } catch (IllegalArgumentException e) {
            throw new CliFailure(ExitCode.REJECTED, "NAME_INVALID: " + e.getMessage());
        }
        return request;
    }
}
