package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.state.MigrationState.Requested;
import io.pgconvoy.status.domain.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tells a view what a watcher sees: how far it is, and what is worth a line of its own. Not thread-safe. */
public final class Narrator implements MigrationWatcher.Listener {
    /** A planner answers within 2 s; when it does not, someone may have forgotten to start it. */
    static final Duration ANSWER = Duration.ofSeconds(10);

    /** Whoever wants more reads the status: it holds the last failure of each job. */
    static final int FAILURES_TOLD = 5;

    private final ProgressView view;
    private Optional<Instant> began = Optional.empty();
    private boolean saidNoAnswer;
    private int failures;

    public Narrator(ProgressView view) {
        this.view = view;
    }

    @Override
    public void seen(Projection projection, Instant now) {
        if (began.isEmpty()) {
            began = Optional.of(now);
        }
        boolean late = now.isAfter(began.get().plus(ANSWER));
        if (late && !saidNoAnswer && projection.state() instanceof Requested) {
            saidNoAnswer = true;
            view.note("no answer to the request yet: is a planner running on this cluster?");
        }
        view.show(projection, now);
    }

    @Override
    public void happened(MigrationEvent event) {
        List<String> notes = Notes.of(event);
        if (event instanceof JobFailed && !notes.isEmpty()) {
            failures++;
            if (failures > FAILURES_TOLD) {
                if (failures == FAILURES_TOLD + 1) {
                    view.note("further failures that are tried again are not shown");
                }
                return;
            }
        }
        notes.forEach(view::note);
    }
}
