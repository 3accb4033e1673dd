package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.MigrationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A private folder for the files of one step: two planners on one machine never meet in it. Gone on close. */
record ScratchFolder(Path path) implements AutoCloseable {
    static ScratchFolder in(Path workFolder, MigrationId migration) throws IOException {
        Path parent = Files.createDirectories(workFolder.resolve(migration.value()));
        return new ScratchFolder(Files.createTempDirectory(parent, "step-"));
    }

    /** Also what planners left that were killed. */
    static void deleteAll(Path workFolder, MigrationId migration) throws IOException {
        delete(workFolder.resolve(migration.value()));
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }
}
