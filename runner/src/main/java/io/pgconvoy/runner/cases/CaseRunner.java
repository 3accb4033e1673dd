package io.pgconvoy.runner.cases;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.runner.cases.HarnessText.Run;
import io.pgconvoy.runner.cases.Observed.End;
import io.pgconvoy.runner.cases.OpenSessions.Database;
import io.pgconvoy.runner.cases.Programs.Answer;
import io.pgconvoy.runner.cases.Programs.CaseNotSet;
import io.pgconvoy.runner.cases.WritableInstallation.Added;
import io.pgconvoy.runner.watch.ExitCode;
import io.pgconvoy.runner.watch.FailureLines;
import io.pgconvoy.runner.watch.MigrationWatcher;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import io.pgconvoy.status.domain.Projection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Runs cases on two throwaway servers, one run at a time: sets the databases up, clones, compares, clears away. */
public final class CaseRunner implements AutoCloseable {
    private static final int MAJOR = 15;

    /** What a message may name: whatever has a name of its own in a case. A short name counts with its schema only. */
    private static final String NAMES = """
            SELECT n FROM (
              SELECT relname FROM pg_class WHERE oid >= 16384
              UNION SELECT relnamespace::regnamespace || '.' || relname FROM pg_class WHERE oid >= 16384
              UNION SELECT conname FROM pg_constraint WHERE oid >= 16384
              UNION SELECT proname FROM pg_proc WHERE oid >= 16384
              UNION SELECT typname FROM pg_type WHERE oid >= 16384
              UNION SELECT nspname FROM pg_namespace WHERE oid >= 16384
              UNION SELECT extname FROM pg_extension WHERE oid >= 16384
              UNION SELECT rolname FROM pg_roles WHERE oid >= 16384
              UNION SELECT spcname FROM pg_tablespace WHERE oid >= 16384) AS named(n)
            WHERE length(n) > 2
            """;

    private final CaseServer source;
    private final CaseServer target;
    private final CloneService service;
    private final String session = Long.toString(System.currentTimeMillis(), 36);
    private volatile boolean stopped;
    private int runs;

    private CaseRunner(CaseServer source, CaseServer target, CloneService service) {
        this.source = source;
        this.target = target;
        this.service = service;
    }

