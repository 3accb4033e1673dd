package io.pgconvoy.runner.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A further copy worker, as a process of its own. It ends when our end of its leash closes. */
final class WorkerProcess {
    /** Runs a program and ends it when standard input closes, so that it does not outlive us. */
    private static final String LEASH = "\"$@\" & child=$!; cat >/dev/null; kill $child 2>/dev/null; wait $child";

    private WorkerProcess() {}

    static Process start(StateFolder folder, String bootstrapServers, int number) {
        String jar = System.getProperty("pgconvoy.copy-worker.jar");
        if (jar == null) {
            throw new IllegalStateException("start this through the launcher ./pgconvoy");
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", LEASH, "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m"));
        Services.workerSettings(folder, bootstrapServers, number)
                .forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-jar");
        command.add(jar);
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.log("worker-" + number).toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("a worker process could not be started", e);
        }
    }
}
