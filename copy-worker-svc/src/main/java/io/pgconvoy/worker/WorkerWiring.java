package io.pgconvoy.worker;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.postgres.IdleSessions;
import io.pgconvoy.postgres.SecretFiles;
import io.pgconvoy.worker.adapter.kafka.EmitterDeadLetters;
import io.pgconvoy.worker.adapter.kafka.EmitterFacts;
import io.pgconvoy.worker.adapter.kafka.EmitterProgress;
import io.pgconvoy.worker.adapter.kafka.ShareFeeds;
import io.pgconvoy.worker.adapter.postgres.PostgresHolders;
import io.pgconvoy.worker.adapter.postgres.PostgresWorkbench;
import io.pgconvoy.worker.application.JobRunner;
import io.pgconvoy.worker.application.Lanes;
import io.pgconvoy.worker.application.MigrationWatch;
import io.pgconvoy.worker.application.ProgressMeter;
import io.pgconvoy.worker.application.RunningJobs;
import io.pgconvoy.worker.application.SnapshotHolders;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.OnOverflow;

/** Builds the worker from its parts and gives it its life: lanes start with the application and end before it. */
@Singleton
public class WorkerWiring {
    private final InstantSource clock = InstantSource.system();
    private final WorkerSettings settings;
    private final SecretFiles secrets;
    private final IdleSessions idleSessions = new IdleSessions();
    private final Codec codec;

    WorkerWiring(
            WorkerConfig config,
            @ConfigProperty(name = "pgconvoy.secrets-dir", defaultValue = "/etc/pgconvoy/secrets") String secretsDir) {
        this.settings = WorkerSettings.of(config, secretsDir);
        this.secrets = new SecretFiles(settings.secretsDir());
        this.codec = new Codec("pgconvoy/copy-worker/" + settings.id());
    }

    void start(@Observes StartupEvent event, Lanes lanes, ProgressMeter meter) {
        lanes.start();
        meter.start();
    }

    void stop(@Observes ShutdownEvent event, Lanes lanes, SnapshotHolders holders, ProgressMeter meter) {
        lanes.close();
        idleSessions.close();
        holders.close();
        meter.close();
    }

    @Produces
    @Singleton
    EmitterFacts facts(
            @Channel("worker-facts") @OnOverflow(value = OnOverflow.Strategy.BUFFER, bufferSize = 4096)
                    Emitter<byte[]> emitter) {
        return new EmitterFacts(emitter, codec);
    }

    @Produces
    @Singleton
    ProgressMeter meter(@Channel("worker-progress") @OnOverflow(OnOverflow.Strategy.DROP) Emitter<byte[]> emitter) {
        return new ProgressMeter(new EmitterProgress(emitter, codec), clock, settings.id());
    }

    @Produces
    @Singleton
    EmitterDeadLetters deadLetters(@Channel("worker-dead-letters") Emitter<byte[]> emitter) {
        return new EmitterDeadLetters(emitter);
    }

    @Produces
    @Singleton
    RunningJobs running() {
        return new RunningJobs();
    }

    @Produces
    @Singleton
    SnapshotHolders holders(EmitterFacts facts) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new SnapshotHolders(new PostgresHolders(secrets), facts, clock, settings.id(), processors);
    }

    @Produces
    @Singleton
    ShareFeeds feeds(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return new ShareFeeds(kafka, settings.lock(), codec, settings.id());
    }

    @Produces
    @Singleton
    Lanes lanes(ShareFeeds feeds, EmitterDeadLetters deadLetters, JobRunner runner) {
        return new Lanes(
                settings.lanes(),
                feeds,
                () -> new PostgresWorkbench(secrets, idleSessions),
                runner,
                deadLetters,
                Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().name("job-", 0).factory()));
    }

    @Produces
    @Singleton
    JobRunner runner(SnapshotHolders holders, EmitterFacts facts, ProgressMeter meter, RunningJobs running) {
        return new JobRunner(holders, facts, meter, running, clock, settings.id());
    }

    @Produces
    @Singleton
    MigrationWatch watch(SnapshotHolders holders, RunningJobs running) {
        return new MigrationWatch(holders, running, idleSessions::closeFor);
    }
}
