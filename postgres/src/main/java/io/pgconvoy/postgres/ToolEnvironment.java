package io.pgconvoy.postgres;

import io.pgconvoy.postgres.Endpoint.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a client program is told through its environment. libpq takes {@code PGDATABASE} literally, unlike {@code --dbname}. The password lies in a
 * passfile that only we can read, in a folder that is removed on close.
 */
final class ToolEnvironment implements AutoCloseable {
    private final Path folder;
    private final Map<String, String> variables = new HashMap<>();

    private ToolEnvironment(Path folder) {
        this.folder = folder;
    }

    static ToolEnvironment of(Endpoint endpoint) throws IOException {
        ToolEnvironment environment =
                new ToolEnvironment(Files.createTempDirectory("pgconvoy-tool-", mode("rwx------")));
        try {
            environment.fill(endpoint);
            return environment;
        } catch (IOException | RuntimeException e) {
            environment.close();
            throw e;
        }
    }

    private void fill(Endpoint endpoint) throws IOException {
        variables.put("HOME", folder.toString()); // no .pgpass, .psqlrc or certificates of whoever runs the service
        variables.put("LC_ALL", "C.UTF-8");
        variables.put("PGHOST", joined(endpoint, Host::name));
        variables.put("PGPORT", joined(endpoint, host -> Integer.toString(host.port())));
        variables.put("PGDATABASE", endpoint.database());
        variables.put("PGUSER", endpoint.user());
        variables.put("PGSSLMODE", endpoint.sslMode().word());
        variables.put("PGGSSENCMODE", "disable");
        variables.put("PGTARGETSESSIONATTRS", endpoint.targetSessionAttrs().word());
        variables.put(
                "PGCONNECT_TIMEOUT", Long.toString(endpoint.connectTimeout().toSeconds()));
        variables.put("PGAPPNAME", "pgconvoy");
        variables.put("PGPASSFILE", folder.resolve("pgpass").toString());
        endpoint.options().ifPresent(options -> variables.put("PGOPTIONS", options));
        endpoint.tls().rootCert().ifPresent(path -> variables.put("PGSSLROOTCERT", path.toString()));
        endpoint.tls().cert().ifPresent(path -> variables.put("PGSSLCERT", path.toString()));
        if (endpoint.tls().key().isPresent()) {
            // libpq refuses a key that a group may read, which is how Kubernetes mounts them.
            Path key = folder.resolve("client.key");
            write(key, Files.readAllBytes(endpoint.tls().key().get()));
            variables.put("PGSSLKEY", key.toString());
        }
        if (endpoint.password().isPresent()) {
            write(folder.resolve("pgpass"), passLine(endpoint.password().get()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Matches every host: it is the only line of a file made for one run. */
    private static String passLine(Secret password) {
        String value = password.reveal();
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
            throw EndpointException.invalid("the password has a line break in it, which no libpq passfile can hold");
        }
        return "*:*:*:*:" + value.replace("\\", "\\\\").replace(":", "\\:") + "\n";
    }

    private static String joined(Endpoint endpoint, Function<Host, String> part) {
        return endpoint.hosts().stream().map(part).collect(Collectors.joining(","));
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createFile(file, mode("rw-------"));
        Files.write(file, bytes, StandardOpenOption.WRITE);
    }

    private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }

    void applyTo(Map<String, String> environment) {
        // Of the service's own environment, which may hold anything, only what finds and loads programs.
        environment.keySet().retainAll(Set.of("PATH", "LD_LIBRARY_PATH", "TMPDIR"));
        environment.putAll(variables);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(folder.resolve("pgpass"));
        Files.deleteIfExists(folder.resolve("client.key"));
        try (var rest = Files.list(folder)) {
            for (Path path : rest.toList()) {
                Files.deleteIfExists(path); // psql's history, for one
            }
        }
        Files.deleteIfExists(folder);
    }
}
