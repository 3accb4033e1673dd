package io.pgconvoy.worker.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The service as it runs alone: {@code java -jar quarkus-run.jar}. */
final class WorkerProcess implements AutoCloseable {
    private final Process process;

    private WorkerProcess(Process process) {
        this.process = process;
    }

    static WorkerProcess start(String id, int lanes, String bootstrap, Path secrets, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                java(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Dkafka.bootstrap.servers=" + bootstrap,
                "-Dpgconvoy.secrets-dir=" + secrets,
                "-Dpgconvoy.worker.id=" + id,
                "-Dpgconvoy.worker.lanes=" + lanes,
                "-Dquarkus.http.port=0",
                "-jar",
                Path.of("target", "quarkus-app", "quarkus-run.jar").toString());
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        return new WorkerProcess(builder.start());
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
    }

    /** SIGTERM, as Kubernetes sends it. */
    void terminate() {
        process.destroy();
    }

    boolean endsWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        kill();
    }
}
