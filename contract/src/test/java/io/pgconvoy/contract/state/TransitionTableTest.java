package io.pgconvoy.contract.state;

import static io.pgconvoy.contract.state.Story.ONE;
import static io.pgconvoy.contract.state.Story.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CheckedFile;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Leaves;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Prints every (state, fact) pair and compares the page with it: what the fold does is what the page says. */
class TransitionTableTest {
    private static final CheckedFile PAGE = CheckedFile.page("reference/transitions.md");

    /** Facts of generation two are of the present one in the states of this test; those of generation one are stale. */
    private static Map<String, MigrationState> states() {
        Story story = new Story();
        Map<String, MigrationState> states = new LinkedHashMap<>();
        states.put("Requested", MigrationState.initial());
        states.put("Rejected", Story.after(story.rejected()));
        states.put("Validating", Story.after(story.accepted()));
        MigrationState copying = Story.fold(story.untilCopying());
        MigrationState lost = copying.after(story.snapshotLost(ONE));
        MigrationState opened = lost.after(story.snapshotOpened(TWO));
        states.put("Preparing, no snapshot", lost);
        states.put("Preparing, snapshot open", withoutSchema(opened));
        MigrationState planned = opened.after(story.planned(TWO, Story.COPIES));
        states.put("Preparing, schema restored", planned);
        MigrationState again = planned.after(story.planCompleted(TWO, Story.COPIES.size()))
                .after(story.dispatched(TWO, 1, List.of(Story.ORDERS_1)));
        states.put("Copying", again);
        MigrationState copied = finished(story, again, Story.COPIES);
        states.put("Copying, copies done", copied);
        states.put("Copying, a job is stuck", again.after(story.failed(TWO, 1, Story.ORDERS_1, ErrorCode.PRIVILEGE)));
        MigrationState finalizing =
                copied.after(story.copyConfirmed(TWO)).after(story.dispatched(TWO, 1, List.of(Story.ORDERS_INDEX)));
        states.put("Finalizing", finalizing);
        MigrationState built = finished(story, finalizing, Story.BUILDS);
        states.put("Finalizing, jobs done", built);
        MigrationState schema = built.after(story.schemaFinished());
        states.put("Finalizing, schema finished", schema);
        MigrationState confirmed = schema.after(story.workConfirmed());
        states.put("Finalizing, work confirmed", confirmed);
        states.put("Cancelling", again.after(story.cancelRequested()));
        states.put("Completed", confirmed.after(story.completed()));
        states.put("Failed", again.after(story.failed()));
        states.put("Cancelled", again.after(story.cancelRequested()).after(story.cancelled()));
        return states;
    }

    private static MigrationState withoutSchema(MigrationState state) {
        Preparing s = (Preparing) state;
        return new Preparing(s.course(), s.generation(), s.snapshot(), false, s.board(), s.holders());
    }

    private static MigrationState finished(Story story, MigrationState state, List<Job> jobs) {
        MigrationState next = state;
        for (Job job : jobs) {
            next = next.after(story.succeeded(TWO, 1, job));
        }
        return next;
    }

    /** Each kind of fact, of the present generation and, where it has one, of the one before. */
    private static Map<String, MigrationEvent> facts() {
        Story story = new Story();
        for (int i = 0; i < 1_000; i++) {
            story.tick();
        }
        Map<String, MigrationEvent> facts = new LinkedHashMap<>();
        List.of(story.accepted(), otherRejection(story), story.preflightPassed())
                .forEach(e -> facts.put(nameOf(e), e));
        both(facts, story.snapshotOpened(TWO), story.snapshotOpened(ONE));
        both(facts, story.snapshotAdopted(TWO), story.snapshotAdopted(ONE));
        both(facts, story.snapshotShared(TWO), story.snapshotShared(ONE));
        both(facts, story.snapshotLost(TWO), story.snapshotLost(ONE));
        facts.put("SchemaRestored", story.schemaRestored());
        both(facts, story.planned(TWO, Story.COPIES), story.planned(ONE, Story.COPIES));
        both(facts, story.planCompleted(TWO, 4), story.planCompleted(ONE, 4));
        List<Job> outstanding = List.of(Story.ORDERS_2, Story.ITEMS_INDEX);
        both(facts, story.dispatched(TWO, 1, outstanding), story.dispatched(ONE, 1, outstanding));
        both(facts, story.started(TWO, 1, Story.ORDERS_1), story.started(ONE, 1, Story.ORDERS_1));
        facts.put("JobStarted, a build", story.started(ONE, 1, Story.ORDERS_INDEX));
        both(facts, story.succeeded(TWO, 1, Story.ORDERS_1), story.succeeded(ONE, 1, Story.ORDERS_1));
        facts.put("JobSucceeded, a build of any generation", story.succeeded(ONE, 1, Story.ORDERS_INDEX));
        both(
                facts,
                story.failed(TWO, 1, Story.ORDERS_1, ErrorCode.CONNECTION_LOST),
                story.failed(ONE, 1, Story.ORDERS_1, ErrorCode.CONNECTION_LOST));
        facts.put(
                "JobFailed, a build of any generation", story.failed(ONE, 1, Story.ORDERS_INDEX, ErrorCode.PRIVILEGE));
        both(facts, story.receiptsMissing(TWO, Story.ORDERS_1), story.receiptsMissing(ONE, Story.ORDERS_1));
        facts.put("ReceiptsMissing, a build", story.receiptsMissing(TWO, Story.ORDERS_INDEX));
        both(facts, story.copyConfirmed(TWO), story.copyConfirmed(ONE));
        List.of(
                        story.schemaFinished(),
                        story.workConfirmed(),
                        story.completed(),
                        story.failed(),
                        story.cancelRequested(),
                        story.cancelled())
                .forEach(e -> facts.put(nameOf(e), e));
        return facts;
    }

