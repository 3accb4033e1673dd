package io.pgconvoy.runner.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens on Ctrl-C and SIGTERM while this is open: the action is run, on a thread of its own, and the process stays until
 * the command has put things in order. Its exit code is then the JVM's: 130 or 143.
 */
final class Signals implements AutoCloseable {
    /** Cancelling has 10 s, a request to Kafka and the end of a private instance 20 s each. */
    private static final long PATIENCE_SECONDS = 60;

    private static final CountDownLatch COMMAND_ENDED = new CountDownLatch(1);

    private final Thread hook;

    private Signals(Runnable action) {
        hook = new Thread(
                () -> {
                    action.run();
                    awaitEnd();
                },
                "signal");
    }

    static Signals handledBy(Runnable action) {
        Signals signals = new Signals(action);
        Runtime.getRuntime().addShutdownHook(signals.hook);
        return signals;
    }

    /** The command of this process has returned: nothing holds its end up any more. */
    static void commandEnded() {
        COMMAND_ENDED.countDown();
    }

    private static void awaitEnd() {
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
