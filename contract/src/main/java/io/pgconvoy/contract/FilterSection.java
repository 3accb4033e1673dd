package io.pgconvoy.contract;

import java.util.Arrays;
import java.util.Set;

/** The sections of a filter, named as the seed operator names them. */
public enum FilterSection {
    INCLUDE_ONLY_TABLES("includeOnlyTables", Entries.RELATION),
    EXCLUDE_TABLES("excludeTables", Entries.RELATION),
    INCLUDE_ONLY_SCHEMAS("includeOnlySchemas", Entries.SCHEMA),
    EXCLUDE_SCHEMAS("excludeSchemas", Entries.SCHEMA),
    EXCLUDE_INDEXES("excludeIndexes", Entries.RELATION),
    EXCLUDE_TABLE_DATA("excludeTableData", Entries.RELATION),
    INCLUDE_ONLY_EXTENSIONS("includeOnlyExtensions", Entries.EXTENSION),
    EXCLUDE_EXTENSIONS("excludeExtensions", Entries.EXTENSION);

    /** What an entry names: schema and name, each maybe a pattern; a schema, maybe a pattern; an extension by its name. */
    public enum Entries {
        RELATION,
        SCHEMA,
        EXTENSION
    }

    private final String field;
    private final Entries entries;

    FilterSection(String field, Entries entries) {
        this.field = field;
        this.entries = entries;
    }

    public String field() {
        return field;
    }

    public Entries entries() {
        return entries;
    }

    /** Sections that a request must not have beside this one, since they would contradict each other. */
    public Set<FilterSection> excludes() {
        return switch (this) {
            case INCLUDE_ONLY_TABLES -> Set.of(EXCLUDE_TABLES, EXCLUDE_SCHEMAS);
            case INCLUDE_ONLY_SCHEMAS -> Set.of(EXCLUDE_SCHEMAS);
            case INCLUDE_ONLY_EXTENSIONS -> Set.of(EXCLUDE_EXTENSIONS);
            case EXCLUDE_TABLES, EXCLUDE_SCHEMAS, EXCLUDE_INDEXES, EXCLUDE_TABLE_DATA, EXCLUDE_EXTENSIONS -> Set.of();
        };
    }

    /** @throws IllegalArgumentException when no section has that name */
    public static FilterSection ofField(String field) {
        return Arrays.stream(values())
                .filter(s -> s.field.equals(field))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no filter section is called " + field));
    }
}
