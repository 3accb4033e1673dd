package io.pgconvoy.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One KRaft node on loopback, as a process of its own: {@code LocalBroker DIR [PORT [key=value ...]]}. Prints {@code READY host:port} once
 * it serves, and ends when its standard input closes, so that it cannot outlive the process that started it, not even one killed with
 * {@code kill -9}. Port 0 or none means a free one. Started again on the same folder it has what it had.
 */
public final class LocalBroker {
    /** An orderly end leaves no log to recover; a broker that cannot end within this is no use to wait for. */
    private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(10);

    private final KafkaRaftServer server;
    private final String bootstrap;

    private LocalBroker(KafkaRaftServer server, String bootstrap) {
        this.server = server;
        this.bootstrap = bootstrap;
    }

    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("usage: LocalBroker DIR [PORT [key=value ...]]");
            System.exit(2);
        }
        int port = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        try {
            LocalBroker broker = start(Path.of(args[0]), port, settings(args));
            Runtime.getRuntime().addShutdownHook(new Thread(broker::stop, "broker-stop"));
            System.out.println("READY " + broker.bootstrap);
            awaitEndOfInput();
            System.exit(0);
        } catch (Exception e) {
            // Threads of a half-started server would keep the JVM, and whoever waits for READY, for ever.
            System.err.println("the broker did not start: " + e);
            Runtime.getRuntime().halt(1);
        }
    }

    private static LocalBroker start(Path dataDir, int port, Map<String, String> overrides) throws Exception {
        Ports ports = Ports.choose(port);
        Properties settings = BrokerSettings.of(dataDir, ports.clients(), ports.controller());
        settings.putAll(overrides);
        Files.createDirectories(dataDir);
        if (Files.notExists(dataDir.resolve("meta.properties"))) {
            format(settings);
        }
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
        server.startup();
        return new LocalBroker(server, "127.0.0.1:" + ports.clients());
    }

    /** What {@code kafka-storage format} does, without a second JVM. */
    private static void format(Properties settings) throws Exception {
        String dataDir = settings.getProperty("log.dirs");
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(Integer.parseInt(settings.getProperty("node.id")))
                .setControllerListenerName(settings.getProperty("controller.listener.names"))
                .setDirectories(List.of(dataDir))
                .setMetadataLogDirectory(dataDir)
                .setIgnoreFormatted(true)
                .run();
    }

    private static Map<String, String> settings(String[] args) {
        return Arrays.stream(args)
                .skip(2)
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Blocks until the parent closed our standard input, or is no more. */
    private static void awaitEndOfInput() throws IOException {
        byte[] ignored = new byte[64];
        int read;
        do {
            read = System.in.read(ignored);
        } while (read >= 0);
    }

    private void stop() {
        try {
            Thread closing = Thread.ofPlatform().daemon().start(server::shutdown);
            if (!closing.join(SHUTDOWN_LIMIT)) {
                Runtime.getRuntime().halt(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Both sockets are held until both numbers are known, so that they differ. */
    private record Ports(int clients, int controller) {
        static Ports choose(int wanted) throws IOException {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (ServerSocket clients = new ServerSocket(wanted, 1, loopback);
                    ServerSocket controller = new ServerSocket(0, 1, loopback)) {
                return new Ports(clients.getLocalPort(), controller.getLocalPort());
            }
        }
    }
}
