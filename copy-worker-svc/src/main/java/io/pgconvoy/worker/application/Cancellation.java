package io.pgconvoy.worker.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends one running job from another thread, once, for the first reason given. Thread-safe. */
public final class Cancellation {
    private final List<Runnable> actions = new ArrayList<>();
    private Optional<Reason> reason = Optional.empty();

    /** Why a job is ended before it is done. */
    public enum Reason {
        /** Another lane has, or will get, this job. */
        LOCK_LOST,
        /** This worker ends: another one shall have the job at once. */
        SHUTDOWN,
        /** The migration has ended, or its snapshot is lost: nobody wants the result. */
        UNWANTED
    }

    /** The action runs at most once, in the cancelling thread, or right here when it is already cancelled. It must not wait. */
    public void onCancel(Runnable action) {
        boolean now;
        synchronized (this) {
            now = reason.isPresent();
            if (!now) {
                actions.add(action);
            }
        }
        if (now) {
            action.run();
        }
    }

    public void cancel(Reason why) {
        List<Runnable> due;
        synchronized (this) {
            if (reason.isPresent()) {
                return;
            }
            reason = Optional.of(why);
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(Runnable::run);
    }

    public synchronized Optional<Reason> reason() {
        return reason;
    }
}
