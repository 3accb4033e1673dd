package io.pgconvoy.runner.cli;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.RequestReader;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.runner.cli.Watching.Watched;
import io.pgconvoy.runner.client.RequestDocument;
import io.pgconvoy.runner.client.Requests;
import io.pgconvoy.runner.client.SecretStore;
import io.pgconvoy.runner.instance.Instance;
import io.pgconvoy.runner.instance.StateFolder;
import io.pgconvoy.runner.instance.StateFolder.Running;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.runner.watch.FailureLines;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One clone from the command line: finds or starts the services, hands over the secrets, submits, watches. */
final class CloneRun {
    private final CloneOptions options;

    CloneRun(CloneOptions options) {
        this.options = options;
    }

    ExitCode run(RequestDocument request, Optional<String> source, Optional<String> target, Signals signals) {
        checkUri("--source", source);
        checkUri("--target", target);
        source.ifPresent(uri -> request.endpoint("source", secretOf(request, "source", uri)));
        target.ifPresent(uri -> request.endpoint("target", secretOf(request, "target", uri)));
        checkRequest(request);
        return run(request, new Given(source, target, signals));
    }

    /** What came with the command and is not part of the request. */
    private record Given(Optional<String> source, Optional<String> target, Signals signals) {
        Map<String, String> uris() {
            Map<String, String> uris = new TreeMap<>();
            source.ifPresent(uri -> uris.put("source", uri));
            target.ifPresent(uri -> uris.put("target", uri));
            return uris;
        }
    }

    private ExitCode run(RequestDocument request, Given given) {
        if (options.bootstrapServers().isPresent()) {
            return onCluster(request, given);
        }
        StateFolder state = options.state().folder();
        Optional<Running> running = state.running();
        if (running.isPresent()) {
            Place place = new Place(
                    running.get().bootstrapServers(),
                    state.secrets(),
                    Optional.of(options.state().argument()));
            return submit(request, place, given);
        }
        if (given.signals().received()) {
            throw new CliFailure(ExitCode.INTERRUPTED, "interrupted");
        }
        System.err.println("pgconvoy: starting Kafka and the services");
        try (Instance instance = start(state, given.signals())) {
            Place place = new Place(
                    instance.running().bootstrapServers(), instance.folder().secrets(), Optional.empty());
            return submit(request, place, given);
        }
    }

    /** Nothing was submitted yet that would need an orderly end: a signal ends the start at once. */
    private Instance start(StateFolder state, Signals signals) {
        try {
            return Instance.startPrivate(state.temporary(), options.workers(), signals::onSignal);
        } catch (Instance.DidNotStart e) {
            if (signals.received()) {
                throw new CliFailure(ExitCode.INTERRUPTED, "interrupted before the request was sent");
            }
            throw e;
        } finally {
            signals.onSignal(() -> {});
        }
    }

    /**
     * Where the request goes.
     *
     * @param named the option by which other commands find it; absent when it ends with this command, and nobody goes on with
     *     the migration
     */
    private record Place(String bootstrapServers, Path secrets, Optional<String> named) {}

    private ExitCode onCluster(RequestDocument request, Given given) {
        if (!given.uris().isEmpty() && options.secretsDir().isEmpty()) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    "a URI does not travel through Kafka: name Secrets of the services in -f FILE, or give --secrets-dir, the"
                            + " folder that they read");
        }
        Path secrets = options.secretsDir().orElse(Path.of(""));
        String servers = options.bootstrapServers().orElseThrow();
        Place place = new Place(servers, secrets, Optional.of(" --bootstrap-servers " + servers));
        return submit(request, place, given);
    }

    private ExitCode submit(RequestDocument request, Place place, Given given) {
        Requests requests = new Requests(place.bootstrapServers());
        MigrationId migration = new MigrationId(request.name());
        Watched watched = new Watched(place.bootstrapServers(), migration, hash(request));
        Optional<String> cancel = place.named().map(option -> "pgconvoy cancel " + migration + option);
        try (GivenSecrets secrets = GivenSecrets.put(new SecretStore(place.secrets()), request.name(), given.uris())) {
            ExitCode end = new Watching(options.json(), cancel, given.signals()).untilTheEnd(watched, requests, () -> {
                secrets.requestSent();
                requests.submit(request);
            });
            secrets.after(end);
            return end;
        }
    }

    private static Map<String, Object> secretOf(RequestDocument request, String side, String uri) {
        return Map.of("uriSecretRef", Map.of("name", GivenSecrets.name(request.name(), side, uri), "key", "uri"));
    }

    /** A URI that nobody could use is not worth starting anything for. */
    private static void checkUri(String option, Optional<String> uri) {
        try {
            uri.ifPresent(Endpoint::ofUri);
        } catch (FailureException e) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    option + ": " + e.failure().code() + ": " + e.getMessage()
                            + e.failure().remedy().stream().map("; "::concat).collect(Collectors.joining()));
        }
    }

    /** The same check as the planner's, so that a slip is answered at once. */
    private static void checkRequest(RequestDocument request) {
        if (read(request) instanceof Reading.Refused refused) {
            refused.errors().forEach(e -> System.err.println("pgconvoy: " + FailureLines.of(e)));
            throw new CliFailure(ExitCode.REJECTED, "the request was rejected");
        }
    }

    /** What the planner will call this request by: tells its answer from older ones. */
    private static String hash(RequestDocument request) {
        return switch (read(request)) {
            case Reading.Read good -> good.hash();
            case Reading.Refused refused -> refused.hash();
        };
    }

    private static Reading read(RequestDocument request) {
        return new RequestReader().read(new Codec("pgconvoy/cli").write(request.content()));
    }
}
