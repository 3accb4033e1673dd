package io.pgconvoy.postgres.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the data folder of a local server, in folder {@code data} of the server's own folder. */
final class DataFolder {
    /** For a machine that is busy with other things. */
    private static final int PATIENCE_SECONDS = 60;

    private final LocalServerSetup setup;
    private final Path folder;
    private final int port;
    private volatile Process running;

    DataFolder(LocalServerSetup setup, Path folder, int port) {
        this.setup = setup;
        this.folder = folder;
        this.port = port;
    }

    /** A new one. */
    void initialize() throws IOException {
        run(
                "initdb",
                "--pgdata=" + data(),
                "--username=postgres",
                "--auth=trust",
                "--encoding=" + setup.encoding(),
                "--locale=" + setup.locale(),
                "--no-sync");
        configure();
        if (!setup.hba().isEmpty()) {
            Files.write(data().resolve("pg_hba.conf"), setup.hba());
        }
    }

    /** A copy of a running server that goes on following it. */
    void copyOf(LocalServer primary) throws IOException {
        run(
                "pg_basebackup",
                "--pgdata=" + data(),
                "--dbname=" + primary.uri("postgres"),
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync");
        configure();
    }

    /** What was begun did not come to its end: deletes the server's own folder. From any thread. */
    void abandon() {
        Process begun = running;
        if (begun != null) {
            begun.destroy();
            begun.onExit().join();
        }
        ServerFiles.delete(folder);
    }

    /** The last line about a setting wins: a copy has the primary's lines before ours. */
    private void configure() throws IOException {
        ServerFiles.append(data().resolve("postgresql.conf"), setup.configuration(folder, port));
    }

    private Path data() {
        return folder.resolve("data");
    }

    private void run(String program, String... args) throws IOException {
        Path log = folder.resolve(program + ".log");
        List<String> command =
                new ArrayList<>(List.of(setup.bin().resolve(program).toString()));
        command.addAll(List.of(args));
        Process process = ServerFiles.asServerUser(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .directory(folder.toFile())
                .start();
        running = process;
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(program + " failed: " + ServerFiles.lastLines(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(program + " was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
