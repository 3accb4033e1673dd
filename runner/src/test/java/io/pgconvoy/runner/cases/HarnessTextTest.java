package io.pgconvoy.runner.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.runner.cases.HarnessText.Run;
import io.pgconvoy.runner.cases.Steps.Login;
import io.pgconvoy.runner.cases.Steps.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarnessTextTest {
    private static Steps only(String text) {
        List<Run> runs = HarnessText.read(text);
        assertThat(runs).hasSize(1);
        return runs.getFirst().steps();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Run the clone with binary COPY enabled (the product default, if it has one).\n",
                "Heavy: needs about 3 GB of free memory and 2 GB of disk. Run on demand.",
                "Copy the files of extension/ into SHAREDIR/extension of both servers first.",
                "Create the source as database bug \"S31\" %$-db and the target as bug's S31 tgt (names that need quoting).",
                "Ask for the cutover 30 s after live.sql. Measure the time to complete (limit 20 s).",
                "After the base copy and before live.sql, on the target: DELETE FROM public.tu WHERE id=2;"
            })
    void textsThatAskForNothingInAClone(String text) {
        assertThat(only(text)).isEqualTo(Steps.NONE);
    }

    @Test
    void splitThresholdAndParts() {
        Steps steps = only("Set the split threshold to about 128 kB and 8 parts at most, so that the table is split."
                + " autovacuum is off on the tables.");

        assertThat(steps.fields()).isEqualTo(Map.of("splitTablesLargerThan", "128Ki", "splitMaxParts", 8));
        assertThat(steps.notUnderstood()).isEmpty();
    }

    @Test
    void aLoginWhosePasswordHoldsEverything() {
        Steps steps = only(
                "Connect as role \"bug user@acct\" with password p@ss:w/o#r?d%25&=+ $x\"'\\{é} (that exact text; %25 is"
                        + " not an escape here).");

        assertThat(steps.login()).contains(new Login("bug user@acct", Optional.of("p@ss:w/o#r?d%25&=+ $x\"'\\{é}")));
        assertThat(steps.notUnderstood()).isEmpty();
    }

    @Test
    void aGrantThatOnlyTheSecondRunHas() {
        List<Run> runs =
                HarnessText.read("Connect to both servers as bug_plain. On the target: no superuser, no GRANT SET ON"
                        + " PARAMETER session_replication_role in the first run; with the grant in the second run.");

        assertThat(runs).hasSize(2).allMatch(r -> r.steps().notUnderstood().isEmpty());
        assertThat(runs).allMatch(r -> r.steps().login().equals(Optional.of(new Login("bug_plain", Optional.empty()))));
        assertThat(runs.get(0).steps().targetSql()).isEmpty();
        assertThat(runs.get(1).steps().targetSql())
                .containsExactly("GRANT SET ON PARAMETER session_replication_role TO \"bug_plain\"");
    }

    @Test
    void aLockThatIsHeldAndATableThatIsDroppedMeanwhile() {
        List<Run> runs = HarnessText.read(
                "In another session on the source: BEGIN; LOCK TABLE public.lk IN ACCESS EXCLUSIVE MODE;"
                        + " hold it 30 s from the start of the copy, then COMMIT. Second run: the same with DROP TABLE public.free"
                        + " committed after the planner has listed it (must be reported, not fatal for others).");

        Session lock = new Session(
                true, "BEGIN; LOCK TABLE public.lk IN ACCESS EXCLUSIVE MODE;", "", Optional.of(30), "COMMIT");
        assertThat(runs.get(0).steps().sessions()).containsExactly(lock);
        assertThat(runs.get(1).steps().sessions())
                .containsExactly(lock, new Session(true, "", "DROP TABLE public.free", Optional.empty(), ""));
        assertThat(runs.get(1).right()).contains(Right.EQUAL_OR_LOUD);
        assertThat(runs).hasSize(2).allMatch(r -> r.steps().notUnderstood().isEmpty());
    }

    @Test
    void aSessionThatStaysOpen() {
        Steps steps = only(
                "Keep a second session open on the source with: CREATE TEMP TABLE t (id int); CREATE TEMP TABLE x (id int);");

        assertThat(steps.sessions())
                .containsExactly(new Session(
                        true, "CREATE TEMP TABLE t (id int); CREATE TEMP TABLE x (id int);", "", Optional.empty(), ""));
    }

    @Test
    void aSecondRunWithAPlainTargetThatIsToBeRefused() {
        List<Run> runs = HarnessText.read("Create both databases with: createdb -E SQL_ASCII --locale=C -T template0."
                + " Second run: target in UTF8 (must be refused).");

        assertThat(runs.get(0)).isEqualTo(new Run(Steps.NONE, Optional.empty()));
        assertThat(runs.get(1).steps().plainTarget()).isTrue();
        assertThat(runs.get(1).right()).contains(Right.REFUSE);
    }

    @Test
    void filesAndRoleOnTheSourceOnly() {
        Steps steps = only(
                "Install the extension files of S19 on the source server only, and create the role on the source only.");

        assertThat(steps.extensionOf()).contains("S19");
        assertThat(steps.sourceOnly()).isTrue();
    }

    @Test
    void whatIsNotUnderstoodIsKept() {
        assertThat(only("Pull the plug.").notUnderstood()).containsExactly("Pull the plug.");
    }
}
