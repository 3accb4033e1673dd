package io.pgconvoy.runner.scenario;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command line as the launcher runs it: a JVM of its own whose arguments come through a pipe. One object is one user with a
 * state folder.
 */
final class Pgconvoy {
    private static final long PATIENCE_SECONDS = 180;
    /** All processes that a command starts inherit it. */
    private static final String MARK = "SCENARIO_OF";

    private final Path folder;
    private final Map<String, String> properties;
    private final String mark = UUID.randomUUID().toString();

    /** @param folder for the state folder, which is made in it, and for what the commands say */
    Pgconvoy(Path folder) {
        this(folder, Map.of());
    }

    /** @param properties set for the JVM of each command, after the launcher's own */
    Pgconvoy(Path folder, Map<String, String> properties) {
        this.folder = folder;
        this.properties = properties;
    }

    /** A command that has ended. */
    record Ended(int exitCode, List<String> output, List<String> errors) {
        /** What it complained of: lines of standard error that are not progress. */
        List<String> complaints() {
            return errors.stream()
                    .filter(line -> line.startsWith("pgconvoy: ") && !line.startsWith("pgconvoy: starting "))
                    .map(line -> line.substring("pgconvoy: ".length()))
                    .toList();
        }
    }

    /** A command that runs. */
    static final class Running {
        private final Process process;
        private final Path output;
        private final Path errors;

        private Running(Process process, Path output, Path errors) {
            this.process = process;
            this.output = output;
            this.errors = errors;
        }

        boolean isAlive() {
            return process.isAlive();
        }

        List<String> errors() {
            return lines(errors);
        }

        /** Sends a signal to the process of the command alone, as {@code kill} does. */
        void signal(String name) {
            send(name, Long.toString(process.pid()));
        }

        /** Sends a signal to the whole process group, as a terminal does at Ctrl-C. */
        void interruptFromTerminal() {
            send("INT", "-" + process.pid());
        }

        private void send(String name, String whom) {
            try {
                new ProcessBuilder("kill", "-s", name, "--", whom)
                        .start()
                        .onExit()
                        .join();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Ended await() {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly().onExit().join();
                    throw new AssertionError("still ran after " + PATIENCE_SECONDS + " s: " + errors());
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                throw new IllegalStateException(e);
            }
            return new Ended(process.exitValue(), lines(output), lines(errors));
        }
    }

    Path state() {
        return folder.resolve("state");
    }

    /** Runs a command to its end; {@code --state-dir} is added. */
    Ended run(String... arguments) {
        return start(arguments).await();
    }

    /** Starts a command, in a session and process group of its own; {@code --state-dir} is added. */
    Running start(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--state-dir", state().toString()));
        try {
            Path output = Files.createTempFile(folder, "out", ".txt");
            Path errors = Files.createTempFile(folder, "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.environment().put(MARK, mark);
            Process process = builder.start();
            try (OutputStream in = process.getOutputStream()) {
                for (String argument : all) {
                    in.write((argument + "\0").getBytes(StandardCharsets.UTF_8));
                }
            }
            return new Running(process, output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("setsid", javaProgram()));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
        Path broker = module("broker");
        Map<String, String> all = new java.util.TreeMap<>(Map.of(
                "pgconvoy.home", module(".").toString(),
                "pgconvoy.args.file", "/dev/stdin",
                "pgconvoy.broker.options", broker.resolve("jvm.options").toString(),
                "pgconvoy.broker.classpath",
                        broker.resolve("target/broker-0.1.0.jar") + ":" + broker.resolve("target/lib") + "/*",
                "pgconvoy.copy-worker.jar",
                        module("copy-worker-svc")
                                .resolve("target/quarkus-app/quarkus-run.jar")
                                .toString()));
        all.putAll(properties);
        all.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-jar");
        command.add(
                module("runner").resolve("target/quarkus-app/quarkus-run.jar").toString());
        return command;
    }

    private static String javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Path module(String name) {
        return Path.of("..", name).toAbsolutePath().normalize();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What runs of all that this user's commands have started, however deep: command lines by process id. */
    Map<Long, String> processes() {
        String wanted = MARK + "=" + mark;
        return ProcessHandle.allProcesses()
                .filter(p -> Processes.environment(p.pid()).contains(wanted))
                .collect(Collectors.toMap(ProcessHandle::pid, p -> String.join(" ", Processes.commandLine(p.pid()))));
    }

    /** The broker of the instance that {@code up} keeps running. */
    String bootstrap() {
        return bootstrapOf(state());
    }

    /** The broker of the instance whose folder this is. */
    static String bootstrapOf(Path instance) {
        try {
            return new ObjectMapper()
                    .readTree(instance.resolve("instance.json").toFile())
                    .get("bootstrapServers")
                    .asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Folders of instances that live as long as one command. */
    List<Path> privateFolders() {
        if (!Files.exists(state())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(state())) {
            return all.filter(p -> p.getFileName().toString().startsWith("run-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
