package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgconvoy.contract.CheckedFile;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Leaves;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of every message are a promise: services of two versions read each other's. */
class GoldenFilesTest {
    private final Codec codec = new Codec("pgconvoy/golden");

    /** File name → message. */
    static Map<String, Object> messages() {
        Map<String, Object> messages = new LinkedHashMap<>();
        Messages.events().forEach(e -> messages.put(e.getClass().getSimpleName(), e));
        Messages.jobs().forEach(j -> messages.put(nameOf(j), Messages.order(j)));
        messages.put("Progress", Messages.progress());
        return messages;
    }

    static Stream<String> names() {
        return messages().keySet().stream();
    }

    private static String nameOf(Job job) {
        String range =
                job instanceof CopyPart part ? "." + part.range().getClass().getSimpleName() : "";
        return "Order." + job.getClass().getSimpleName() + range;
    }

    @ParameterizedTest
    @MethodSource("names")
    void aMessageIsWrittenExactlyAsItsGoldenFileSays(String name) throws Exception {
        Envelope envelope = envelopeOf(messages().get(name));

        CheckedFile.golden(name).mustBe(pretty(envelope));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aGoldenFileIsReadBackAsItsMessage(String name) throws Exception {
        JsonNode golden = Json.MAPPER.readTree(CheckedFile.golden(name).text());

        assertThat(read(golden)).isEqualTo(messages().get(name));
    }

    @Test
    void everyKindOfMessageHasAGoldenFile() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(CheckedFile.goldenFolder())) {
            assertThat(files.map(f -> f.getFileName().toString().replace(".json", "")))
                    .containsExactlyInAnyOrderElementsOf(expectedFiles());
        }
    }

    private static Iterable<String> expectedFiles() {
        return Stream.of(
                        Leaves.of(MigrationEvent.class).stream().map(Class::getSimpleName),
                        Leaves.of(Job.class).stream()
                                .filter(c -> c != CopyPart.class)
                                .map(c -> "Order." + c.getSimpleName()),
                        Leaves.of(PartRange.class).stream().map(c -> "Order.CopyPart." + c.getSimpleName()),
                        Leaves.of(Request.class).stream().map(Class::getSimpleName),
                        Stream.of("Progress"))
                .flatMap(names -> names)
                .toList();
    }

    private Envelope envelopeOf(Object message) {
        return switch (message) {
            case MigrationEvent event -> codec.event(event);
            case Job.Order order -> codec.order(order, Messages.NOON);
            case Progress progress -> codec.progress(progress);
            default -> throw new IllegalArgumentException("no envelope for " + message);
        };
    }

    private Object read(JsonNode golden) throws Exception {
        byte[] value = Json.MAPPER.writeValueAsBytes(golden.get("value"));
        String type = golden.at("/headers/ce_type").asText();
        return switch (golden.get("topic").asText()) {
            case "pgconvoy.events" -> codec.readEvent(Optional.of(type), value).orElseThrow();
            case "pgconvoy.jobs" -> codec.readOrder(value);
            case "pgconvoy.progress" -> codec.readProgress(value);
            default -> throw new IllegalArgumentException("nobody reads " + golden.get("topic"));
        };
    }

    /** The record for people to read; that its value is compact on the wire is checked on the way. */
    private String pretty(Envelope envelope) throws IOException {
        JsonNode value = Json.MAPPER.readTree(envelope.value());
        assertThat(new String(envelope.value(), StandardCharsets.UTF_8))
                .isEqualTo(Json.MAPPER.writeValueAsString(value));
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("topic", envelope.topic().topicName());
        record.put("key", envelope.key());
        record.put("headers", new TreeMap<>(envelope.headers()));
        record.put("value", value);
        return codec.writePretty(record) + "\n";
    }
}
