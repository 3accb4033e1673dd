package io.pgconvoy.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalBrokerTest {
    private static final String TOPIC = "jobs";
    private static final String GROUP = "workers";

    @TempDir
    Path dataDir;

    @Test
    void aShareGroupGetsWhatWasProduced() throws Exception {
        try (BrokerChild broker = BrokerChild.start(dataDir)) {
            createTopic(broker);
            produce(broker, "one", "two");

            assertThat(consume(broker, 2)).containsExactlyInAnyOrder("one", "two");
        }
    }

    @Test
    void itEndsWhenItsInputCloses() throws Exception {
        try (BrokerChild broker = BrokerChild.start(dataDir)) {
            broker.closeItsInput();

            assertThat(broker.endsWithin(Duration.ofSeconds(15))).isTrue();
            assertThat(broker.exitCode()).isZero();
        }
    }

    @Test
    void whatWasProducedOutlivesAKilledBroker() throws Exception {
        try (BrokerChild broker = BrokerChild.start(dataDir)) {
            createTopic(broker);
            produce(broker, "kept");
            broker.kill();
        }
        try (BrokerChild restarted = BrokerChild.start(dataDir)) {
            assertThat(consume(restarted, 1)).containsExactly("kept");
        }
    }

    @Test
    void aTakenPortIsAPromptError() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> BrokerChild.start(dataDir, taken.getLocalPort()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'null'");
        }
    }

    @Test
    void itCreatesNoTopicByItself() throws Exception {
        try (BrokerChild broker = BrokerChild.start(dataDir);
                Admin admin = Admin.create(clientOf(broker))) {
            Optional<ConfigEntry> setting = admin
                    .describeConfigs(List.of(new ConfigResource(ConfigResource.Type.BROKER, "1")))
                    .all()
                    .get()
                    .values()
                    .stream()
                    .flatMap(config -> Optional.ofNullable(config.get("auto.create.topics.enable")).stream())
                    .findFirst();

            assertThat(setting.orElseThrow().value()).isEqualTo("false");
        }
    }

    private static void createTopic(BrokerChild broker) throws Exception {
        try (Admin admin = Admin.create(clientOf(broker))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 3, (short) 1))).all().get();
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, GROUP);
            AlterConfigOp earliest =
                    new AlterConfigOp(new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET);
            AlterConfigOp shortLock = new AlterConfigOp(
                    new ConfigEntry("share.record.lock.duration.ms", "5000"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(group, List.of(earliest, shortLock)))
                    .all()
                    .get();
        }
    }

    private static void produce(BrokerChild broker, String... values) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(clientOf(broker), new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(TOPIC, value, value)).get();
            }
        }
    }

    private static List<String> consume(BrokerChild broker, int count) {
        Map<String, Object> client = Map.of(
                "bootstrap.servers", broker.bootstrap(), "group.id", GROUP, "share.acknowledgement.mode", "implicit");
        try (KafkaShareConsumer<String, String> consumer =
                new KafkaShareConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            List<String> values = new ArrayList<>();
            await().atMost(Duration.ofSeconds(30)).pollInSameThread().until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(message -> values.add(message.value()));
                return values.size() >= count;
            });
            return values;
        }
    }

    private static Map<String, Object> clientOf(BrokerChild broker) {
        return Map.of("bootstrap.servers", broker.bootstrap());
    }
}
