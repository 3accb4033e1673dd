package io.pgconvoy.runner.scenario;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One service as its container runs it: {@code java -jar quarkus-run.jar}, in a process of its own. */
final class ServiceProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String name;
    private final Process process;
    private final int httpPort;

    private ServiceProcess(String name, Process process, int httpPort) {
        this.name = name;
        this.process = process;
        this.httpPort = httpPort;
    }

    static ServiceProcess start(String module, String name, Path folder, Map<String, String> settings) {
        int port = freePort();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
        settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.add("-Dquarkus.http.host=127.0.0.1");
        command.add("-Dquarkus.http.port=" + port);
        command.add("-jar");
        command.add(Path.of("..", module, "target", "quarkus-app", "quarkus-run.jar")
                .toString());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve(name + ".log").toFile()))
                    .start();
            return new ServiceProcess(name, process, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until its readiness check says that it is up. */
    ServiceProcess awaitReady() {
        await(name + " is ready").atMost(Duration.ofSeconds(60)).until(this::isReady);
        return this;
    }

    private boolean isReady() {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " ended with " + process.exitValue());
        }
        try {
            return HTTP.send(
                                    HttpRequest.newBuilder(URI.create(url() + "/q/health/ready"))
                                            .timeout(Duration.ofSeconds(2))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    String url() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** SIGTERM, and the time to obey it. */
    @Override
    public void close() {
        process.destroy();
        if (!process.onExit()
                .completeOnTimeout(process, 20, java.util.concurrent.TimeUnit.SECONDS)
                .join()
                .isAlive()) {
            return;
        }
        kill();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
