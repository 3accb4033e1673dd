package io.pgconvoy.planner.application;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.MigrationFailed;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.state.Dispatcher;
import io.pgconvoy.contract.state.Dispatcher.Outgoing;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Cancelling;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Working;
import io.pgconvoy.contract.state.NextStep;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;

/**
 * One migration's loop: folds its facts, takes the step that the state owes, keeps the dispatch window full. All methods are
 * called from the migration's own mailbox, one at a time; steps run elsewhere and come back through the mailbox.
 *
 * <p>Nothing is decided from a state that lacks a fact of our own: after an append the process waits until that fact has come
 * back and is folded. A fact whose append was not confirmed may come back later or never; every step may be taken twice.
 */
final class MigrationProcess {
    private static final Logger LOG = Logger.getLogger(MigrationProcess.class);

    /** A snapshot that is adopted and yet cannot be imported, this often in a row, is not worth another try. */
    private static final int MOST_VAIN_SNAPSHOTS = 5;

    private final MigrationId id;
    private final Tools tools;
    private final SnapshotKeeper keeper = new SnapshotKeeper();
    private final Background background;
    private final JobSender sender;
    private final List<Waiting> waiting = new ArrayList<>();
    private MigrationState state = MigrationState.initial();
    private long folded = -1;
    private long appended = -1;
    private volatile boolean acting;
    private boolean willConsider;
    private Optional<Backoff> backoff = Optional.empty();
    private Optional<Failure> doom = Optional.empty();
    private int vainSnapshots;

    /**
     * @param mailbox runs tasks of this migration one at a time
     * @param workers runs steps, which may take long
     */
    record Tools(
            Facts facts, Orders orders, Steps steps, Clock clock, Executor mailbox, Executor workers, Later later) {}

    /** Runs a task in the mailbox at or after a time. */
    interface Later {
        void at(Instant time, Runnable task);
    }

    private record Waiting(long offset, CompletableFuture<Void> done) {}

    MigrationProcess(MigrationId id, Tools tools) {
        this.id = id;
        this.tools = tools;
        this.background = new Background(tools.mailbox(), tools.workers());
        this.sender = new JobSender(tools.orders(), tools.facts());
    }

    MigrationState state() {
        return state;
    }

    /** Another fact of this migration, in order. */
    void fold(MigrationEvent event, long offset) {
        MigrationState before = state;
        state = state.after(event);
        folded = offset;
        keepOrRelease();
        if (state instanceof Cancelling && !(before instanceof Cancelling)) {
            forgetTroubles();
            background.interrupt();
        }
        if (state instanceof Copying && before instanceof Preparing) {
            vainSnapshots = 0;
        }
        List<Waiting> due = waiting.stream().filter(w -> w.offset <= folded).toList();
        waiting.removeAll(due);
        due.forEach(w -> w.done.complete(null));
        considerSoon();
    }

    /**
     * A fact of this migration was written from outside this process: nothing is decided before it is folded.
     *
     * @return done when it is
     */
    CompletableFuture<Void> appended(long offset) {
        expect(offset);
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (offset <= folded) {
            done.complete(null);
        } else {
            waiting.add(new Waiting(offset, done));
        }
        return done;
    }

    private void expect(long offset) {
        appended = Math.max(appended, offset);
    }

    /** This planner is the one that acts for the migration, and has folded everything that was there. */
    void act() {
        acting = true;
        considerSoon();
    }

    /** Another planner acts now. The snapshot stays held: the other one wants to adopt it first. */
    void rest() {
        acting = false;
        forgetTroubles();
    }

    private void forgetTroubles() {
        backoff = Optional.empty();
        doom = Optional.empty();
    }

    /** Called every two seconds: a holder that died is noticed although nothing happens. */
    void checkSnapshot() {
        if (acting && !background.isBusy() && (state instanceof Preparing || state instanceof Copying)) {
            background.run(keeper::check, failure -> considerSoon());
        }
    }

    /** The planner ends. May be called from any thread. */
    void stop() {
        acting = false;
        background.interrupt();
        keeper.close();
    }

    /** Once for all facts that are in the mailbox already: looking at the board costs more than folding a fact. */
    private void considerSoon() {
        if (!willConsider) {
            willConsider = true;
            tools.mailbox().execute(this::consider);
        }
    }

