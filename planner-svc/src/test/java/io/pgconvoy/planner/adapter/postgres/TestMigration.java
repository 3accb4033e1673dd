package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.EndpointSpec;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.SecretKeyRef;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.postgres.SecretFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/** A migration between two URIs as the planner meets it: Secrets in a folder, a course that was just accepted. */
final class TestMigration {
    private final Path folder;
    private final MigrationId id;

    TestMigration(Path folder, String id) {
        this.folder = folder;
        this.id = new MigrationId(id);
    }

    MigrationId id() {
        return id;
    }

    Path workFolder() {
        return folder.resolve("work");
    }

    PostgresDatabases databases() {
        return databases(Optional.empty());
    }

    PostgresDatabases databases(Optional<Path> tools) {
        return new PostgresDatabases(
                new SecretFiles(folder.resolve("secrets")), tools, workFolder(), Clock.systemUTC());
    }

    Course course(String sourceUri, String targetUri, CloneSpec cloning) {
        MigrationSpec spec = new MigrationSpec(
                endpoint("source", sourceUri), endpoint("target", targetUri), cloning, OptionalInt.empty());
        MigrationState state = MigrationState.initial().after(new MigrationAccepted(id, Instant.EPOCH, spec, "hash"));
        return ((Accepted) state).course();
    }

    private EndpointSpec endpoint(String side, String uri) {
        try {
            Path secret = folder.resolve("secrets").resolve(id + "-" + side);
            Files.createDirectories(secret);
            Path file = secret.resolve("uri");
            Files.writeString(file, uri);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            return EndpointSpec.ofUriSecret(new SecretKeyRef(id + "-" + side, "uri"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
