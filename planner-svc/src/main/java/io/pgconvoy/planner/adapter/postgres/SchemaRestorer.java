package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.planner.adapter.postgres.SchemaArchive.Kept;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Outcome;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Dumps the schema and restores it in pieces. Each piece is one transaction with its receipt, so a restore that was broken
 * off goes on with the first piece that has none.
 */
final class SchemaRestorer {
    /** Waiting for a lock on the source, or refreshing large materialized views, may take hours; for ever is a defect. */
    private static final Duration BOUND = Duration.ofHours(24);

    private final ClientTools tools;
    private final MigrationId migration;
    private final CloneSpec spec;
    private final Endpoint target;
    private final Path folder;

    /** @param folder a private folder of this migration, for scratch files */
    SchemaRestorer(ClientTools tools, MigrationId migration, CloneSpec spec, Endpoint target, Path folder) {
        this.tools = tools;
        this.migration = migration;
        this.spec = spec;
        this.target = target;
        this.folder = folder;
    }

    /** Dumps under the snapshot, unless that was done before, and keeps the archive on the target. */
    void dump(Endpoint source, String snapshot, Connection sourceSession, Connection targetSession)
            throws SQLException, IOException, InterruptedException {
        Path file = folder.resolve("schema.dump");
        if (SchemaArchive.load(targetSession, migration, file).isPresent()) {
            return;
        }
        Files.deleteIfExists(file);
        List<String> args = new ArrayList<>(List.of(
                "--format=custom",
                "--compress=0",
                // Not --schema-only, which leaves out the refreshes of materialized views.
                "--section=pre-data",
                "--section=post-data",
                "--no-blobs",
                "--no-publications",
                "--no-subscriptions",
                "--exclude-schema=" + Receipts.SCHEMA,
                "--snapshot=" + snapshot,
                "--file=" + file));
        Outcome outcome = tools.run(Tool.PG_DUMP, source, args, Redirect.NONE, BOUND);
        if (!outcome.succeeded()) {
            throw failure("dumping the schema of the source", outcome);
        }
        int major = sourceSession.getMetaData().getDatabaseMajorVersion();
        List<String> madeByJobs = new IndexReader(sourceSession, major)
                .madeByJobs().stream().sorted().toList();
        SchemaArchive.save(targetSession, migration, new Kept(file, madeByJobs));
    }

    void restorePreData(Connection targetSession, Generation generation)
            throws SQLException, IOException, InterruptedException {
        restore(
                targetSession,
                generation,
                "schema/pre-data/",
                list(targetSession).preDataPieces());
    }

    void restorePostData(Connection targetSession, Generation generation)
            throws SQLException, IOException, InterruptedException {
        restore(
                targetSession,
                generation,
                "schema/post-data/",
                list(targetSession).postDataPieces());
    }

    private ArchiveList list(Connection targetSession) throws SQLException, IOException, InterruptedException {
        Path file = folder.resolve("schema.dump");
        Kept kept = SchemaArchive.load(targetSession, migration, file)
                .orElseThrow(() -> new FailureException(Failure.of(
                        ErrorCode.SCHEMA_FAILED,
                        "the schema archive is no longer on the target in " + Receipts.SCHEMA + ".schema_archives",
                        "submit the migration again to an empty target")));
        return ArchiveList.of(listOf(file, "pre-data"), listOf(file, "post-data"), new HashSet<>(kept.madeByJobs()));
    }

    private List<String> listOf(Path archive, String section) throws IOException, InterruptedException {
        Path out = folder.resolve(section + ".list");
        List<String> args = List.of("--list", "--section=" + section, archive.toString());
        Outcome outcome = tools.run(Tool.PG_RESTORE, target, args, Redirect.to(out), BOUND);
        if (!outcome.succeeded()) {
            throw failure("listing the schema archive", outcome);
        }
        return Files.readAllLines(out, StandardCharsets.ISO_8859_1);
    }

