package io.pgconvoy.runner.instance;

import io.pgconvoy.runner.instance.StateFolder.Running;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A private instance that lives as long as this process: broker and services end with it, even if it is killed. */
public final class Instance implements AutoCloseable {
    /** More than the services give their clients and children. */
    private static final long STOP_SECONDS = 30;

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

    /**
     * Starts an instance in a folder of its own, of which nothing is left when it does not come up, but its logs.
     *
     * @param workers worker processes, the one inside the services' process included
     * @param abort is given what ends the start at once, from any thread; of an aborted start the logs are not kept either
     * @throws DidNotStart when it did not come up or was aborted
     */
    public static Instance startPrivate(StateFolder folder, int workers, Consumer<Runnable> abort) {
        AtomicBoolean aborted = new AtomicBoolean();
        Process services = null;
        try {
            // Ctrl-C goes to everything in the terminal's foreground: cancelling needs the services. Their leash ends
            // them.
            services = inItsOwnSession(Children.services(folder, Map.of(), arguments(folder, workers, List.of())))
                    .start();
            Process begun = services;
            abort.accept(() -> {
                aborted.set(true);
                kill(begun);
            });
            return new Instance(folder, services, awaitReady(services, folder));
        } catch (IOException | DidNotStart e) {
            if (services != null) {
                end(services);
            }
            if (aborted.get()) {
                folder.delete();
                throw new DidNotStart("the start was aborted");
            }
            Path logs = folder.keepLogs();
            folder.delete();
            throw new DidNotStart("the services did not start; see their logs in " + logs);
        }
    }

    /** The same, of a start that nobody aborts. */
    public static Instance startPrivate(StateFolder folder, int workers) {
        return startPrivate(folder, workers, abort -> {});
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
        end(services);
        folder.delete();
    }

    /** With all its children. One that it starts meanwhile ends with its leash. */
    private static void kill(Process services) {
        List<ProcessHandle> all = Stream.concat(Stream.of(services.toHandle()), services.descendants())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    private static void end(Process services) {
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
