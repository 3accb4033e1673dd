package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.planner.adapter.postgres.SchemaArchive.Contents;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.ClientTools.Outcome;
import io.pgconvoy.postgres.ClientTools.Redirect;
import io.pgconvoy.postgres.ClientTools.Tool;
import io.pgconvoy.postgres.Endpoint;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.Receipts;
import io.pgconvoy.postgres.Receipts.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Dumps the schema and restores it in pieces. Each piece is one transaction with its receipt, so a restore that was broken
 * off goes on with the first piece that has none.
 */
final class SchemaRestorer {
    /** Waiting for a lock on the source, or refreshing large materialized views, may take hours; for ever is a defect. */
    private static final Duration BOUND = Duration.ofHours(24);

    private static final String PRE_DATA = "schema/pre-data/";
    private static final String POST_DATA = "schema/post-data/";

    private final ClientTools tools;
    private final Restoring what;
    private final Path folder;

    record Restoring(MigrationId migration, CloneSpec spec, Endpoint target, Fitting fitting) {}

    /** @param folder an empty one for scratch files */
    SchemaRestorer(ClientTools tools, Restoring what, Path folder) {
        this.tools = tools;
        this.what = what;
        this.folder = folder;
    }

    /** Dumps under the snapshot, unless that was done before, and keeps the archive on the target. */
    void dump(Endpoint source, String snapshot, Connection sourceSession, Connection targetSession, LeftOut leftOut)
            throws SQLException, IOException, InterruptedException {
        if (SchemaArchive.contents(targetSession, what.migration()).isPresent()) {
            return;
        }
        Path file = archive();
        Files.deleteIfExists(file);
        List<String> args = new ArrayList<>(List.of(
                "--format=custom",
                "--compress=0",
                // Not --schema-only, which leaves out the refreshes of materialized views.
                "--section=pre-data",
                "--section=post-data",
                "--no-blobs",
                "--no-subscriptions",
                "--exclude-schema=" + Receipts.SCHEMA,
                "--snapshot=" + snapshot,
                "--file=" + file));
        unlockable(sourceSession, leftOut).forEach(table -> args.add("--exclude-table=" + table));
        Outcome outcome = tools.run(Tool.PG_DUMP, source, args, Redirect.NONE, BOUND);
        if (!outcome.succeeded()) {
            throw ToolFailure.of("dumping the schema of the source", outcome, false);
        }
        List<String> madeByJobs =
                IndexReader.madeByJobs(sourceSession).stream().sorted().toList();
        SchemaArchive.save(
                targetSession, what.migration(), file, contents(file, madeByJobs, Omissions.of(leftOut, what.spec())));
    }

