package io.pgconvoy.runner.instance;

import io.pgconvoy.runner.instance.StateFolder.Running;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A private instance that lives as long as this process: broker and services end with it, even if it is killed. */
public final class Instance implements AutoCloseable {
    private static final long STOP_SECONDS = 20;

    private final StateFolder folder;
    private final Process services;
    private final Running running;

    private Instance(StateFolder folder, Process services, Running running) {
        this.folder = folder;
        this.services = services;
        this.running = running;
    }

    /** An instance did not come up; the message says where its log is. */
    public static final class DidNotStart extends RuntimeException {
        DidNotStart(String what) {
            super(what);
        }
    }

    /** @param workers worker processes, the one inside the services' process included */
    public static Instance startPrivate(StateFolder folder, int workers) {
        try {
            // Ctrl-C goes to everything in the terminal's foreground: cancelling needs the services. Their leash ends
            // them.
            Process services = inItsOwnSession(
                            Children.services(folder, Map.of(), arguments(folder, workers, List.of())))
                    .start();
            return new Instance(folder, services, awaitReady(services, folder));
        } catch (IOException e) {
            throw new UncheckedIOException("the services could not be started", e);
        }
    }

    /** Starts an instance that goes on when this process ends, until {@link #stop}. */
    public static Running startDetached(StateFolder folder, int workers) {
        folder.create();
        ProcessBuilder builder = Children.services(folder, Map.of(), arguments(folder, workers, List.of("--detached")));
        try {
            // The end of the terminal's session is not the end of the instance.
            Process services = inItsOwnSession(builder).start();
            return awaitReady(services, folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the services could not be started", e);
        }
    }

    private static ProcessBuilder inItsOwnSession(ProcessBuilder builder) {
        List<String> command = new ArrayList<>(builder.command());
        command.add(0, "setsid");
        return builder.command(command);
    }

    private static List<String> arguments(StateFolder folder, int workers, List<String> more) {
        List<String> arguments = new ArrayList<>(
                List.of("--state-dir", folder.path().toString(), "--workers", Integer.toString(workers)));
        arguments.addAll(more);
        return arguments;
    }

    private static Running awaitReady(Process services, StateFolder folder) throws IOException {
        BufferedReader out = services.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("READY")) {
                return folder.running()
                        .orElseThrow(() -> new DidNotStart(
                                "the instance said it is ready and ended; see " + folder.log("services")));
            }
        }
        throw new DidNotStart(
                "the services did not start; see " + folder.log("services") + " and " + folder.log("broker"));
    }

    public Running running() {
        return running;
    }

    public StateFolder folder() {
        return folder;
    }

    /** Ends the instance and removes its folder. */
    @Override
    public void close() {
        try {
            services.getOutputStream().close();
            if (!services.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                services.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            services.destroyForcibly();
        } catch (InterruptedException e) {
            services.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        folder.delete();
    }

    /** Ends the detached instance of this folder; empty when none was running. */
    public static Optional<Running> stop(StateFolder folder) {
        Optional<Running> running = folder.running();
        running.flatMap(r -> ProcessHandle.of(r.pid())).ifPresent(process -> {
            process.destroy();
            try {
                process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
                process.destroyForcibly();
            }
        });
        folder.withdraw();
        return running;
    }
}