    public static CaseRunner start(CloneService service) throws IOException, SQLException {
        CaseServer source = CaseServer.start(MAJOR);
        try {
            return new CaseRunner(source, CaseServer.start(MAJOR), service);
        } catch (IOException | SQLException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /** Ends the run that is going on and begins no other. Thread-safe. */
    public void stop() {
        stopped = true;
        service.stop();
    }

    boolean stopped() {
        return stopped;
    }

    /** All runs of one case. */
    List<CaseResult> run(CaseFolder folder) throws IOException {
        List<CaseResult> results = new ArrayList<>();
        List<Run> wanted = folder.runs();
        for (int i = 0; i < wanted.size() && !stopped; i++) {
            Run run = wanted.get(i);
            String id = i == 0 ? folder.id() : folder.id() + "/" + (i + 1);
            Right right = run.right().orElse(folder.right());
            Instant began = Instant.now();
            results.add(result(folder, run.steps(), new CaseResult.Wanted(id, right), began));
        }
        return results;
    }

    private CaseResult result(CaseFolder folder, Steps steps, CaseResult.Wanted wanted, Instant began) {
        try {
            Seen seen = once(folder, steps);
            return new CaseResult(
                    wanted, Optional.of(seen.observed()), seen.messages(), Duration.between(began, Instant.now()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return notRun(wanted, "interrupted", began);
        } catch (Exception e) {
            return notRun(wanted, e.getMessage() == null ? e.toString() : e.getMessage(), began);
        }
    }

    private static CaseResult notRun(CaseResult.Wanted wanted, String why, Instant began) {
        return new CaseResult(wanted, Optional.empty(), List.of(why), Duration.between(began, Instant.now()));
    }

    private record Seen(Observed observed, List<String> messages) {}

    private Seen once(CaseFolder folder, Steps steps) throws Exception {
        runs++;
        String name = "case-" + folder.id().toLowerCase(Locale.ROOT) + "-" + runs + "-" + session;
        Database from = new Database(source, folder.createdb("source_name").orElse("case " + folder.id()));
        Database to = new Database(target, folder.createdb("target_name").orElse(from.name()));
        List<Path> extension = folder.extensionFiles(steps.extensionOf().orElse(folder.id()));
        Added onSource = source.addExtension(extension);
        Added onTarget = target.addExtension(steps.sourceOnly() ? List.of() : extension);
        try {
            setUp(folder, steps, from, to);
            return cloned(folder, steps, name, from, to);
        } finally {
            clear(folder, from, to);
            onSource.close();
            onTarget.close();
        }
    }

    private void setUp(CaseFolder folder, Steps steps, Database from, Database to) throws Exception {
        source.programs()
                .createDatabase(from.name(), folder.createdb("source_createdb").orElse(""));
        String targetOptions =
                steps.plainTarget() ? "" : folder.createdb("target_createdb").orElse("");
        target.programs().createDatabase(to.name(), targetOptions);
        source.programs().script(from.name(), folder.path().resolve("source.sql"));
        if (!steps.sourceOnly()) {
            target.programs().copyRolesFrom(source.programs());
        }
        if (steps.login().isPresent()) {
            giveTo(steps.login().get().role(), to);
        }
        if (folder.file("target.sql").isPresent()) {
            target.programs().script(to.name(), folder.file("target.sql").get());
        }
        target.execute(to.name(), steps.targetSql().toArray(String[]::new));
    }

    /** A role without superuser's rights gets a database of its own, as a hoster would give it one. */
    private static void giveTo(String role, Database to) throws SQLException {
        String quoted = Identifiers.quote(role);
        to.server().execute(to.name(), "ALTER DATABASE " + Identifiers.quote(to.name()) + " OWNER TO " + quoted);
    }

    private Seen cloned(CaseFolder folder, Steps steps, String name, Database from, Database to) throws Exception {
        Contents sourceBefore = contents(folder, from, Optional.empty());
        checkExpected(folder, sourceBefore);
        Contents targetBefore = contents(folder, to, Optional.empty());
        List<String> names = source.column(from.name(), NAMES);
        Leaks leaks = new Leaks(steps.login().flatMap(Steps.Login::password));
        Messages messages = new Messages();
        Map<String, String> uris = Map.of(
                "source", source.uri(from.name(), steps.login()),
                "target", target.uri(to.name(), steps.login()));
        End end;
        AutoCloseable passwordOnSource = passwords(source, steps);
        AutoCloseable passwordOnTarget = passwords(target, steps);
        try (OpenSessions sessions = OpenSessions.open(steps.sessions(), from, to)) {
            Outcome outcome = service.clone(name, uris, steps.fields(), Messages.listener(sessions, leaks));
            messages.of(outcome);
            end = end(outcome.exitCode());
        } finally {
            passwordOnSource.close();
            passwordOnTarget.close();
        }
        service.lookFor(leaks);
        Contents expected = end == End.REFUSED ? targetBefore : sourceBefore;
        List<String> differences = new ArrayList<>(leaks.found());
        if (end == End.COMPLETED || end == End.REFUSED) {
            differences.addAll(contents(folder, to, Optional.of(expected)).differencesOf(expected));
        }
        return new Seen(new Observed(end, differences, messages.nameOneOf(names)), messages.with(differences, steps));
    }

    private static AutoCloseable passwords(CaseServer server, Steps steps) throws IOException {
        Optional<Steps.Login> login = steps.login().filter(l -> l.password().isPresent());
        return login.isPresent() ? server.askPasswordOf(login.get().role()) : () -> {};
    }

    private static End end(ExitCode code) {
        return switch (code) {
            case DONE -> End.COMPLETED;
            case REJECTED, PREFLIGHT_FAILED -> End.REFUSED;
            case FAILED, CANCELLED -> End.FAILED;
            case INTERRUPTED -> throw new CaseNotSet("interrupted");
            default -> End.NONE;
        };
    }

    /** @param asked a query that failed on the source is not put to the target */
    private static Contents contents(CaseFolder folder, Database database, Optional<Contents> asked) {
        Map<String, Answer> answers = new TreeMap<>();
        Path common = folder.path().resolveSibling("_common");
        List<Path> queries = List.of(
                common.resolve("catalog_fingerprint.sql"),
                common.resolve("data_fingerprint.sql"),
                folder.path().resolve(Contents.EXPECT));
        for (Path query : queries) {
            String name = query.getFileName().toString();
            Optional<Answer> failed = asked.map(c -> c.answers().get(name)).filter(a -> !a.succeeded());
            if (Files.exists(query)) {
                answers.put(
                        name,
                        failed.orElseGet(() -> database.server().programs().query(database.name(), query)));
            }
        }
        return new Contents(answers);
    }

    private static void checkExpected(CaseFolder folder, Contents source) throws IOException {
        String found = source.answers().get(Contents.EXPECT).orFail("expect.sql on the source");
        if (folder.expected().filter(e -> !e.equals(found)).isPresent()) {
            throw new CaseNotSet("the source is not as expect.txt says");
        }
    }

    private void clear(CaseFolder folder, Database from, Database to) throws Exception {
        if (folder.file("cleanup.sql").isPresent()) {
            source.programs().script(from.name(), folder.file("cleanup.sql").get());
        }
        source.drop(from.name());
        target.drop(to.name());
        source.forget();
        target.forget();
    }

    /** What the run said. */
    private static final class Messages {
        private final List<String> lines = new ArrayList<>();

        static MigrationWatcher.Listener listener(OpenSessions sessions, Leaks leaks) {
            return new MigrationWatcher.Listener() {
                @Override
                public void seen(Projection projection, Instant now) {
                    sessions.seen(projection, now);
                    leaks.lookAtProcesses();
                }

                @Override
                public void happened(MigrationEvent event) {
                    sessions.happened(event);
                }
            };
        }

        void of(Outcome outcome) {
            lines.addAll(FailureLines.of(outcome));
        }

        boolean nameOneOf(List<String> names) {
            String all = String.join("\n", lines);
            return names.stream().anyMatch(name -> Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)")
                    .matcher(all)
                    .find());
        }

        List<String> with(List<String> differences, Steps steps) {
            List<String> all = new ArrayList<>(lines);
            all.addAll(differences);
            steps.notUnderstood().forEach(text -> all.add("harness.txt, not understood and not done: " + text));
            return all;
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
        target.close();
    }
}