    private void restore(Connection targetSession, Generation generation, String prefix, List<List<String>> pieces)
            throws SQLException, IOException, InterruptedException {
        Set<String> done = Receipts.of(targetSession, migration).stream()
                .map(Receipt::job)
                .map(Object::toString)
                .collect(Collectors.toSet());
        for (int i = 0; i < pieces.size(); i++) {
            String job = prefix + (i + 1);
            if (!done.contains(job)) {
                restorePiece(generation, job, pieces.get(i));
            }
        }
    }

    private void restorePiece(Generation generation, String job, List<String> entries)
            throws IOException, InterruptedException {
        Path list = folder.resolve("piece.list");
        Path sql = folder.resolve("piece.sql");
        Path script = folder.resolve("piece.psql");
        Files.write(list, entries, StandardCharsets.ISO_8859_1);
        List<String> args = new ArrayList<>(List.of("--file=" + sql, "--use-list=" + list));
        addIf(args, spec.noOwner(), "--no-owner");
        addIf(args, spec.noACL(), "--no-acl");
        addIf(args, spec.noComments(), "--no-comments");
        addIf(args, spec.noTablespaces(), "--no-tablespaces");
        args.add(folder.resolve("schema.dump").toString());
        Outcome made = tools.run(Tool.PG_RESTORE, target, args, Redirect.NONE, BOUND);
        if (!made.succeeded()) {
            throw failure("reading the schema archive", made);
        }
        writeScript(generation, job, sql, script);
        List<String> psql = List.of("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=" + script);
        Outcome outcome = tools.run(Tool.PSQL, target, psql, Redirect.NONE, BOUND);
        if (!outcome.succeeded()) {
            throw failure("restoring the schema", outcome);
        }
    }

    private void writeScript(Generation generation, String job, Path sql, Path script) throws IOException {
        String claim = "INSERT INTO " + Receipts.SCHEMA
                + ".receipts (migration, job, generation, kind, rows, bytes, finished_at) VALUES ("
                + Identifiers.literal(migration.value()) + ", " + Identifiers.literal(job) + ", " + generation
                + ", 'Schema', 0, 0, clock_timestamp());\n";
        try (OutputStream out = Files.newOutputStream(
                script, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            out.write(("BEGIN;\nSET LOCAL synchronous_commit = off;\n" + claim).getBytes(StandardCharsets.UTF_8));
            Files.copy(sql, out);
            out.write("\nCOMMIT;\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void addIf(List<String> args, Optional<Boolean> flag, String option) {
        if (CloneSpec.isOn(flag)) {
            args.add(option);
        }
    }

    /** The first error line; DETAIL and CONTEXT lines may hold values and are left out. */
    private static FailureException failure(String what, Outcome outcome) {
        String error = outcome.stderr().stream()
                .filter(line -> line.contains("ERROR:") || line.contains("error:") || line.contains("FATAL:"))
                .findFirst()
                .map(line -> line.replaceFirst("^psql:[^ ]*: ", ""))
                .orElse("exit code " + outcome.exitCode());
        boolean lost = outcome.stderr().stream().anyMatch(SchemaRestorer::saysThatConnectionIsLost);
        if (error.contains("invalid snapshot identifier")
                || error.contains("could not import the requested snapshot")) {
            return new FailureException(Failure.of(ErrorCode.SNAPSHOT_GONE, what + ": " + error));
        }
        ErrorCode code = lost
                ? ErrorCode.CONNECTION_LOST
                : error.contains("permission denied") ? ErrorCode.PRIVILEGE : ErrorCode.SCHEMA_FAILED;
        return new FailureException(Failure.of(
                code, what + ": " + error, "mend the cause and submit the migration again to an empty target"));
    }

    private static boolean saysThatConnectionIsLost(String line) {
        return line.contains("server closed the connection unexpectedly")
                || line.contains("terminating connection")
                || line.contains("Connection refused")
                || line.contains("connection to server was lost")
                || line.contains("the database system is")
                || line.contains("could not connect to server");
    }
}
