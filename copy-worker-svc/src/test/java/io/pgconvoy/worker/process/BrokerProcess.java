package io.pgconvoy.worker.process;

import io.pgconvoy.contract.wire.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A real broker with our topics, in a process that ends with this JVM. */
final class BrokerProcess implements AutoCloseable {
    private static final int PARTITIONS = 3;

    private final Process process;
    private final String bootstrap;

    private BrokerProcess(Process process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    static BrokerProcess start(Path dataDir) throws Exception {
        Path module = Path.of("..", "broker");
        Process process = new ProcessBuilder(
                        WorkerProcess.java(),
                        "@" + module.resolve("jvm.options"),
                        "-jar",
                        jar(module.resolve("target")).toString(),
                        dataDir.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String line = new BufferedReader(process.inputReader(StandardCharsets.UTF_8)).readLine();
        if (line == null || !line.startsWith("READY ")) {
            process.destroyForcibly();
            throw new IOException("the broker said '" + line + "'");
        }
        BrokerProcess broker = new BrokerProcess(process, line.substring("READY ".length()));
        try (Admin admin = broker.admin()) {
            List<NewTopic> topics = Arrays.stream(Topic.values())
                    .map(topic -> new NewTopic(topic.topicName(), PARTITIONS, (short) 1).configs(topic.settings()))
                    .toList();
            admin.createTopics(topics).all().get();
        }
        return broker;
    }

    private static Path jar(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("broker-[0-9.]+\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("build the broker first: mvn -pl broker package"));
        }
    }

    String bootstrap() {
        return bootstrap;
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrap));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
