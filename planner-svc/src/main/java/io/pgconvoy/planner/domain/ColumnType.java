package io.pgconvoy.planner.domain;

import java.util.List;

/**
 * A type of the source that a column has, or that such a type is made of.
 *
 * @param name as people write it
 * @param bareName without schema and quotes
 * @param isBuiltIn it has the same OID on every server of every major version
 * @param madeOf OIDs: a domain's base, an array's element, a composite's attributes, what a range or multirange spans
 */
public record ColumnType(long oid, String name, String bareName, Kind kind, boolean isBuiltIn, List<Long> madeOf) {
    public ColumnType {
        madeOf = List.copyOf(madeOf);
    }

    public enum Kind {
        BASE,
        ENUM,
        DOMAIN,
        ARRAY,
        COMPOSITE,
        RANGE,
        MULTIRANGE,
        /** Nothing that a table should have. */
        OTHER
    }
}
