package io.pgconvoy.contract;

/** A relation by schema and name, exactly as the catalog spells them: unquoted, case and spaces kept. */
public record TableName(String schema, String name) implements Comparable<TableName> {
    public TableName {
        if (schema.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("a table name has a schema and a name");
        }
    }

    @Override
    public int compareTo(TableName other) {
        int bySchema = schema.compareTo(other.schema);
        return bySchema != 0 ? bySchema : name.compareTo(other.name);
    }

    /** For people and logs only; SQL text is made by {@code Identifiers} in the postgres module. */
    @Override
    public String toString() {
        return schema + "." + name;
    }
}
