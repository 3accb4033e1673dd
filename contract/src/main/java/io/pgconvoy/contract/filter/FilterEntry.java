package io.pgconvoy.contract.filter;

import io.pgconvoy.contract.FilterSection;
import io.pgconvoy.contract.TableName;
import java.util.Optional;

/**
 * One entry of a filter section, read once.
 *
 * @param text as the request has it
 * @param schema absent for extensions
 * @param name absent for schemas
 */
public record FilterEntry(
        FilterSection section, String text, Optional<NamePattern> schema, Optional<NamePattern> name) {
    /** A name, or an expression that names match. */
    public sealed interface NamePattern {
        boolean matches(String candidate);
    }

    /** Exactly as the catalog spells it. */
    record Exact(String value) implements NamePattern {
        @Override
        public boolean matches(String candidate) {
            return value.equals(candidate);
        }
    }

    record Expression(String text, Regex regex) implements NamePattern {
        @Override
        public boolean matches(String candidate) {
            return regex.isIn(candidate);
        }
    }

    /** @throws BadFilter when the text is not of the section's form */
    public static FilterEntry parse(FilterSection section, String text) throws BadFilter {
        EntryReader reader = new EntryReader(text);
        return switch (section.entries()) {
            case EXTENSION -> new FilterEntry(section, text, Optional.empty(), Optional.of(reader.extension()));
            case SCHEMA -> new FilterEntry(section, text, Optional.of(reader.schema()), Optional.empty());
            case RELATION -> {
                NamePattern schema = reader.schemaOfRelation();
                yield new FilterEntry(section, text, Optional.of(schema), Optional.of(reader.relation()));
            }
        };
    }

    boolean matches(TableName relation) {
        return schema.orElseThrow().matches(relation.schema())
                && name.orElseThrow().matches(relation.name());
    }

    boolean matchesSchema(String candidate) {
        return schema.orElseThrow().matches(candidate);
    }

    boolean matchesExtension(String candidate) {
        return name.orElseThrow().matches(candidate);
    }

    /** The one relation that it can match; empty for patterns. */
    Optional<TableName> exactly() {
        return schema.orElseThrow() instanceof Exact s && name.orElseThrow() instanceof Exact n
                ? Optional.of(new TableName(s.value(), n.value()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return section.field() + " " + text;
    }
}
