package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgconvoy.contract.CheckedFile;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Leaves;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.Request;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The protocol page names every topic, message and field that the code has, and no other. */
class ProtocolPageTest {
    /** Fields begin a cell or follow a comma; what a field means may hold words in code type, but begins with a colon. */
    private static final Pattern FIELD = Pattern.compile("(?:^|, )`([a-zA-Z]+)`");

    private static final String PAGE = CheckedFile.page("reference/protocol.md").text();

    private static List<String> cells(String first) {
        List<List<String>> rows = PAGE.lines()
                .filter(line -> line.startsWith("| `" + first + "` |"))
                .map(line -> List.of(line.substring(2).split(" ?\\| ?", -1)))
                .toList();
        assertThat(rows)
                .as("rows of docs/reference/protocol.md that begin with " + first)
                .hasSize(1);
        return rows.getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void aTopicIsOnThePageWithItsSettings(Topic topic) {
        List<String> cells = cells(topic.topicName());

        assertThat(cells.get(2)).isEqualTo(topic.settings().get("cleanup.policy"));
        assertThat(cells.get(3)).isEqualTo(kept(topic.settings().get("retention.ms")));
    }

    private static String kept(String milliseconds) {
        if (milliseconds == null) {
            return "always";
        }
        Duration time = Duration.ofMillis(Long.parseLong(milliseconds));
        return time.toHours() < 24 ? time.toHours() + " h" : time.toDays() + " d";
    }

    @Test
    void thePageHasNoOtherTopic() {
        assertThat(Pattern.compile("(?m)^\\| `(pgconvoy\\.[a-z-]+)`")
                        .matcher(PAGE)
                        .results()
                        .map(r -> r.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Topic.values()).map(Topic::topicName).toList());
    }

    static Stream<Class<?>> messages() {
        return Stream.of(
                        Leaves.of(MigrationEvent.class),
                        Leaves.of(Job.class),
                        Leaves.of(PartRange.class),
                        List.<Class<?>>of(Job.Order.class, Progress.class))
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aMessageIsOnThePageWithItsFields(Class<?> message) {
        List<String> cells = cells(message.getSimpleName());
        Set<String> common = MigrationEvent.class.isAssignableFrom(message) ? Set.of("migration", "at") : Set.of();

        assertThat(cells.get(1)).isNotBlank();
        assertThat(FIELD.matcher(cells.get(2)).results().map(r -> r.group(1)))
                .containsExactlyElementsOf(Arrays.stream(message.getRecordComponents())
                        .map(RecordComponent::getName)
                        .filter(name -> !common.contains(name))
                        .toList());
    }

    @Test
    void everyKindOfRequestIsOnThePage() {
        Map<String, String> kinds = Map.of("SubmitMigration", "Migration", "CancelMigration", "CancelMigration");

        assertThat(Leaves.of(Request.class)).allSatisfy(leaf -> assertThat(cells(kinds.get(leaf.getSimpleName())))
                .hasSizeGreaterThan(1));
    }

    @Test
    void everyFieldOfARequestIsOnThePage() throws Exception {
        JsonNode schema = Json.MAPPER.readTree(RequestSchema.class.getResourceAsStream(RequestSchema.RESOURCE));
        Function<String, Stream<String>> names =
                place -> schema.at(place + "/properties").propertyStream().map(Map.Entry::getKey);

        assertThat(Stream.of(
                                names.apply("/$defs/clone"),
                                names.apply("/$defs/filters"),
                                names.apply("/$defs/endpoint"),
                                names.apply("/$defs/spec").map(name -> "spec." + name),
                                names.apply("").filter(name -> !name.equals("metadata")),
                                names.apply("/properties/metadata").map(name -> "metadata." + name))
                        .flatMap(all -> all)
                        .collect(Collectors.toSet()))
                .allSatisfy(name -> assertThat(cells(name)).hasSizeGreaterThan(2));
    }

    @Test
    void theExampleIsAGoodRequest() {
        String example = PAGE.substring(PAGE.indexOf("```json") + 7, PAGE.lastIndexOf("```"));

        assertThat(Requests.answer(example)).isEmpty();
    }
}