    private static MigrationEvent otherRejection(Story story) {
        return new MigrationEvent.MigrationRejected(
                Story.SHOP,
                story.tick(),
                List.of(new RequestError(ErrorCode.FIELD_TYPE, "/spec", Optional.empty(), Optional.empty(), "mend it")),
                "hash");
    }

    private static void both(Map<String, MigrationEvent> facts, MigrationEvent present, MigrationEvent stale) {
        facts.put(nameOf(present), present);
        facts.put(nameOf(stale) + ", stale", stale);
    }

    private static String nameOf(Object object) {
        return object.getClass().getSimpleName();
    }

    @Test
    void thePageSaysWhatTheFoldDoes() {
        PAGE.mustBe(page());
    }

    @Test
    void everyKindOfStateIsInTheTable() {
        assertThat(states().values().stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrderElementsOf(Leaves.of(MigrationState.class));
    }

    @Test
    void everyKindOfFactIsInTheTable() {
        assertThat(facts().values().stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrderElementsOf(Leaves.of(MigrationEvent.class));
    }

    @Test
    void everyKindOfNextStepIsOwedInSomeState() {
        assertThat(states().values().stream()
                        .map(NextStep::of)
                        .map(Object::getClass)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(Leaves.of(NextStep.class));
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Transitions of a migration

                Generated by `TransitionTableTest` from the code; do not edit. After a change of the code that is meant:
                `mvn -pl contract test -Dcontract.write=true`.

                A migration is the fold of its facts in the order of their partition. What a fact does depends on the state
                that it meets. *Stale* facts are those of an older generation: the states of these tables are in generation 2,
                stale facts are of generation 1. Pairs that are not listed change nothing.

                ## What the planner owes

                | state | phase | next step |
                |---|---|---|
                """);
        states().forEach((name, state) ->
                page.append("| %s | %s | %s |%n".formatted(name, state.phase(), stepIn(state))));
        page.append(
                "\nWhile jobs are on the board and none is stuck, the planner also keeps the dispatch window full.\n");
        states().forEach((name, state) -> page.append(tableOf(name, state)));
        return page.toString();
    }

    private static String stepIn(MigrationState state) {
        return switch (NextStep.of(state)) {
            case NextStep.Nothing nothing -> "—";
            case NextStep.PlanJobs plan -> plan.buildsArePlanned() ? "PlanJobs, copies only" : "PlanJobs";
            case NextStep step -> nameOf(step);
        };
    }

    private static String tableOf(String name, MigrationState state) {
        String rows = facts().entrySet().stream()
                .flatMap(fact -> effect(state, state.after(fact.getValue()))
                        .map(effect -> "| %s | %s |%n".formatted(fact.getKey(), effect))
                        .stream())
                .collect(Collectors.joining());
        return "%n## %s%n%n".formatted(name)
                + (rows.isEmpty() ? "No fact changes anything.\n" : "| fact | after it |\n|---|---|\n" + rows);
    }

    /** What is different after a fact, in a few words; empty when nothing is. */
    private static Optional<String> effect(MigrationState before, MigrationState after) {
        return before.equals(after) ? Optional.empty() : Optional.of(described(before, after));
    }

    private static String described(MigrationState before, MigrationState after) {
        String name = nameOf(after).equals(nameOf(before)) ? "same state" : "**" + nameOf(after) + "**";
        return name + detail(before, after);
    }

    private static String detail(MigrationState before, MigrationState after) {
        if (!(after instanceof Working now)) {
            return "";
        }
        String generation = before instanceof Working then && !then.generation().equals(now.generation())
                ? ", generation " + now.generation()
                : "";
        String flags =
                switch (now) {
                    case Preparing s ->
                        (s.snapshot().isPresent() ? ", snapshot open" : ", no snapshot")
                                + (s.schemaRestored() ? ", schema restored" : "");
                    case Finalizing s ->
                        (s.schemaFinished() ? ", schema finished" : "") + (s.workConfirmed() ? ", work confirmed" : "");
                    case Working s -> "";
                };
        return generation + flags + changedJobs(before, now);
    }

    private static String changedJobs(MigrationState before, Working after) {
        JobBoard then = before instanceof Working working ? working.board() : JobBoard.EMPTY;
        String changed = after.board().all().stream()
                .filter(t -> !then.find(t.job().id()).equals(Optional.of(t)))
                .map(t -> t.status().name())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        boolean gone = then.all().stream()
                .anyMatch(t -> after.board().find(t.job().id()).isEmpty());
        return (changed.isEmpty() ? "" : "; job " + changed) + (gone ? "; copies off the board" : "");
    }
}
