package io.pgconvoy.runner.scenario;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code /proc} tells of other processes. A process that has just ended has nothing to tell. */
final class Processes {
    private Processes() {}

    static List<String> commandLine(long pid) {
        return words(pid, "cmdline");
    }

    static List<String> environment(long pid) {
        return words(pid, "environ");
    }

    private static List<String> words(long pid, String file) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
            return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
        } catch (IOException e) {
            return List.of();
        }
    }
}
