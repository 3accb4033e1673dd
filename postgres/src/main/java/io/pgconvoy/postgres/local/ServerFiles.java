package io.pgconvoy.postgres.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Files and processes of a local server. PostgreSQL refuses to run as root, so for root they belong to user postgres. */
final class ServerFiles {
    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
    private static final String SERVER_USER = "postgres";

    private static final int DELETIONS = 20;

    private ServerFiles() {}

    static Path create(LocalServerSetup setup) throws IOException {
        if (!Files.isExecutable(setup.bin().resolve("postgres"))) {
            throw new NoSuchFileException(
                    setup.bin().resolve("postgres").toString(),
                    null,
                    "PostgreSQL " + setup.major() + " is not installed there: on Debian, apt-get install postgresql-"
                            + setup.major());
        }
        // Short, because a socket's path may have 107 bytes only.
        Path folder = Files.createTempDirectory(
                setup.parent(),
                "pgconvoy-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        if (ROOT) {
            UserPrincipal owner =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(SERVER_USER);
            Files.setOwner(folder, owner);
        }
        return folder;
    }

    /** In a session of its own: Ctrl-C at a terminal is for the program that runs the server. */
    static ProcessBuilder asServerUser(List<String> command) {
        List<String> words = new ArrayList<>(List.of("setsid"));
        if (ROOT) {
            words.addAll(List.of(
                    "setpriv", "--reuid=" + SERVER_USER, "--regid=" + SERVER_USER, "--init-groups", "--inh-caps=-all"));
        }
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    static void append(Path file, List<String> lines) throws IOException {
        Files.write(file, lines, StandardOpenOption.APPEND);
    }

    /** The eighth line of postmaster.pid is the server's state. */
    static boolean isReady(Path data) {
        List<String> lines = postmaster(data);
        return lines.size() >= 8 && lines.get(7).strip().equals("ready");
    }

    static Optional<String> postmasterPid(Path data) {
        return postmaster(data).stream().findFirst();
    }

    private static List<String> postmaster(Path data) {
        try {
            return Files.readAllLines(data.resolve("postmaster.pid"));
        } catch (IOException e) {
            return List.of(); // not there yet, or just going
        }
    }

    static boolean saysFatal(Path log) {
        return lastLines(log).contains("FATAL:  could not");
    }

    static String lastLines(Path log) {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 8), lines.size()));
        } catch (IOException e) {
            return "(no log)";
        }
    }

    static void delete(Path folder) {
        for (int attempt = 0; attempt < DELETIONS && Files.exists(folder); attempt++) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException e) {
                // Somebody else deletes it too, or the server's last file has just come: look again.
            }
        }
    }
}
