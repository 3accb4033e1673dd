package io.pgconvoy.runner.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A real Kafka broker in a process of its own. */
final class Broker implements AutoCloseable {
    private final Process process;
    private final String bootstrap;

    private Broker(Process process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    static Broker start(Path folder) {
        Path module = Path.of("..", "broker");
        String jar = module.resolve("target/broker-0.1.0.jar") + ":" + module.resolve("target/lib") + "/*";
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + module.resolve("jvm.options"),
                "-cp",
                jar,
                "io.pgconvoy.broker.LocalBroker",
                folder.resolve("kafka").toString());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(folder.resolve("broker.log").toFile())
                    .start();
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            String line = out.readLine();
            if (line == null || !line.startsWith("READY ")) {
                throw new IllegalStateException("the broker said: " + line);
            }
            return new Broker(process, line.substring("READY ".length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String bootstrap() {
        return bootstrap;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
