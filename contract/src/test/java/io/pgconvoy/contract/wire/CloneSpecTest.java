package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgconvoy.contract.ByteSize;
import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Skip;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The specification of a clone holds what the request's schema allows, under the same names. */
class CloneSpecTest {
    private static JsonNode allowed() throws Exception {
        return Json.MAPPER
                .readTree(RequestSchema.class.getResourceAsStream(RequestSchema.RESOURCE))
                .at("/$defs/clone/properties");
    }

    @Test
    void itHasTheFieldsOfTheSchema() throws Exception {
        assertThat(Arrays.stream(CloneSpec.class.getRecordComponents()).map(RecordComponent::getName))
                .containsExactlyInAnyOrderElementsOf(
                        allowed().propertyStream().map(Map.Entry::getKey).toList());
    }

    @Test
    void itKnowsTheWordsOfTheSchema() throws Exception {
        assertThat(Arrays.stream(Skip.values()).map(Skip::word))
                .containsExactlyElementsOf(allowed()
                        .at("/skip/items/enum")
                        .valueStream()
                        .map(JsonNode::asText)
                        .toList());
    }

    @Test
    void theNamesOfItsChoicesAreThoseOfItsFields() throws Exception {
        CloneSpec spec = CloneSpec.with(c -> {
            c.maxWritersPerTable = OptionalInt.of(2);
            c.maxBytesPerSecond = Optional.of(ByteSize.parse("50Mi"));
            c.indexMaintenanceWorkMem = Optional.of(ByteSize.parse("1Gi"));
            c.estimateTableSizes = Optional.of(false);
            c.dropIfExists = Optional.of(true);
            c.roles = Optional.of(true);
            c.noRolePasswords = Optional.of(false);
            c.failFast = Optional.of(true);
            c.skip = Optional.of(Set.of(Skip.LARGE_OBJECTS, Skip.DB_PROPERTIES));
        });
        String json = """
                {"maxWritersPerTable":2,"maxBytesPerSecond":"50Mi","indexMaintenanceWorkMem":"1Gi",\
                "estimateTableSizes":false,"dropIfExists":true,"roles":true,"noRolePasswords":false,"failFast":true,\
                "skip":["dbProperties","largeObjects"]}""";

        assertThat(Json.MAPPER.writeValueAsString(spec)).isEqualTo(json);
        assertThat(Json.MAPPER.readValue(json, CloneSpec.class)).isEqualTo(spec);
    }

    @Test
    void whoSkipsExtensionsSkipsTheirComments() {
        assertThat(CloneSpec.with(c -> c.skip = Optional.of(Set.of(Skip.EXTENSIONS)))
                        .skips(Skip.EXTENSION_COMMENTS))
                .isTrue();
        assertThat(CloneSpec.with(c -> c.skip = Optional.of(Set.of(Skip.EXTENSION_COMMENTS)))
                        .skips(Skip.EXTENSIONS))
                .isFalse();
    }
}
