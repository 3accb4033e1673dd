package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.PlanCompleted;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import io.pgconvoy.contract.MigrationEvent.SnapshotAdopted;
import io.pgconvoy.contract.MigrationEvent.SnapshotLost;
import io.pgconvoy.contract.MigrationEvent.SnapshotOpened;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.status.domain.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NotesTest {
    private static final MigrationId SHOP = new MigrationId("shop");
    private static final Instant AT = Facts.START;
    private static final Generation SECOND = Generation.FIRST.next();

    private final Facts facts = new Facts("shop");

    private static PlanDecision decision(String table, String decision, String reason) {
        return new PlanDecision(new TableName("shop", table), decision, reason);
    }

    private static List<String> plan(List<PlanDecision> decisions) {
        return Notes.of(new PlanCompleted(SHOP, AT, Generation.FIRST, 9, decisions));
    }

    @Test
    void whatAnOperatorMayAskAboutIsOneLineEach() {
        List<MigrationEvent> events = List.of(
                new PlanCompleted(
                        SHOP,
                        AT,
                        Generation.FIRST,
                        9,
                        List.of(
                                decision("words", "text", "column v is tsvector"),
                                decision("log", "whole", "no key, and ctid ranges need PostgreSQL 14"))),
                new SnapshotAdopted(SHOP, AT, Generation.FIRST, "00000007-1"),
                new SnapshotLost(SHOP, AT, Generation.FIRST, "all holders are gone"),
                new SnapshotOpened(SHOP, AT, SECOND, "00000009-1"),
                new ReceiptsMissing(SHOP, AT, SECOND, Set.of(new JobId("a"), new JobId("b"))),
                facts.jobFailed(
                        Facts.ORDERS_1,
                        2,
                        "w1",
                        Failure.of(ErrorCode.CONNECTION_LOST, "the source closed the connection")),
                new CancelRequested(SHOP, AT, "anna"));

        String notes = events.stream().flatMap(e -> Notes.of(e).stream()).collect(Collectors.joining("\n"));

        Golden.check("notes.txt", notes + "\n");
    }

    @Test
    void whatPreflightWarnsOfIsTold() {
        Failure warning = Failure.of(ErrorCode.FILTER_UNKNOWN_OBJECT, "nothing matches excludeTables a.b");

        assertThat(Notes.of(new PreflightPassed(SHOP, AT, "15", "15", 1, Optional.of(List.of(warning)))))
                .containsExactly("warning: FILTER_UNKNOWN_OBJECT: nothing matches excludeTables a.b");
    }

    @Test
    void anOrdinaryMigrationHasNoneButItsPlans() {
        List<MigrationEvent> whole = Stream.concat(facts.untilPlanned().stream(), facts.fromDispatchToEnd().stream())
                .toList();

        assertThat(whole.stream().flatMap(e -> Notes.of(e).stream()))
                .containsExactly("plan: shop.cities: text instead of binary: type reglang has no portable binary form");
    }

    @Test
    void tablesThatAreTreatedAlikeShareALine() {
        List<PlanDecision> alike = IntStream.rangeClosed(1, 1003)
                .mapToObj(n -> decision("t" + n, "text", "column v is tsvector"))
                .toList();

        assertThat(plan(alike))
                .containsExactly(
                        "plan: shop.t1, shop.t2, shop.t3 and 1,000 more: text instead of binary: column v is tsvector");
    }

    @Test
    void ofManyDecisionsAFewAreToldAndTheRestCounted() {
        List<PlanDecision> different = new ArrayList<>();
        IntStream.rangeClosed(1, 12).forEach(n -> different.add(decision("t" + n, "text", "reason " + n)));

        assertThat(plan(different)).hasSize(Notes.DECISIONS_SHOWN + 1).last().isEqualTo("plan: and 7 more decisions");
    }

    @Test
    void whatWillEndTheMigrationIsToldAtItsEndOnly() {
        MigrationEvent fatal =
                facts.jobFailed(Facts.ORDERS_1, 1, "w1", Failure.of(ErrorCode.DATA_REJECTED, "the target refused"));

        assertThat(Notes.of(fatal)).isEmpty();
    }

    @Test
    void namesCannotSteerTheTerminal() {
        assertThat(plan(List.of(decision("a\033[2Jb", "text", "why\n"))))
                .containsExactly("plan: shop.a?[2Jb: text instead of binary: why?");
    }
}
