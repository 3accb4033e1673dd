package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.MigrationCompleted;
import io.pgconvoy.contract.MigrationEvent.StepSummary;
import io.pgconvoy.contract.MigrationEvent.Summary;
import io.pgconvoy.contract.MigrationEvent.TableSummary;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import io.pgconvoy.runner.watch.SummaryTable.Report;
import io.pgconvoy.status.domain.Facts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
    private static final TableSummary ORDERS = new TableSummary(
            new TableName("shop", "orders"),
            4,
            1_200_000,
            120L << 20,
            Duration.ofMillis(12_300),
            Duration.ofMillis(4100));
    private static final TableSummary NOTES = new TableSummary(
            new TableName("shop", "Kunden \033[31mNotizen"), 1, 7, 512, Duration.ofMillis(8), Duration.ZERO);
    private static final Summary SUMMARY = new Summary(
            List.of(ORDERS, NOTES),
            List.of(
                    new StepSummary("preflight", Duration.ofMillis(412), Duration.ofMillis(412), 1),
                    new StepSummary("copy", Duration.ofMillis(6200), Duration.ofMillis(12_308), 4),
                    new StepSummary("index", Duration.ofMillis(4100), Duration.ofMillis(4100), 1)),
            1_200_007,
            (120L << 20) + 512,
            Duration.ofMillis(13_900));

    private final Facts facts = new Facts("shop");

    private Outcome completed(Summary summary) {
        List<MigrationEvent> events = new ArrayList<>(facts.untilPlanned());
        events.addAll(facts.fromDispatchToEnd());
        MigrationEvent last = events.removeLast();
        events.add(new MigrationCompleted(last.migration(), last.at(), summary));
        return new Outcome(ExitCode.DONE, facts.fold(events));
    }

    @Test
    void aCompleteMigrationIsToldByTableAndByStep() {
        Golden.check("summary.txt", SummaryTable.text(completed(SUMMARY)));
    }

    @Test
    void warningsFollowTheTablesOnALineEach() {
        Failure warning = Failure.of(ErrorCode.FILTER_UNKNOWN_OBJECT, "nothing matches excludeTables a.\033[31mb");
        Summary warned = new Summary(List.of(), List.of(), 0, 0, Duration.ZERO, Optional.of(List.of(warning, warning)));

        assertThat(SummaryTable.text(completed(warned))
                        .lines()
                        .toList()
                        .reversed()
                        .subList(0, 3))
                .containsExactly(
                        "warning: FILTER_UNKNOWN_OBJECT: nothing matches excludeTables a.?[31mb",
                        "warning: FILTER_UNKNOWN_OBJECT: nothing matches excludeTables a.?[31mb",
                        "");
    }

    @Test
    void jsonHoldsTheSameInWholeNumbersAndIsoTimes() {
        Golden.check("summary.json", SummaryTable.json(completed(SUMMARY)));
    }

    @Test
    void jsonCanBeReadBack() throws Exception {
        byte[] json = SummaryTable.json(completed(SUMMARY)).getBytes(StandardCharsets.UTF_8);

        assertThat(new Codec("test").read(json, Report.class).summary()).contains(SUMMARY);
    }

    @Test
    void aFailedMigrationHasNoTablesButJson() {
        Failure failure = Failure.of(ErrorCode.AUTH_FAILED, "the source refused the password");
        Outcome failed =
                new Outcome(ExitCode.PREFLIGHT_FAILED, facts.fold(List.of(facts.accepted(), facts.failed(failure))));

        assertThat(SummaryTable.text(failed)).isEmpty();
        assertThat(SummaryTable.json(failed)).contains("\"AUTH_FAILED\"").contains("\"phase\" : \"Failed\"");
    }

    @Test
    void ofVeryManyTablesTheLargestAreShown() {
        Summary many = new Summary(Collections.nCopies(2000, ORDERS), List.of(), 0, 0, Duration.ZERO);

        String text = SummaryTable.text(completed(many));

        assertThat(text.lines().filter(l -> l.startsWith("shop.orders"))).hasSize(SummaryTable.TABLES_SHOWN);
        assertThat(text).contains("and 1,970 more (all with -o json)");
    }

    @Test
    void anEmptyDatabaseHasATableToo() {
        String text = SummaryTable.text(completed(new Summary(List.of(), List.of(), 0, 0, Duration.ZERO)));

        assertThat(text).contains("(all)");
    }

    @Test
    void aRefusedRequestDoesNotShowWhatAnotherOfItsNameHasDone() throws Exception {
        List<MigrationEvent> events = new ArrayList<>(facts.untilPlanned());
        events.addAll(facts.fromDispatchToEnd());
        events.add(facts.rejected());
        Outcome refused = new Outcome(ExitCode.REJECTED, facts.fold(events));

        Report report =
                new Codec("test").read(SummaryTable.json(refused).getBytes(StandardCharsets.UTF_8), Report.class);

        assertThat(SummaryTable.text(refused)).isEmpty();
        assertThat(report.phase()).isEqualTo("Rejected");
        assertThat(report.summary()).isEmpty();
        assertThat(report.errors()).hasSize(1);
    }

    @Test
    void bytesOfLargeObjectsHaveALineOfTheirOwn() {
        Summary summary = new Summary(List.of(NOTES), List.of(), 7, 512 + 4096, Duration.ofSeconds(1));

        assertThat(SummaryTable.text(completed(summary)))
                .containsPattern("\\(large objects\\) +4.0 KiB\n")
                .containsPattern("\\(all\\) +1 +7 +4.5 KiB");
    }
}
