package io.pgconvoy.runner.cli;

import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.runner.client.SecretStore;
import io.pgconvoy.runner.watch.ExitCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The URIs of one command line, kept as Secrets for as long as their migration may connect. A migration that goes on without the
 * command keeps them; a request that was refused leaves those of the migration that has its name.
 */
final class GivenSecrets implements AutoCloseable {
    private final SecretStore store;
    private final List<String> names;
    private final List<String> made;
    private boolean needed;

    private GivenSecrets(SecretStore store, List<String> names, List<String> made) {
        this.store = store;
        this.names = names;
        this.made = made;
    }

    /**
     * Says which database is meant, and nothing about the password: the name is all of a URI that is in the request, and the same
     * request is a repeat of the same wish.
     */
    static String name(String migration, String side, String uri) {
        Endpoint endpoint = Endpoint.ofUri(uri);
        String database = String.join("\n", endpoint.hosts().toString(), endpoint.database(), endpoint.user());
        String digest = UUID.nameUUIDFromBytes(database.getBytes(StandardCharsets.UTF_8))
                .toString();
        return migration + "-" + side + "-" + digest.substring(0, 8);
    }

    /** @param uris by side */
    static GivenSecrets put(SecretStore store, String migration, Map<String, String> uris) {
        List<String> names = new ArrayList<>();
        List<String> made = new ArrayList<>();
        GivenSecrets secrets = new GivenSecrets(store, names, made);
        uris.forEach((side, uri) -> {
            String name = name(migration, side, uri);
            switch (store.put(name, uri)) {
                case MADE -> made.add(name);
                case SAME -> {}
                case TAKEN -> {
                    secrets.removeMade();
                    throw new CliFailure(
                            ExitCode.REJECTED,
                            "NAME_IN_USE: a migration " + migration + " enters its " + side
                                    + " in another way; give the same URI or another --name");
                }
            }
            names.add(name);
        });
        return secrets;
    }

    /** The request is on its way: from now on a migration may connect by them. */
    void requestSent() {
        needed = true;
    }

    /** Nobody needs the Secrets of a request that was never sent. */
    @Override
    public void close() {
        if (!needed) {
            removeMade();
        }
    }

    /** To be called when the command has its answer. */
    void after(ExitCode end) {
        switch (end) {
            case INTERRUPTED, TIMED_OUT -> {}
            case REJECTED -> removeMade();
            default -> names.forEach(store::remove);
        }
    }

    private void removeMade() {
        made.forEach(store::remove);
    }
}
