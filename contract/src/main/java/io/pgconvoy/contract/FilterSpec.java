package io.pgconvoy.contract;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What of the source is taken, as the request writes it: lists of names and patterns by section, in pgcopydb's syntax. An empty
 * section is the same as none.
 */
public record FilterSpec(Map<FilterSection, List<String>> sections) {
    public static final FilterSpec NONE = new FilterSpec(Map.of());

    public FilterSpec {
        Map<FilterSection, List<String>> copy = new EnumMap<>(FilterSection.class);
        sections.forEach((section, entries) -> {
            if (!entries.isEmpty()) {
                copy.put(section, List.copyOf(entries));
            }
        });
        sections = java.util.Collections.unmodifiableMap(copy);
    }

    /**
     * By field names, as in a request.
     *
     * @throws IllegalArgumentException for a field that is no section
     */
    public static FilterSpec ofFields(Map<String, List<String>> fields) {
        Map<FilterSection, List<String>> sections = new EnumMap<>(FilterSection.class);
        fields.forEach((field, entries) -> sections.put(FilterSection.ofField(field), entries));
        return new FilterSpec(sections);
    }

    /** The opposite of {@link #ofFields}. */
    public Map<String, List<String>> fields() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        sections.forEach((section, entries) -> fields.put(section.field(), entries));
        return fields;
    }

    public List<String> of(FilterSection section) {
        return sections.getOrDefault(section, List.of());
    }
}
