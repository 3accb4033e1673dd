package io.pgconvoy.worker;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Checked settings: a worker with a wrong one does not start, and says which. */
record WorkerSettings(String id, int lanes, Duration lock, Path secretsDir) {
    private static final Duration SHORTEST_LOCK = Duration.ofSeconds(5);
    private static final Duration LONGEST_LOCK = Duration.ofHours(1);

    WorkerSettings {
        require(
                id.matches("[-._A-Za-z0-9]{1,100}"),
                "pgconvoy.worker.id",
                id,
                "1 to 100 of A-Z, a-z, 0-9, '.', '_', '-'");
        require(lanes >= 1 && lanes <= 64, "pgconvoy.worker.lanes", lanes, "1 to 64");
        require(
                lock.compareTo(SHORTEST_LOCK) >= 0 && lock.compareTo(LONGEST_LOCK) <= 0,
                "pgconvoy.worker.lock",
                lock,
                "5s to 60m");
        require(Files.isDirectory(secretsDir), "pgconvoy.secrets-dir", secretsDir, "a folder that exists");
    }

    static WorkerSettings of(WorkerConfig config, String secretsDir) {
        return new WorkerSettings(
                config.id().orElseGet(WorkerSettings::hostAndProcess),
                config.lanes(),
                config.lock(),
                Path.of(secretsDir));
    }

    private static void require(boolean ok, String name, Object found, String allowed) {
        if (!ok) {
            throw new IllegalArgumentException(name + " is '" + found + "'; allowed is " + allowed);
        }
    }

    private static String hostAndProcess() {
        try {
            String host = InetAddress.getLocalHost().getHostName().replaceAll("[^-._A-Za-z0-9]", "-");
            return host + "-" + ProcessHandle.current().pid();
        } catch (UnknownHostException e) {
            return "worker-" + ProcessHandle.current().pid();
        }
    }
}
