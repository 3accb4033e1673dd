package io.pgconvoy.contract.state;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random history as a planner and its workers could write it: with failures, lost snapshots and receipts, and an end. */
final class History {
    private static final int MOST_FACTS = 400;

    private final Random random;
    private final Story story = new Story();
    private final List<MigrationEvent> facts = new ArrayList<>();
    private MigrationState state = MigrationState.initial();
    private boolean lostReceipts;

    History(long seed) {
        random = randomOf(seed);
        if (oneIn(4)) {
            add(story.rejected());
        }
        add(story.accepted());
        while (!state.isTerminal() && facts.size() < MOST_FACTS) {
            step();
        }
    }

    /** Neighbouring seeds of {@link Random} begin alike, so they are spread first. */
    static Random randomOf(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    List<MigrationEvent> facts() {
        return List.copyOf(facts);
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private void add(MigrationEvent fact) {
        facts.add(fact);
        state = state.after(fact);
    }

    private void step() {
        if (oneIn(300)) {
            add(story.cancelRequested());
        }
        switch (NextStep.of(state)) {
            case NextStep.RunPreflight step -> add(oneIn(20) ? story.failed() : story.preflightPassed());
            case NextStep.OpenSnapshot step -> add(story.snapshotOpened(step.generation()));
            case NextStep.RestoreSchema step -> add(story.schemaRestored());
            case NextStep.PlanJobs step -> plan(step);
            case NextStep.ConfirmCopy step ->
                confirm(story.copyConfirmed(step.generation()), step.generation(), Story.ORDERS_1);
            case NextStep.FinishSchema step -> add(story.schemaFinished());
            case NextStep.ConfirmWork step -> confirm(story.workConfirmed(), step.generation(), Story.ITEMS_FK);
            case NextStep.Complete step -> add(story.completed());
            case NextStep.Fail step -> add(story.failed());
            case NextStep.Cancel step -> add(story.cancelled());
            case NextStep.Nothing step -> work();
        }
    }

    private void plan(NextStep.PlanJobs step) {
        Generation generation = step.generation();
        add(story.planned(generation, Story.COPIES));
        if (oneIn(5)) {
            add(story.snapshotLost(generation));
            return;
        }
        if (!step.buildsArePlanned()) {
            add(story.planned(generation, Story.BUILDS));
        }
        add(story.planCompleted(generation, Story.COPIES.size() + (step.buildsArePlanned() ? 0 : Story.BUILDS.size())));
    }

    private void confirm(MigrationEvent confirmed, Generation generation, Job atRisk) {
        boolean lost = oneIn(3) && !lostReceipts;
        lostReceipts |= lost;
        add(lost ? story.receiptsMissing(generation, atRisk) : confirmed);
    }

    /** A window of three jobs; one of them has news. */
    private void work() {
        Working working = (Working) state;
        Generation generation = working.generation();
        if (working instanceof Copying && oneIn(40)) {
            add(oneIn(2) ? story.snapshotLost(generation) : story.snapshotAdopted(generation));
            return;
        }
        if (working instanceof Copying && oneIn(20)) {
            add(story.snapshotShared(generation));
            return;
        }
        List<JobTrack> busy = ofStatus(working, JobTrack.Status.DISPATCHED, JobTrack.Status.RUNNING);
        List<JobTrack> owed = ofStatus(working, JobTrack.Status.PLANNED);
        if (!owed.isEmpty() && busy.size() < 3 && !(working instanceof Preparing)) {
            dispatch(generation, owed.get(random.nextInt(owed.size())));
        } else if (!busy.isEmpty()) {
            news(generation, busy.get(random.nextInt(busy.size())));
        }
    }

    /** Sometimes the worker is faster than the planner's fact. */
    private void dispatch(Generation generation, JobTrack track) {
        int attempt = track.attempt() + 1;
        if (oneIn(5)) {
            add(story.started(generation, attempt, track.job()));
        }
        add(story.dispatched(generation, attempt, List.of(track.job())));
    }

    private void news(Generation generation, JobTrack track) {
        switch (random.nextInt(8)) {
            case 0, 1 -> add(story.started(generation, track.attempt(), track.job()));
            case 2 -> add(story.failed(generation, track.attempt(), track.job(), ErrorCode.CONNECTION_LOST));
            case 3 -> {
                if (oneIn(20)) {
                    add(story.failed(generation, track.attempt(), track.job(), ErrorCode.PRIVILEGE));
                }
            }
            default -> add(story.succeeded(generation, track.attempt(), track.job()));
        }
    }

    private static List<JobTrack> ofStatus(Working working, JobTrack.Status... any) {
        return working.board().all().stream()
                .filter(t -> List.of(any).contains(t.status()))
                .filter(t -> !(working instanceof Finalizing) || !Story.COPIES.contains(t.job()))
                .toList();
    }
}
