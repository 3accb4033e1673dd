package io.pgconvoy.runner.instance;

import io.pgconvoy.runner.instance.StateFolder.Running;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process that is an instance: runs all services, and holds the broker and further workers as children. */
public final class Services {
    private static final int CHILD_STOP_SECONDS = 15;
    /** Closing Kafka's clients takes one or two. */
    private static final int CLOSE_SECONDS = 10;

    private static final CountDownLatch CLIENTS_CLOSED = new CountDownLatch(1);

    private static final List<Process> WORKERS = new CopyOnWriteArrayList<>();
    private static Process broker;
    private static StateFolder folder;
    private static Running running;
    private static int workers;
    private static boolean detached;

    private Services() {}

    /** @param detached goes on without a parent, until it is told to end by SIGTERM */
    public record Settings(StateFolder folder, int workers, boolean detached) {}

    /** Runs until the instance ends. */
    public static void run(Settings settings) {
        folder = settings.folder();
        workers = settings.workers();
        detached = settings.detached();
        int kafkaPort = freePort();
        int httpPort = freePort();
        // Both start at the same time: Kafka's clients wait for the broker by themselves.
        broker = Children.broker(folder, kafkaPort);
        Runtime.getRuntime().addShutdownHook(new Thread(Services::stop, "instance-stop"));
        running = new Running(
                "localhost:" + kafkaPort,
                "http://127.0.0.1:" + httpPort,
                ProcessHandle.current().pid());
        set("kafka.bootstrap.servers", running.bootstrapServers());
        set("quarkus.http.port", Integer.toString(httpPort));
        set("pgconvoy.secrets-dir", folder.secrets().toString());
        set("pgconvoy.planner.work-dir", folder.work().toString());
        set("pgconvoy.worker.id", "worker-1");
        Thread.ofPlatform().daemon().name("broker-watch").start(Services::endWithBroker);
        if (!detached) {
            // Consumers close one after the other, each when its open fetch is answered.
            set("mp.messaging.connector.smallrye-kafka.fetch.max.wait.ms", "100");
            Thread.ofPlatform().daemon().name("leash").start(Services::endWithParent);
        }
        Quarkus.run(Ready.class, (exitCode, failure) -> {
            CLIENTS_CLOSED.countDown();
            if (failure != null) {
                failure.printStackTrace();
            }
            Runtime.getRuntime().exit(exitCode);
        });
    }

    /** Called by Quarkus when every service is up. */
    public static final class Ready implements QuarkusApplication {
        @Override
        public int run(String... args) {
            startWorkers();
            folder.announce(running);
            System.out.println("READY");
            Quarkus.waitForExit();
            return 0;
        }
    }

    private static void startWorkers() {
        for (int i = 2; i <= workers; i++) {
            WORKERS.add(WorkerProcess.start(folder, running.bootstrapServers(), i));
        }
    }

    private static void endWithBroker() {
        try (BufferedReader out = broker.inputReader(StandardCharsets.UTF_8)) {
            while (out.readLine() != null) {
                // Only its end matters.
            }
        } catch (IOException e) {
            // The pipe is gone, and so is the broker.
        }
        Quarkus.asyncExit(1);
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Only its end matters.
            }
        } catch (IOException e) {
            // No leash: the parent is gone.
        }
        Quarkus.asyncExit(0);
    }

    /** Nothing of the children is left when this returns. The broker ends last: clients that lose it would go on looking for it. */
    private static void stop() {
        folder.withdraw();
        WORKERS.forEach(Services::end);
        awaitClientsClosed();
        WORKERS.forEach(Services::awaitEnd);
        end(broker);
        awaitEnd(broker);
    }

    /** At SIGTERM Quarkus closes at the same time as this runs. */
    private static void awaitClientsClosed() {
        try {
            if (!CLIENTS_CLOSED.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("the services were not closed within " + CLOSE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEnd(Process child) {
        try {
            if (!child.waitFor(CHILD_STOP_SECONDS, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        } catch (InterruptedException e) {
            child.destroyForcibly();
        }
    }

    /** Children end when their standard input does. */
    private static void end(Process child) {
        if (child == broker && !detached) {
            // Its data ends with us: an orderly end would take seconds and save nothing.
            child.destroyForcibly();
            return;
        }
        try {
            child.getOutputStream().close();
        } catch (IOException e) {
            child.destroy();
        }
    }

    private static void set(String name, String value) {
        System.setProperty(name, value);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on loopback", e);
        }
    }

    static Map<String, String> workerSettings(StateFolder folder, String bootstrapServers, int number) {
        return Map.of(
                "kafka.bootstrap.servers",
                bootstrapServers,
                "quarkus.http.host",
                "127.0.0.1",
                "quarkus.http.port",
                "0",
                "pgconvoy.secrets-dir",
                folder.secrets().toString(),
                "pgconvoy.worker.id",
                "worker-" + number);
    }
}
