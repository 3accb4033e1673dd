package io.pgconvoy.runner.cli;

import io.pgconvoy.runner.watch.ExitCode;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What happens on Ctrl-C and SIGTERM while this is open: the action is run, on a thread of its own, and the process stays until
 * the command has put things in order. Its exit code is then the JVM's: 130 or 143.
 */
final class Signals implements AutoCloseable {
    /** Cancelling has 10 s, a request to Kafka and the end of a private instance 20 s each. */
    private static final long PATIENCE_SECONDS = 60;

    private static final CountDownLatch COMMAND_ENDED = new CountDownLatch(1);

    private final AtomicBoolean received = new AtomicBoolean();
    private Runnable action = () -> {};
    private final Thread hook = new Thread(this::handle, "signal");

    private Signals() {}

    static Signals listen() {
        Signals signals = new Signals();
        Runtime.getRuntime().addShutdownHook(signals.hook);
        return signals;
    }

    /** Replaces what was to be run; runs it at once when the signal came earlier. */
    synchronized void onSignal(Runnable newAction) {
        action = newAction;
        if (received()) {
            newAction.run();
        }
    }

    /**
     * Does something that ends early, by an interrupt, when a signal comes.
     *
     * @throws CliFailure when one came, at whatever the work ended with
     */
    <T> T interruptible(Callable<T> work) throws Exception {
        Thread worker = Thread.currentThread();
        onSignal(worker::interrupt);
        try {
            return work.call();
        } catch (Exception e) {
            if (received()) {
                throw interrupted(e);
            }
            throw e;
        } finally {
            onSignal(() -> {});
            boolean unused = Thread.interrupted();
        }
    }

    private static CliFailure interrupted(Exception cause) {
        CliFailure failure = new CliFailure(ExitCode.INTERRUPTED, "interrupted");
        failure.initCause(cause);
        return failure;
    }

    boolean received() {
        return received.get();
    }

    /** The command of this process has returned: nothing holds its end up any more. */
    static void commandEnded() {
        COMMAND_ENDED.countDown();
    }

    private void handle() {
        synchronized (this) {
            received.set(true);
            action.run();
        }
        try {
            if (!COMMAND_ENDED.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("pgconvoy: did not end in order within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs: it is what ends us.
        }
    }
}
