package io.pgconvoy.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A broker started as its users start it: a child JVM with {@code jvm.options}. Killed on close, if it still runs. */
final class BrokerChild implements AutoCloseable {
    private final Process process;
    private final String bootstrap;

    private BrokerChild(Process process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    static BrokerChild start(Path dataDir) throws IOException {
        return start(dataDir, 0);
    }

    static BrokerChild start(Path dataDir, int port) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@jvm.options",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocalBroker.class.getName(),
                        dataDir.toString(),
                        String.valueOf(port)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new BufferedReader(process.inputReader(StandardCharsets.UTF_8)).readLine();
        if (line == null || !line.startsWith("READY ")) {
            process.destroyForcibly();
            throw new IOException("the broker printed '" + line + "'");
        }
        return new BrokerChild(process, line.substring("READY ".length()));
    }

    String bootstrap() {
        return bootstrap;
    }

    void closeItsInput() throws IOException {
        process.getOutputStream().close();
    }

    boolean endsWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    int exitCode() {
        return process.exitValue();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
