package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.client.SecretStore;
import io.pgconvoy.runner.watch.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The URIs of one command line, kept as Secrets for as long as their migration may connect. A migration that goes on without the
 * command keeps them; a request that was refused leaves those of the migration that has its name.
 */
final class GivenSecrets {
    private final SecretStore store;
    private final List<String> names;
    private final List<String> made;

    private GivenSecrets(SecretStore store, List<String> names, List<String> made) {
        this.store = store;
        this.names = names;
        this.made = made;
    }

    static String name(String migration, String side) {
        return migration + "-" + side;
    }

    /** @param uris by side */
    static GivenSecrets put(SecretStore store, String migration, Map<String, String> uris) {
        List<String> names = new ArrayList<>();
        List<String> made = new ArrayList<>();
        GivenSecrets secrets = new GivenSecrets(store, names, made);
        uris.forEach((side, uri) -> {
            String name = name(migration, side);
            switch (store.put(name, uri)) {
                case MADE -> made.add(name);
                case SAME -> {}
                case TAKEN -> {
                    secrets.removeMade();
                    throw new CliFailure(
                            ExitCode.REJECTED,
                            "NAME_IN_USE: a migration " + migration + " with another " + side
                                    + " was asked for here; give another --name");
                }
            }
            names.add(name);
        });
        return secrets;
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
