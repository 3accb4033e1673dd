package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.FilterSection;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.filter.BadFilter;
import io.pgconvoy.contract.filter.FilterEntry;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What filters must keep to: every entry can be read, and no section contradicts another. Pure. */
final class FilterRules {
    private FilterRules() {}

    /**
     * Of values that are no lists of texts the schema says so already.
     *
     * @param clone the object at {@code /spec/clone}
     */
    static Stream<RequestError> check(JsonNode clone) {
        String at = "/spec/clone/filters";
        JsonNode filters = clone.path("filters");
        return Stream.concat(
                Arrays.stream(FilterSection.values())
                        .flatMap(section ->
                                Stream.concat(conflicts(at, filters, section), entries(at, filters, section))),
                withSkip(at, filters, clone.path("skip")));
    }

    /** Extensions to take, and none of them to be made. */
    private static Stream<RequestError> withSkip(String at, JsonNode filters, JsonNode skip) {
        String section = FilterSection.INCLUDE_ONLY_EXTENSIONS.field();
        String word = Skip.EXTENSIONS.word();
        return !filters.path(section).isEmpty()
                        && skip.valueStream().anyMatch(w -> w.asText().equals(word))
                ? Stream.of(new RequestError(
                        ErrorCode.FILTER_CONFLICT,
                        at + "/" + section,
                        Optional.of(section + " beside skip " + word),
                        Optional.of("one of the two"),
                        "remove " + section + ", or " + word + " from skip"))
                : Stream.of();
    }

    private static Stream<RequestError> conflicts(String at, JsonNode filters, FilterSection section) {
        if (filters.path(section.field()).isEmpty()) {
            return Stream.of();
        }
        return section.excludes().stream()
                .filter(other -> !filters.path(other.field()).isEmpty())
                .sorted()
                .map(other -> new RequestError(
                        ErrorCode.FILTER_CONFLICT,
                        at + "/" + other.field(),
                        Optional.of(other.field() + " beside " + section.field()),
                        Optional.of("one of the two"),
                        "remove " + other.field() + ", or " + section.field()));
    }

    private static Stream<RequestError> entries(String at, JsonNode filters, FilterSection section) {
        JsonNode entries = filters.path(section.field());
        return entries.isArray()
                ? IntStream.range(0, entries.size())
                        .boxed()
                        .filter(i -> entries.get(i).isTextual()
                                && !entries.get(i).asText().isEmpty())
                        .flatMap(i -> entry(at + "/" + section.field() + "/" + i, section, entries.get(i)))
                : Stream.of();
    }

    private static Stream<RequestError> entry(String at, FilterSection section, JsonNode entry) {
        try {
            FilterEntry.parse(section, entry.asText());
            return Stream.of();
        } catch (BadFilter e) {
            String found = Shown.value(at, entry).orElse("text") + ": " + e.found();
            return Stream.of(new RequestError(e.code(), at, Optional.of(found), Optional.of(e.allowed()), e.remedy()));
        }
    }
}
