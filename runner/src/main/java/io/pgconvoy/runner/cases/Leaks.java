package io.pgconvoy.runner.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Looks for a password where none may be: in process lists while a clone runs, in logs and Kafka's files after it. */
final class Leaks {
    private static final Path PROCESSES = Path.of("/proc");

    private final List<String> spellings = new ArrayList<>();
    private final Set<String> found = new TreeSet<>();

    Leaks(Optional<String> password) {
        password.ifPresent(p -> {
            String encoded = URLEncoder.encode(p, StandardCharsets.UTF_8);
            spellings.addAll(List.of(
                    p,
                    encoded,
                    encoded.replace("+", "%20"),
                    p.replace("\\", "\\\\").replace("\"", "\\\"")));
        });
    }

    void lookAtProcesses() {
        if (spellings.isEmpty()) {
            return;
        }
        try (Stream<Path> all = Files.list(PROCESSES)) {
            all.filter(p -> p.getFileName().toString().matches("\\d+"))
                    .map(p -> p.resolve("cmdline"))
                    .filter(this::holds)
                    .forEach(p -> found.add("the password is in the arguments of a process"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param except a folder that may hold it */
    void lookInto(Path folder, Path except) {
        if (spellings.isEmpty()) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(p -> !p.startsWith(except) && Files.isRegularFile(p))
                    .filter(this::holds)
                    .forEach(p -> found.add("the password is in " + folder.relativize(p)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean holds(Path file) {
        try {
            // Byte for byte, so that any bytes around it will do.
            String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return spellings.stream()
                    .map(s -> new String(s.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                    .anyMatch(content::contains);
        } catch (IOException e) {
            return false; // ended or rolled away in the meantime
        }
    }

    List<String> found() {
        return List.copyOf(found);
    }
}
