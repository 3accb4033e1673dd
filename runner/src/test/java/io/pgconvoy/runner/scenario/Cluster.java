package io.pgconvoy.runner.scenario;

import io.pgconvoy.runner.client.RequestDocument;
import io.pgconvoy.runner.client.Requests;
import io.pgconvoy.runner.client.SecretStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A broker and the services as processes of their own, as on many machines. */
final class Cluster implements AutoCloseable {
    private final Path folder;
    private final Broker broker;
    private final Map<String, ServiceProcess> services = new LinkedHashMap<>();

    private Cluster(Path folder, Broker broker) {
        this.folder = folder;
        this.broker = broker;
    }

    static Cluster start(Path folder) {
        try {
            Files.createDirectories(folder.resolve("secrets"));
            Files.createDirectories(folder.resolve("work"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Cluster(folder, Broker.start(folder));
    }

    ServiceProcess planner() {
        return start(
                "planner-svc",
                "planner",
                Map.of("pgconvoy.planner.work-dir", folder.resolve("work").toString()));
    }

    ServiceProcess worker(int number, int lanes) {
        return start(
                "copy-worker-svc",
                "worker-" + number,
                Map.of("pgconvoy.worker.id", "worker-" + number, "pgconvoy.worker.lanes", Integer.toString(lanes)));
    }

    ServiceProcess status() {
        return start("status-svc", "status", Map.of());
    }

    private ServiceProcess start(String module, String name, Map<String, String> more) {
        Map<String, String> settings = new TreeMap<>(more);
        settings.put("kafka.bootstrap.servers", broker.bootstrap());
        settings.put("pgconvoy.secrets-dir", folder.resolve("secrets").toString());
        ServiceProcess process = ServiceProcess.start(module, name, folder, settings);
        services.put(name, process);
        return process;
    }

    String bootstrap() {
        return broker.bootstrap();
    }

    /** Sends a request and reads the facts about it. */
    EventLog submit(String name, String sourceUri, String targetUri, Map<String, Object> clone) {
        SecretStore secrets = new SecretStore(folder.resolve("secrets"));
        secrets.put(name + "-source", sourceUri);
        secrets.put(name + "-target", targetUri);
        RequestDocument request = RequestDocument.empty()
                .named(Optional.of(name), name)
                .endpoint("source", Map.of("uriSecretRef", Map.of("name", name + "-source", "key", "uri")))
                .endpoint("target", Map.of("uriSecretRef", Map.of("name", name + "-target", "key", "uri")));
        clone.forEach((field, value) -> request.clone(field, Optional.of(value)));
        EventLog log = new EventLog(bootstrap(), name);
        new Requests(bootstrap()).submit(request);
        return log;
    }

    @Override
    public void close() {
        services.values().forEach(ServiceProcess::close);
        broker.close();
    }
}
