package io.pgconvoy.runner;

import io.pgconvoy.runner.cli.PgconvoyCommand;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The command line. Quarkus starts only in the hidden command that runs the services; all others are plain and quick. */
@QuarkusMain
public final class Main {
    /** Where the launcher put the arguments, each ended by NUL: a URI may hold a password, and argv is for everyone to read. */
    private static final String ARGUMENTS = "pgconvoy.args.file";

    private Main() {}

    public static void main(String[] args) throws IOException {
        String file = System.getProperty(ARGUMENTS);
        System.exit(PgconvoyCommand.run(file == null ? args : read(Path.of(file))));
    }

    private static String[] read(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String[] parts = text.split("\0", -1);
            return Arrays.copyOf(parts, parts.length - 1);
        }
    }
}
