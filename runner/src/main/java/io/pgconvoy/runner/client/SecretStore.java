package io.pgconvoy.runner.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/** Puts the URIs of the command line where the services look for Secrets. Only their owner can read them. */
public final class SecretStore {
    private static final String KEY = "uri";
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path folder;

    public SecretStore(Path folder) {
        this.folder = folder;
    }

    /** What {@link #put} found. */
    public enum Put {
        MADE,
        /** It was there, with this URI. */
        SAME,
        /** It is there with another URI, which stays: a running migration may connect by it. */
        TAKEN
    }

    public Put put(String name, String uri) {
        Path file = folder.resolve(name).resolve(KEY);
        byte[] value = uri.getBytes(StandardCharsets.UTF_8);
        try {
            if (Files.exists(file)) {
                return Arrays.equals(Files.readAllBytes(file), value) ? Put.SAME : Put.TAKEN;
            }
            Files.createDirectories(file.getParent(), PRIVATE_FOLDER);
            Files.createFile(file, PRIVATE_FILE);
            Files.write(file, value, StandardOpenOption.WRITE);
            return Put.MADE;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep a secret in " + folder, e);
        }
    }

    public void remove(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name).resolve(KEY));
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove a secret from " + folder, e);
        }
    }
}