    /** Looks at the state and does what is owed. */
    private void consider() {
        willConsider = false;
        if (!acting || state.isTerminal() || background.isBusy() || folded < appended || isPaused()) {
            return;
        }
        if (doom.isPresent()) {
            fail(doom.get());
            return;
        }
        try {
            if (lacksSnapshot()) {
                regainSnapshot((Working) state);
                return;
            }
            NextStep step = NextStep.of(state);
            if (!(step instanceof NextStep.Nothing)) {
                MigrationState at = state;
                background.run(() -> appendAll(tools.steps().take(at, step, keeper)), f -> stepEnded(step, f));
            }
            dispatch();
        } catch (RuntimeException e) {
            LOG.errorf(e, "The planner met a defect of its own; migration=%s", id);
            doom = Optional.of(tools.steps().failureOf(e));
            considerSoon();
        }
    }

    private void regainSnapshot(Working at) {
        background.run(() -> appendAll(tools.steps().regainSnapshot(at, keeper)), this::ended);
    }

    private boolean isPaused() {
        return backoff.filter(b -> b.isPause(tools.clock().instant())).isPresent();
    }

    /** A copy that is done needs no snapshot any more, but it is kept for receipts that turn out to be lost. */
    private boolean lacksSnapshot() {
        return switch (state) {
            case Preparing s ->
                s.snapshot().isPresent()
                        && !keeper.holds(s.generation(), s.snapshot().get());
            case Copying s -> !s.board().copiesAreDone() && !keeper.holds(s.generation(), s.snapshot());
            default -> false;
        };
    }

    private void keepOrRelease() {
        switch (state) {
            case Preparing s -> keeper.releaseAllBut(s.generation());
            case Copying s -> keeper.releaseAllBut(s.generation());
            default -> keeper.release();
        }
    }

    private void appendAll(List<MigrationEvent> facts) {
        for (MigrationEvent fact : facts) {
            long offset = tools.facts().append(fact);
            tools.mailbox().execute(() -> expect(offset));
        }
    }

    private void stepEnded(NextStep step, Optional<RuntimeException> failure) {
        boolean brokenOff = state instanceof Cancelling && !(step instanceof NextStep.Cancel);
        ended(failure.filter(f -> !brokenOff));
    }

    private void ended(Optional<RuntimeException> failure) {
        if (failure.isPresent()) {
            retryOrFail(failure.get());
        } else {
            backoff = Optional.empty();
        }
        considerSoon();
    }

    private void retryOrFail(RuntimeException e) {
        Failure failure = tools.steps().failureOf(e);
        LOG.warnf(e, "A step failed; migration=%s kind=%s", id, failure.kind());
        Instant now = tools.clock().instant();
        Backoff next = Backoff.after(backoff, now);
        boolean again =
                switch (failure.kind()) {
                    case TRANSIENT -> !next.isExhausted(now);
                    case SNAPSHOT_GONE -> ++vainSnapshots < MOST_VAIN_SNAPSHOTS;
                    case OPERATOR, FATAL -> false;
                };
        if (again) {
            backoff = Optional.of(next);
            tools.later().at(next.until(), this::considerSoon);
        } else {
            doom = Optional.of(failure);
        }
        if (failure.kind() == Failure.Kind.SNAPSHOT_GONE) {
            keeper.release(); // what we hold is not what the step needed: adopt it anew, or find it lost
        }
    }

    private void fail(Failure failure) {
        MigrationFailed fact = new MigrationFailed(id, tools.clock().instant(), List.of(failure));
        background.run(() -> appendAll(List.of(fact)), unwritten -> {
            if (unwritten.isPresent()) {
                backoff = Optional.of(Backoff.after(backoff, tools.clock().instant()));
                tools.later().at(backoff.get().until(), this::considerSoon);
            } else {
                forgetTroubles();
                considerSoon();
            }
        });
    }

    private void dispatch() {
        if (!(state instanceof Copying || state instanceof Finalizing)
                || !((Working) state).board().failures().isEmpty()) {
            return;
        }
        Working working = (Working) state;
        Instant now = tools.clock().instant();
        Outgoing outgoing = Dispatcher.of(working).next(working.board(), now);
        outgoing.askAgainAt().ifPresent(at -> tools.later().at(at, this::considerSoon));
        if (outgoing.jobs().isEmpty()) {
            return;
        }
        try {
            expect(sender.send(working, outgoing, now));
        } catch (PublicationFailed e) {
            LOG.warnf(e, "Jobs could not be sent; migration=%s", id);
            tools.later().at(now.plusSeconds(1), this::considerSoon);
        }
    }
}
