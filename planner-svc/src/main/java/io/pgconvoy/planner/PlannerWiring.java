package io.pgconvoy.planner;

import io.pgconvoy.contract.wire.Codec;
import io.pgconvoy.contract.wire.RequestReader;
import io.pgconvoy.planner.adapter.kafka.Emission;
import io.pgconvoy.planner.adapter.kafka.EmittedFacts;
import io.pgconvoy.planner.adapter.kafka.EmittedOrders;
import io.pgconvoy.planner.adapter.kafka.EventsIn.CatchUp;
import io.pgconvoy.planner.adapter.kafka.RequestsIn.DeadLetters;
import io.pgconvoy.planner.adapter.kafka.RequestsIn.Ownership;
import io.pgconvoy.planner.adapter.kafka.Topics;
import io.pgconvoy.planner.adapter.postgres.PostgresDatabases;
import io.pgconvoy.planner.application.Planner;
import io.pgconvoy.postgres.SecretFiles;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Channel;

/** Builds the planner: the only place where its classes meet their framework. */
@ApplicationScoped
public class PlannerWiring {
    private static final String NAME = "pgconvoy/planner";

    void onStart(
            @Observes Startup event,
            PlannerConfig config,
            @ConfigProperty(name = "kafka.bootstrap.servers") String bootstrapServers) {
        if (config.createTopics()) {
            Topics.create(bootstrapServers, config.topicPartitions(), config.topicReplicationFactor());
        }
    }

    @Produces
    @Singleton
    PostgresDatabases databases(
            PlannerConfig config,
            @ConfigProperty(name = "pgconvoy.secrets-dir", defaultValue = "/etc/pgconvoy/secrets") String secretsDir) {
        return new PostgresDatabases(
                new SecretFiles(Path.of(secretsDir)), config.toolsDir(), config.workDir(), Clock.systemUTC());
    }

    void close(@Disposes PostgresDatabases databases) {
        databases.close();
    }

    @Produces
    @Singleton
    Planner planner(
            PostgresDatabases databases,
            @Channel("planner-facts") MutinyEmitter<byte[]> facts,
            @Channel("planner-jobs") MutinyEmitter<byte[]> jobs) {
        Clock clock = Clock.systemUTC();
        Codec codec = new Codec(NAME);
        return new Planner(
                new Planner.Outlets(
                        new EmittedFacts(new Emission(facts), codec),
                        new EmittedOrders(new Emission(jobs), codec, clock)),
                databases,
                clock,
                Executors.newVirtualThreadPerTaskExecutor(),
                Executors.newSingleThreadScheduledExecutor());
    }

    void close(@Disposes Planner planner) {
        planner.close();
    }

    @Produces
    @Singleton
    RequestReader requestReader() {
        return new RequestReader();
    }

    @Produces
    @Singleton
    DeadLetters deadLetters(@Channel("planner-dead-letters") MutinyEmitter<byte[]> emitter) {
        return new DeadLetters(new Emission(emitter), new Codec(NAME), Clock.systemUTC());
    }

    @Produces
    @Singleton
    CatchUp catchUp(Instance<Planner> planner) {
        return new CatchUp(planner::get);
    }

    @Produces
    @Singleton
    @Identifier("planner-events")
    KafkaConsumerRebalanceListener catchUpListener(CatchUp catchUp) {
        return catchUp;
    }

    @Produces
    @Singleton
    @Identifier("planner-requests")
    KafkaConsumerRebalanceListener ownership(Instance<Planner> planner) {
        return new Ownership(planner::get);
    }
}
