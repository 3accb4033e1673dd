package io.pgconvoy.runner.cases;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * An installation of PostgreSQL that takes further extension files: the server's programs are copied, because they look for
 * SHAREDIR relative to where they lie; nearly everything else is a link. Gone on close.
 */
final class WritableInstallation implements AutoCloseable {
    private final Path root;
    private final Path bin;
    private final Path extensions;

    private WritableInstallation(Path root, Path bin, Path extensions) {
        this.root = root;
        this.bin = bin;
        this.extensions = extensions;
    }

    /** @param original folder of initdb, postgres and pg_config */
    static WritableInstallation of(Path original) throws IOException {
        Path root = Files.createTempDirectory("pgconvoy-installation-");
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x")); // user postgres runs it
        Path bin = inside(root, original);
        Path share = inside(root, asked(original, "--sharedir"));
        Path extensions = share.resolve("extension");
        Files.createDirectories(bin);
        Files.createDirectories(extensions);
        for (String program : List.of("postgres", "initdb")) {
            Files.copy(original.resolve(program), bin.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Path library = asked(original, "--pkglibdir");
        Files.createSymbolicLink(inside(root, library), library);
        linkAll(asked(original, "--sharedir"), share);
        linkAll(asked(original, "--sharedir").resolve("extension"), extensions);
        return new WritableInstallation(root, bin, extensions);
    }

    private static Path inside(Path root, Path absolute) {
        return root.resolve(absolute.toString().substring(1));
    }

    private static Path asked(Path original, String what) throws IOException {
        Process config = new ProcessBuilder(original.resolve("pg_config").toString(), what).start();
        return Path.of(new String(config.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    private static void linkAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Path link = to.resolve(file.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, file);
                }
            }
        }
    }

    Path bin() {
        return bin;
    }

    /** Adds files to SHAREDIR/extension; closing the result takes them away. */
    Added add(List<Path> files) throws IOException {
        List<Path> added = new ArrayList<>();
        for (Path file : files) {
            Path copy = extensions.resolve(file.getFileName().toString());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
            added.add(copy);
        }
        return () -> {
            for (Path file : added) {
                Files.deleteIfExists(file);
            }
        };
    }

    /** Files that are there for a time. */
    interface Added extends AutoCloseable {
        @Override
        void close() throws IOException;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
