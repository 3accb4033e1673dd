package io.pgconvoy.runner.instance;

import io.pgconvoy.contract.wire.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder where an instance keeps its data and says how to reach it. Only its owner can read it. */
public record StateFolder(Path path) {
    private static final Codec CODEC = new Codec("pgconvoy/cli");

    /**
     * How to reach a running instance.
     *
     * @param pid of the process that holds all the others
     */
    public record Running(String bootstrapServers, String http, long pid) {}

    /** {@code $XDG_STATE_HOME/pgconvoy}, or {@code ~/.local/state/pgconvoy}. */
    public static Path defaultPath() {
        String xdg = System.getenv("XDG_STATE_HOME");
        Path base = xdg == null || xdg.isBlank()
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(xdg);
        return base.resolve("pgconvoy");
    }

    /** A new private folder inside this one, for an instance that lives as long as one command. */
    public StateFolder temporary() {
        create();
        try {
            Path folder = Files.createTempDirectory(
                    path, "run-", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            StateFolder temporary = new StateFolder(folder);
            temporary.create();
            return temporary;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + path, e);
        }
    }

    /** Makes it, and the folders that the services expect in it. */
    public void create() {
        for (Path folder : List.of(path, secrets(), work())) {
            try {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make the folder " + folder, e);
            }
        }
    }

    public Path kafka() {
        return path.resolve("kafka");
    }

    public Path secrets() {
        return path.resolve("secrets");
    }

    public Path work() {
        return path.resolve("work");
    }

    public Path log(String process) {
        return path.resolve(process + ".log");
    }

    /** Written when an instance is ready, replaced in one step. */
    void announce(Running running) {
        Path file = path.resolve("instance.json");
        Path fresh = path.resolve("instance.json.new");
        try {
            Files.write(fresh, CODEC.write(running));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    void withdraw() {
        try {
            Files.deleteIfExists(path.resolve("instance.json"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove instance.json from " + path, e);
        }
    }

    /** The instance that announced itself here, if its process lives. */
    public Optional<Running> running() {
        Path file = path.resolve("instance.json");
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try {
            Running running = CODEC.read(Files.readAllBytes(file), Running.class);
            return Optional.of(running).filter(r -> ProcessHandle.of(r.pid())
                    .filter(ProcessHandle::isAlive)
                    .isPresent());
        } catch (IOException | Codec.UnreadableRecord e) {
            return Optional.empty();
        }
    }

    /** Moves the logs out of a temporary folder that is about to go, over those of the last time; returns where they are. */
    Path keepLogs() {
        Path kept = path.resolveSibling("failed-start");
        try (Stream<Path> all = Files.list(path)) {
            Files.createDirectories(kept);
            for (Path log : all.filter(p -> p.toString().endsWith(".log")).toList()) {
                Files.move(log, kept.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the logs of " + path, e);
        }
        return kept;
    }

    /** Removes the folder and everything in it. */
    public void delete() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }
}
