package io.pgconvoy.runner.demo;

import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The demo database: fills an empty database, the same for the same scale on every server. See {@code demo/demo.sql}. */
public final class DemoDatabase {
    private static final List<String> FILES = List.of(
            "demo.sql",
            "roles.sql",
            "1-types.sql",
            "2-tables.sql",
            "3-rows.sql",
            "4-keys.sql",
            "5-logic.sql",
            "6-notes-and-rights.sql",
            "7-large-objects.sql");

    /** Scale 1 takes about 13 s on two cores; a slow disk may need many times that. */
    private static final Duration BOUND = Duration.ofMinutes(60);

    private final ClientTools tools;

    public DemoDatabase(ClientTools tools) {
        this.tools = tools;
    }

    /**
     * Creates and fills everything.
     *
     * @param scale 1 is about 200 MB; 0.05 takes a second or two
     * @param empty an empty UTF-8 database, as superuser
     * @throws IOException with psql's words if it failed
     */
    public void fill(Endpoint empty, double scale) throws IOException, InterruptedException {
        run(empty, "demo.sql", "--set=scale=" + scale);
    }

    /** Creates the roles that the demo database grants rights to, where missing: needed on the target server before a clone. */
    public void createRoles(Endpoint anyDatabase) throws IOException, InterruptedException {
        run(anyDatabase, "roles.sql");
    }

    private void run(Endpoint endpoint, String file, String... options) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("pgconvoy-demo-");
        try {
            for (String name : FILES) {
                try (InputStream in = DemoDatabase.class.getResourceAsStream("/demo/" + name)) {
                    if (in == null) {
                        throw new IllegalStateException("not packaged: demo/" + name);
                    }
                    Files.copy(in, folder.resolve(name));
                }
            }
            List<String> arguments = new ArrayList<>(
                    List.of("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=" + folder.resolve(file)));
            arguments.addAll(List.of(options));
            ClientTools.Outcome outcome = tools.run(Tool.PSQL, endpoint, arguments, Redirect.NONE, BOUND);
            if (!outcome.succeeded()) {
                throw new IOException(file + " failed: " + String.join("\n", outcome.stderr()));
            }
        } finally {
            for (String name : FILES) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
    }
}
