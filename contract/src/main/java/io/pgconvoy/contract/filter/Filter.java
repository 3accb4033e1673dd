package io.pgconvoy.contract.filter;

import io.pgconvoy.contract.FilterSection;
import io.pgconvoy.contract.FilterSpec;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A request's filters, compiled: says of each object whether it is taken, and if not, which entry or section leaves it out.
 * Materialized views count as tables, as in pgcopydb. A partition is what its ancestors are: an entry that names a partitioned
 * table is about all of its partitions. Immutable and thread-safe.
 */
public final class Filter {
    /** Takes everything. */
    public static final Filter NONE = new Filter(Map.of());

    private final Map<FilterSection, Entries> sections;

    private Filter(Map<FilterSection, Entries> sections) {
        this.sections = sections;
    }

    /** @throws IllegalArgumentException for an entry that cannot be read; the request's check has refused it before */
    public static Filter of(FilterSpec spec) {
        Map<FilterSection, Entries> sections = new EnumMap<>(FilterSection.class);
        spec.sections().forEach((section, texts) -> sections.put(section, Entries.of(section, texts)));
        return new Filter(sections);
    }

    public boolean isEmpty() {
        return sections.isEmpty();
    }

    /** Why a schema and what is in it is left out; empty when it is taken. */
    public Optional<String> leavesOutSchema(String schema) {
        return notIncluded(FilterSection.INCLUDE_ONLY_SCHEMAS, e -> e.matchesSchema(schema))
                .or(() -> excluded(FilterSection.EXCLUDE_SCHEMAS, e -> e.matchesSchema(schema)));
    }

    /**
     * Why a table, partitioned table or materialized view is left out; empty when it is taken.
     *
     * @param ancestors the partitioned tables that it is a partition of, at any depth
     */
    public Optional<String> leavesOutTable(TableName table, List<TableName> ancestors) {
        return leavesOutSchema(table.schema())
                .or(() -> notListed(table, ancestors))
                .or(() -> named(FilterSection.EXCLUDE_TABLES, table, ancestors));
    }

    /** Why the rows of a table that is taken are left out, or a materialized view is not filled; empty when they are taken. */
    public Optional<String> leavesOutRows(TableName table, List<TableName> ancestors) {
        return named(FilterSection.EXCLUDE_TABLE_DATA, table, ancestors);
    }

    /** Why an index of a table that is taken is left out; empty when it is taken. */
    public Optional<String> leavesOutIndex(TableName index) {
        return named(FilterSection.EXCLUDE_INDEXES, index, List.of());
    }

    /** Why an extension is left out; empty when it is taken. */
    public Optional<String> leavesOutExtension(String extension) {
        return notIncluded(FilterSection.INCLUDE_ONLY_EXTENSIONS, e -> e.matchesExtension(extension))
                .or(() -> excluded(FilterSection.EXCLUDE_EXTENSIONS, e -> e.matchesExtension(extension)));
    }

    /**
     * What is on a source, to be compared with entries.
     *
     * @param tables with partitioned tables and materialized views
     */
    public record Inventory(
            Set<String> schemas, Set<TableName> tables, Set<TableName> indexes, Set<String> extensions) {
        public Inventory {
            schemas = Set.copyOf(schemas);
            tables = Set.copyOf(tables);
            indexes = Set.copyOf(indexes);
            extensions = Set.copyOf(extensions);
        }
    }

    /** The entries that match nothing, which may be misspelt, in the request's order within a section. */
    public List<FilterEntry> unmatched(Inventory inventory) {
        List<FilterEntry> unmatched = new ArrayList<>();
        sections.forEach((section, entries) ->
                entries.all.stream().filter(e -> !isMatched(e, inventory)).forEach(unmatched::add));
        return List.copyOf(unmatched);
    }

    private static boolean isMatched(FilterEntry entry, Inventory inventory) {
        return switch (entry.section()) {
            case INCLUDE_ONLY_TABLES, EXCLUDE_TABLES, EXCLUDE_TABLE_DATA -> matchesAny(entry, inventory.tables());
            case EXCLUDE_INDEXES -> matchesAny(entry, inventory.indexes());
            case INCLUDE_ONLY_SCHEMAS, EXCLUDE_SCHEMAS ->
                inventory.schemas().stream().anyMatch(entry::matchesSchema);
            case INCLUDE_ONLY_EXTENSIONS, EXCLUDE_EXTENSIONS ->
                inventory.extensions().stream().anyMatch(entry::matchesExtension);
        };
    }

    private static boolean matchesAny(FilterEntry entry, Set<TableName> relations) {
        return entry.exactly().map(relations::contains).orElseGet(() -> relations.stream()
                .anyMatch(entry::matches));
    }

    private Optional<String> notListed(TableName table, List<TableName> ancestors) {
        FilterSection section = FilterSection.INCLUDE_ONLY_TABLES;
        return sections.containsKey(section) && named(section, table, ancestors).isEmpty()
                ? Optional.of("it is not in " + section.field())
                : Optional.empty();
    }

    private Optional<String> named(FilterSection section, TableName relation, List<TableName> ancestors) {
        return Optional.ofNullable(sections.get(section))
                .flatMap(entries -> entries.matching(relation).or(() -> ancestors.stream()
                        .flatMap(a -> entries.matching(a).stream())
                        .findFirst()))
                .map(Filter::because);
    }

    private Optional<String> notIncluded(FilterSection section, Predicate<FilterEntry> matches) {
        return Optional.ofNullable(sections.get(section))
                .filter(entries -> entries.all.stream().noneMatch(matches))
                .map(entries -> "it is not in " + section.field());
    }

    private Optional<String> excluded(FilterSection section, Predicate<FilterEntry> matches) {
        return Optional.ofNullable(sections.get(section))
                .flatMap(entries -> entries.all.stream().filter(matches).findFirst())
                .map(Filter::because);
    }

    private static String because(FilterEntry entry) {
        return entry.section().field() + " has " + entry.text();
    }

    /** A section; names without patterns are found by hash, since lists may be as long as the schema. */
    private record Entries(List<FilterEntry> all, Map<TableName, FilterEntry> exact, List<FilterEntry> patterns) {
        static Entries of(FilterSection section, List<String> texts) {
            List<FilterEntry> all = new ArrayList<>();
            Map<TableName, FilterEntry> exact = new HashMap<>();
            List<FilterEntry> patterns = new ArrayList<>();
            for (String text : new LinkedHashSet<>(texts)) {
                FilterEntry entry = read(section, text);
                all.add(entry);
                if (section.entries() == FilterSection.Entries.RELATION) {
                    entry.exactly().ifPresentOrElse(name -> exact.put(name, entry), () -> patterns.add(entry));
                }
            }
            return new Entries(List.copyOf(all), Map.copyOf(exact), List.copyOf(patterns));
        }

        private static FilterEntry read(FilterSection section, String text) {
            try {
                return FilterEntry.parse(section, text);
            } catch (BadFilter e) {
                throw new IllegalArgumentException(section.field() + ": " + e.getMessage(), e);
            }
        }

        Optional<FilterEntry> matching(TableName relation) {
            return Optional.ofNullable(exact.get(relation))
                    .or(() -> patterns.stream().filter(e -> e.matches(relation)).findFirst());
        }
    }
}
