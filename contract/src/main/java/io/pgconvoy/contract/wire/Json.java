package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.pgconvoy.contract.ByteSize;
import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.FilterSpec;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.Lsn;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.Skip;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How contract records look as JSON: the only place that knows Jackson's annotations. Thread-safe. */
@SuppressWarnings("UnusedVariable") // a mix-in's constructor is only looked at, never run
final class Json {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule().addSerializer(Set.class, new StdDelegatingSerializer(new Sorted())))
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .addMixIn(MigrationId.class, Text.class)
            .addMixIn(JobId.class, Text.class)
            .addMixIn(Lsn.class, LsnText.class)
            .addMixIn(Generation.class, Counter.class)
            .addMixIn(ByteSize.class, Size.class)
            .addMixIn(MigrationSpec.class, Spec.class)
            .addMixIn(Job.class, ByKind.class)
            .addMixIn(PartRange.class, ByKind.class)
            .addMixIn(FilterSpec.class, Filters.class)
            .addMixIn(Skip.class, Word.class)
            .addMixIn(CloneSpec.OnSnapshotLoss.class, Lower.class)
            .build();

    static {
        MAPPER.registerSubtypes(Job.class.getPermittedSubclasses());
        MAPPER.registerSubtypes(PartRange.class.getPermittedSubclasses());
    }

    private Json() {}

    /** Sets of one content are written alike, whatever their order in memory: the id of a fact is made of its bytes. */
    private static final class Sorted extends StdConverter<Set<?>, List<?>> {
        @Override
        public List<?> convert(Set<?> set) {
            return set.stream().sorted(Comparator.comparing(Object::toString)).toList();
        }
    }

    /** A sealed family tells its members apart by their simple names. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
    private interface ByKind {}

    private abstract static class Text {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Text(String value) {}

        @JsonValue
        abstract String value();
    }

    private abstract static class LsnText {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Lsn parse(String text) {
            return Lsn.parse(text);
        }

        @Override
        @JsonValue
        public abstract String toString();
    }

    private abstract static class Counter {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Counter(int number) {}

        @JsonValue
        abstract int number();
    }

    private abstract static class Size {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static ByteSize parse(String text) {
            return ByteSize.parse(text);
        }

        @Override
        @JsonValue
        public abstract String toString();
    }

    /** {@code clone} cannot name a record component in Java. */
    private abstract static class Spec {
        @JsonProperty("clone")
        abstract CloneSpec cloning();
    }

    private abstract static class Filters {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static FilterSpec ofFields(Map<String, List<String>> fields) {
            return FilterSpec.ofFields(fields);
        }

        @JsonValue
        abstract Map<String, List<String>> fields();
    }

    private interface Word {
        @JsonValue
        String word();
    }

    /** Words that people write in requests are lower case. */
    private enum Lower {
        @JsonProperty("restart")
        RESTART,
        @JsonProperty("fail")
        FAIL
    }
}
