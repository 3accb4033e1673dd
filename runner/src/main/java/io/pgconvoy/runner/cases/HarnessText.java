package io.pgconvoy.runner.cases;

import io.pgconvoy.runner.cases.Steps.Login;
import io.pgconvoy.runner.cases.Steps.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code harness.txt}: sentences of known forms become steps, others are kept as not understood. Not reusable. */
final class HarnessText {
    private static final Pattern SECOND_RUN = Pattern.compile("\\s*Second run: *");
    private static final Pattern GRANT_IN_SECOND = Pattern.compile(
            "On the target: no superuser, no (GRANT [^;]*?) in the first run; with the grant in the second run\\.");

    /** Sentences that ask for nothing here: what they say is done anyway, or belongs to a run that follows the source. */
    private static final List<Pattern> NOTHING_TO_DO = List.of(
            Pattern.compile("autovacuum is off on the tables\\."),
            Pattern.compile("Heavy: [^.]*\\."),
            Pattern.compile("Run on demand\\."),
            Pattern.compile("Run the clone with binary COPY enabled( \\([^)]*\\))?\\."),
            Pattern.compile("Create (the source as database|both databases with:) .*?(\\(names[^)]*\\)|template0)\\."),
            Pattern.compile("Copy the files of extension/ into SHAREDIR/extension of both servers first\\."),
            Pattern.compile("(?s)After the base copy and before live\\.sql.*"),
            Pattern.compile("(?s)Ask for the cutover.*"));

    private final Map<String, Object> clone = new TreeMap<>();
    private final List<Session> sessions = new ArrayList<>();
    private final List<String> targetSql = new ArrayList<>();
    private Optional<Login> login = Optional.empty();
    private Optional<String> extensionOf = Optional.empty();
    private boolean sourceOnly;
    private boolean plainTarget;
    private String rest;

    private HarnessText(String text) {
        this.rest = text.strip();
    }

    /**
     * A run of a case.
     *
     * @param right absent: that of the case
     */
    record Run(Steps steps, Optional<Right> right) {}

    /** The runs that a text asks for, one at least. */
    static List<Run> read(String text) {
        String[] halves = SECOND_RUN.split(text, 2);
        List<Run> runs = new ArrayList<>();
        HarnessText first = new HarnessText(halves[0]);
        Optional<String> grant = first.grantInSecondRun();
        Steps steps = first.parsed();
        runs.add(new Run(steps, Optional.empty()));
        grant.ifPresent(sql -> runs.add(new Run(withTargetSql(steps, sql), Optional.empty())));
        if (halves.length == 2) {
            runs.add(second(halves[0], halves[1]));
        }
        return runs;
    }

    private static Run second(String first, String text) {
        boolean refused = text.contains("must be refused");
        boolean reported = text.contains("must be reported");
        String words = text.replaceAll("\\(must be [^)]*\\)", "");
        HarnessText second = new HarnessText(words.startsWith("the same") ? first + "\n" + words : words);
        return new Run(
                second.parsed(),
                refused ? Optional.of(Right.REFUSE) : reported ? Optional.of(Right.EQUAL_OR_LOUD) : Optional.empty());
    }

    private Optional<String> grantInSecondRun() {
        Matcher grant = GRANT_IN_SECOND.matcher(rest);
        if (!grant.find()) {
            return Optional.empty();
        }
        String sql = grant.group(1);
        rest = grant.replaceFirst("");
        return Optional.of(sql);
    }

    private static Steps withTargetSql(Steps s, String grant) {
        String role = s.login().map(Login::role).orElse("postgres");
        return new Steps(
                s.login(),
                s.fields(),
                s.sessions(),
                s.extensionOf(),
                s.sourceOnly(),
                s.plainTarget(),
                List.of(grant + " TO \"" + role.replace("\"", "\"\"") + "\""),
                s.notUnderstood());
    }

    private Steps parsed() {
        take(
                "Connect as role \"([^\"]+)\" with password (.+?) \\(that exact text[^)]*\\)\\.",
                m -> login = Optional.of(new Login(m.group(1), Optional.of(m.group(2)))));
        take(
                "Connect (?:to both servers )?as (?:role )?\"?(\\w+)\"?(?: with password (\\S+))?\\.",
                m -> login = Optional.of(new Login(m.group(1), Optional.ofNullable(m.group(2)))));
        take(
                "Set the split threshold to (?:about )?(\\d+) ?([kMG])i?B(?: and (\\d+) parts at most)?(?:, so that [^.]*)?\\.",
                m -> {
                    clone.put(
                            "splitTablesLargerThan", m.group(1) + m.group(2).toUpperCase(java.util.Locale.ROOT) + "i");
                    Optional.ofNullable(m.group(3))
                            .ifPresent(parts -> clone.put("splitMaxParts", Integer.valueOf(parts)));
                });
        take(
                "In another session on the (source|target): (.+?;) hold it (\\d+) s from the start of the copy, then (COMMIT|ROLLBACK)\\.",
                m -> sessions.add(new Session(
                        m.group(1).equals("source"),
                        m.group(2),
                        "",
                        Optional.of(Integer.valueOf(m.group(3))),
                        m.group(4))));
        take(
                "the same with (.+?) committed after the planner has listed it *\\.?",
                m -> sessions.add(new Session(true, "", m.group(1), Optional.empty(), "")));
        take(
                "Keep a(?: second|nother) session open on the (source|target) with: (.+;)",
                m -> sessions.add(new Session(m.group(1).equals("source"), m.group(2), "", Optional.empty(), "")));
        take(
                "Install the extension files of (\\w+) on the source server only, and create the role on the source only\\.",
                m -> {
                    extensionOf = Optional.of(m.group(1));
                    sourceOnly = true;
                });
        take("target in UTF8 *\\.?", m -> plainTarget = true);
        for (Pattern nothing : NOTHING_TO_DO) {
            rest = nothing.matcher(rest).replaceAll("").strip();
        }
        List<String> left = rest.isBlank() ? List.of() : List.of(rest);
        return new Steps(login, clone, sessions, extensionOf, sourceOnly, plainTarget, targetSql, left);
    }

    private void take(String form, Consumer<Matcher> step) {
        Matcher sentence = Pattern.compile(form, Pattern.DOTALL).matcher(rest);
        if (sentence.find()) {
            step.accept(sentence);
            rest = (rest.substring(0, sentence.start()) + " " + rest.substring(sentence.end())).strip();
        }
    }
}
