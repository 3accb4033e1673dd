package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.Dispatch;
import io.pgconvoy.contract.MigrationEvent.JobsDispatched;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.contract.state.Dispatcher;
import io.pgconvoy.contract.state.Dispatcher.Outgoing;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import io.pgconvoy.contract.state.NextStep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;

/**
 * One migration's loop: folds its facts, takes the step that the state owes, keeps the dispatch window full. All methods are
 * called from the migration's own mailbox, one at a time; steps run elsewhere and come back through the mailbox.
 */
final class MigrationProcess {
    private static final Logger LOG = Logger.getLogger(MigrationProcess.class);

    private final MigrationId id;
    private final Tools tools;
    private final SnapshotKeeper keeper;
    private MigrationState state = MigrationState.initial();
    private long folded = -1;
    private long appended = -1;
    private boolean acting;
    private boolean stepRunning;
    private Optional<Backoff> backoff = Optional.empty();

    /**
     * @param mailbox runs tasks of this migration one at a time
     * @param workers runs steps, which may take long
     */
    record Tools(
            Facts facts,
            Orders orders,
            Steps steps,
            Databases databases,
            Clock clock,
            Executor mailbox,
            Executor workers,
            Later later) {}

    /** Runs a task in the mailbox at or after a time. */
    interface Later {
        void at(Instant time, Runnable task);
    }

    /** A step that failed for a passing reason is tried again, with longer and longer pauses, for at most {@link #PATIENCE}. */
    private record Backoff(Instant since, int failures, Instant until) {
        static final Duration PATIENCE = Duration.ofMinutes(5);

        static Backoff after(Optional<Backoff> before, Instant now) {
            int failures = before.map(Backoff::failures).orElse(0) + 1;
            long millis = Math.min(10_000, 250L << Math.min(failures - 1, 8));
            return new Backoff(before.map(Backoff::since).orElse(now), failures, now.plusMillis(millis));
        }

        boolean isExhausted(Instant now) {
            return now.isAfter(since.plus(PATIENCE));
        }
    }

    MigrationProcess(MigrationId id, Tools tools) {
        this.id = id;
        this.tools = tools;
        this.keeper = new SnapshotKeeper(tools.databases());
    }

    MigrationState state() {
        return state;
    }

    /** Another fact of this migration, in order. */
    void fold(MigrationEvent event, long offset) {
        state = state.after(event);
        folded = offset;
        if (!needsSnapshot()) {
            keeper.release();
        }
    }

    /** This planner is the one that acts for the migration, and has folded everything that was there. */
    void act() {
        acting = true;
        consider();
    }

    /** Another planner acts now. The snapshot stays held: the other one may want to adopt a worker's copy of it first. */
    void rest() {
        acting = false;
    }

    /** Looks at the state and does what is owed. Cheap to call too often. */
    void consider() {
        if (!acting || stepRunning || folded < appended || isPaused()) {
            return;
        }
        if (needsSnapshot() && !keeper.holds(((Working) state).generation())) {
            inBackground(() -> keepSnapshot((Working) state));
            return;
        }
        NextStep step = NextStep.of(state);
        if (!(step instanceof NextStep.Nothing)) {
            MigrationState at = state;
            inBackground(() -> appendAll(tools.steps().take(at, step, keeper)));
        }
        dispatch();
    }

    /** Called every two seconds: a holder that died is noticed although nothing happens. */
    void checkSnapshot() {
        if (acting && needsSnapshot() && !stepRunning) {
            inBackground(keeper::check);
        }
    }

    void stop() {
        acting = false;
        keeper.release();
    }

    private boolean isPaused() {
        Instant now = tools.clock().instant();
        return backoff.map(b -> now.isBefore(b.until())).orElse(false);
    }

    private boolean needsSnapshot() {
        return switch (state) {
            case Preparing s -> s.snapshot().isPresent();
            case Copying s -> true;
            default -> false;
        };
    }

    private void keepSnapshot(Working at) {
        appendAll(tools.steps().regainSnapshot(at, keeper));
    }

    private void appendAll(List<MigrationEvent> facts) {
        long last = -1;
        for (MigrationEvent fact : facts) {
            last = tools.facts().append(fact);
        }
        long offset = last;
        if (offset >= 0) {
            tools.mailbox().execute(() -> appended = Math.max(appended, offset));
        }
    }

    private void inBackground(Runnable step) {
        stepRunning = true;
        tools.workers().execute(() -> {
            Optional<RuntimeException> failure = Optional.empty();
            try {
                step.run();
            } catch (RuntimeException e) {
                failure = Optional.of(e);
            }
            Optional<RuntimeException> outcome = failure;
            tools.mailbox().execute(() -> stepEnded(outcome));
        });
    }

    private void stepEnded(Optional<RuntimeException> outcome) {
        stepRunning = false;
        Instant now = tools.clock().instant();
        if (outcome.isEmpty()) {
            backoff = Optional.empty();
        } else {
            Failure failure = tools.steps().failureOf(outcome.get());
            Backoff next = Backoff.after(backoff, now);
            LOG.warnf(outcome.get(), "A step failed; migration=%s kind=%s", id, failure.kind());
            if (failure.kind() == Failure.Kind.TRANSIENT && !next.isExhausted(now)) {
                backoff = Optional.of(next);
                tools.later().at(next.until(), this::consider);
            } else {
                backoff = Optional.empty();
                inBackground(() -> appendAll(List.of(
                        new MigrationEvent.MigrationFailed(id, tools.clock().instant(), List.of(failure)))));
            }
        }
        consider();
    }

    private void dispatch() {
        if (!(state instanceof Copying || state instanceof Finalizing)
                || !((Working) state).board().failures().isEmpty()) {
            return;
        }
        Working working = (Working) state;
        Course course = working.course();
        Instant now = tools.clock().instant();
        Outgoing outgoing = new Dispatcher(course.spec().cloning()).next(working.board(), now);
        outgoing.askAgainAt().ifPresent(at -> tools.later().at(at, this::consider));
        if (outgoing.jobs().isEmpty()) {
            return;
        }
        try {
            tools.orders()
                    .send(outgoing.jobs().stream().map(t -> order(working, t)).toList());
            appended = tools.facts().append(new JobsDispatched(id, now, working.generation(), dispatches(outgoing)));
        } catch (PublicationFailed e) {
            LOG.warnf(e, "Jobs could not be sent; migration=%s", id);
            tools.later().at(now.plusSeconds(1), this::consider);
        }
    }

    private Job.Order order(Working working, JobTrack track) {
        return new Job.Order(
                id,
                working.generation(),
                working instanceof Copying c ? Optional.of(c.snapshot()) : Optional.empty(),
                track.attempt() + 1,
                working.course().spec().source(),
                working.course().spec().target(),
                track.job());
    }

    private static List<Dispatch> dispatches(Outgoing outgoing) {
        return outgoing.jobs().stream()
                .map(t -> new Dispatch(t.job().id(), t.attempt() + 1))
                .toList();
    }

    boolean isAccepted() {
        return state instanceof Accepted;
    }
}
