package io.pgconvoy.runner.cases;

import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.RequestReader;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import io.pgconvoy.runner.client.RequestDocument;
import io.pgconvoy.runner.client.Requests;
import io.pgconvoy.runner.client.SecretStore;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.runner.watch.MigrationWatcher;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Clones by the services behind a Kafka cluster. One thread clones; {@link #stop} may be called from any. */
public final class CloneService {
    /** The longest case holds a lock for half a minute and moves a gigabyte. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static final Duration CANCEL = Duration.ofSeconds(20);

    private final String bootstrapServers;
    private final Path secretsFolder;
    private final SecretStore secrets;
    private final AtomicReference<Optional<MigrationWatcher>> watching = new AtomicReference<>(Optional.empty());

    /** @param secrets the folder that the services read Secrets from; their logs and Kafka's files lie beside it */
    public CloneService(String bootstrapServers, Path secrets) {
        this.bootstrapServers = bootstrapServers;
        this.secretsFolder = secrets;
        this.secrets = new SecretStore(secrets);
    }

    /** Blocks until the clone has ended; one that does not end in its time is cancelled, and so is a stopped one. */
    Outcome clone(
            String name, Map<String, String> uris, Map<String, Object> fields, MigrationWatcher.Listener listener) {
        RequestDocument request = RequestDocument.empty().named(Optional.of(name), name);
        uris.forEach((side, uri) -> {
            secrets.put(name + "-" + side, uri);
            request.endpoint(side, Map.of("uriSecretRef", Map.of("name", name + "-" + side, "key", "uri")));
        });
        fields.forEach((field, value) -> request.clone(field, Optional.of(value)));
        MigrationId migration = new MigrationId(name);
        Requests requests = new Requests(bootstrapServers);
        try (MigrationWatcher watcher =
                MigrationWatcher.open(bootstrapServers, migration, Optional.of(hash(request)))) {
            watching.set(Optional.of(watcher));
            requests.submit(request);
            Outcome outcome = watcher.untilTheEnd(listener, Optional.of(LIMIT));
            if (outcome.exitCode() == ExitCode.TIMED_OUT || outcome.exitCode() == ExitCode.INTERRUPTED) {
                requests.cancel(name);
                return new Outcome(
                        outcome.exitCode(),
                        watcher.untilTheEnd(listener, Optional.of(CANCEL)).projection());
            }
            return outcome;
        } finally {
            watching.set(Optional.empty());
            uris.keySet().forEach(side -> secrets.remove(name + "-" + side));
        }
    }

    /** Looks for a password in everything that the services have written. */
    void lookFor(Leaks leaks) {
        leaks.lookInto(secretsFolder.toAbsolutePath().getParent(), secretsFolder.toAbsolutePath());
    }

    /** Ends a clone that is going on. */
    void stop() {
        watching.get().ifPresent(MigrationWatcher::stop);
    }

    private static String hash(RequestDocument request) {
        return switch (new RequestReader().read(new Codec("pgconvoy/cases").write(request.content()))) {
            case Reading.Read good -> good.hash();
            case Reading.Refused refused -> refused.hash();
        };
    }
}
