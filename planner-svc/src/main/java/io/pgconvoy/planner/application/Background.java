package io.pgconvoy.planner.application;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Runs one step of a migration at a time outside its mailbox and brings the outcome back into it. Called from the mailbox
 * only.
 */
final class Background {
    private final Executor mailbox;
    private final Executor workers;
    private volatile Optional<Step> running = Optional.empty();

    Background(Executor mailbox, Executor workers) {
        this.mailbox = mailbox;
        this.workers = workers;
    }

    boolean isBusy() {
        return running.isPresent();
    }

    /** @param ended gets what the step threw, in the mailbox, when the next one may be started */
    void run(Runnable work, Consumer<Optional<RuntimeException>> ended) {
        Step step = new Step(work);
        running = Optional.of(step);
        workers.execute(() -> {
            Optional<RuntimeException> failure = step.run();
            mailbox.execute(() -> {
                running = Optional.empty();
                ended.accept(failure);
            });
        });
    }

    /** Breaks the running step off, for its result is not wanted any more. It still ends in the mailbox. From any thread. */
    void interrupt() {
        running.ifPresent(Step::interrupt);
    }

    /** Knows its thread while it runs, so that an interrupt can never hit what the thread does next. */
    private static final class Step {
        private final Runnable work;
        private Optional<Thread> thread = Optional.empty();
        private boolean unwanted;

        Step(Runnable work) {
            this.work = work;
        }

        Optional<RuntimeException> run() {
            begin();
            try {
                work.run();
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of(e);
            } finally {
                end();
            }
        }

        private synchronized void begin() {
            thread = Optional.of(Thread.currentThread());
            if (unwanted) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void end() {
            thread = Optional.empty();
            var unusedFlag = Thread.interrupted();
        }

        synchronized void interrupt() {
            unwanted = true;
            thread.ifPresent(Thread::interrupt);
        }
    }
}