    private Contents contents(Path file, List<String> madeByJobs, Omissions omissions)
            throws IOException, InterruptedException {
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<String>> postData = both.submit(() -> listOf(file, "post-data", "--section=post-data"));
            List<String> preData = listOf(file, "pre-data", "--section=pre-data");
            Predicate<String> isKept = omissions.isEmpty()
                    ? line -> true
                    : omissions.among(listOf(file, "dependencies", "--verbose")).negate();
            return new Contents(
                    preData.stream().filter(isKept).toList(),
                    postData.get().stream().filter(isKept).toList(),
                    madeByJobs);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FailureException known) {
                throw known;
            }
            throw new IOException(e.getCause());
        }
    }

    /** Tables that are left out and that pg_dump may not lock, as it does with whatever it is not told to exclude. */
    private static List<String> unlockable(Connection source, LeftOut leftOut) throws SQLException {
        return leftOut.of(LeftOut.CLASS).isEmpty()
                ? List.of()
                : Rows.texts(
                        source,
                        "SELECT '\"' || replace(n.nspname, '\"', '\"\"') || '\".\"' || replace(c.relname, '\"', '\"\"') || '\"'"
                                + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ANY ("
                                + LeftOut.array(leftOut.of(LeftOut.CLASS)) + ") AND c.relkind IN ('r', 'p') AND NOT"
                                + " (has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))");
    }

    void restorePreData(Connection targetSession, Generation generation)
            throws SQLException, IOException, InterruptedException {
        restore(targetSession, generation, PRE_DATA, list(targetSession).preDataPieces());
    }

    void restorePostData(Connection targetSession, Generation generation)
            throws SQLException, IOException, InterruptedException {
        restore(targetSession, generation, POST_DATA, list(targetSession).postDataPieces());
    }

    private Path archive() {
        return folder.resolve("schema.dump");
    }

    private ArchiveList list(Connection targetSession) throws SQLException {
        Contents contents = SchemaArchive.contents(targetSession, what.migration())
                .orElseThrow(() -> new FailureException(Failure.of(
                        ErrorCode.SCHEMA_FAILED,
                        "the schema archive is no longer on the target in " + Receipts.SCHEMA + ".schema_archives",
                        "submit the migration again to an empty target")));
        return ArchiveList.of(contents.preData(), contents.postData(), new HashSet<>(contents.madeByJobs()));
    }

    private List<String> listOf(Path archive, String name, String option) throws IOException, InterruptedException {
        Path out = folder.resolve(name + ".list");
        List<String> args = List.of("--list", option, archive.toString());
        Outcome outcome = tools.run(Tool.PG_RESTORE, what.target(), args, Redirect.to(out), BOUND);
        if (!outcome.succeeded()) {
            throw ToolFailure.of("listing the schema archive", outcome, false);
        }
        return Files.readAllLines(out, StandardCharsets.ISO_8859_1);
    }

    private void restore(Connection targetSession, Generation generation, String prefix, List<List<String>> pieces)
            throws SQLException, IOException, InterruptedException {
        RestoreScript script = new RestoreScript(what.migration(), generation, what.fitting());
        Set<String> done = Receipts.of(targetSession, what.migration()).stream()
                .map(Receipt::job)
                .map(Object::toString)
                .collect(Collectors.toSet());
        Map<String, List<String>> left = new LinkedHashMap<>();
        for (int i = 0; i < pieces.size(); i++) {
            left.put(prefix + (i + 1), pieces.get(i));
        }
        left.keySet().removeAll(done);
        if (!left.isEmpty()) {
            SchemaArchive.write(targetSession, what.migration(), archive());
        }
        for (Map.Entry<String, List<String>> piece : left.entrySet()) {
            restorePiece(script, piece.getKey(), piece.getValue());
        }
    }

    private void restorePiece(RestoreScript restoreScript, String job, List<String> entries)
            throws IOException, InterruptedException {
        Path list = folder.resolve("piece.list");
        Path sql = folder.resolve("piece.sql");
        Path script = folder.resolve("piece.psql");
        Files.write(list, entries, StandardCharsets.ISO_8859_1);
        List<String> args = new ArrayList<>(List.of("--file=" + sql, "--use-list=" + list));
        addIf(args, what.spec().noOwner(), "--no-owner");
        addIf(args, what.spec().noACL(), "--no-acl");
        addIf(args, what.spec().noComments(), "--no-comments");
        addIf(args, what.spec().noTablespaces(), "--no-tablespaces");
        args.add(archive().toString());
        Outcome made = tools.run(Tool.PG_RESTORE, what.target(), args, Redirect.NONE, BOUND);
        if (!made.succeeded()) {
            throw ToolFailure.of("reading the schema archive", made, false);
        }
        restoreScript.write(job, sql, script);
        List<String> psql = List.of(
                "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=verbose", "--file=" + script);
        Outcome outcome = tools.run(Tool.PSQL, what.target(), psql, Redirect.NONE, BOUND);
        if (!outcome.succeeded()) {
            // Before the copy there are no rows that a message could quote.
            throw ToolFailure.of("restoring the schema", outcome, !job.startsWith(PRE_DATA));
        }
    }

    private static void addIf(List<String> args, Optional<Boolean> flag, String option) {
        if (CloneSpec.isOn(flag)) {
            args.add(option);
        }
    }
}
