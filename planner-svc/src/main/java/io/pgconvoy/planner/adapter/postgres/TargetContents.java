package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Skip;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a target may hold before a migration begins: nothing of anybody's but what the request reckons with. */
final class TargetContents {
    /** Where extensions lie, and collations. */
    private static final String HOMES =
            "SELECT extnamespace FROM pg_extension UNION SELECT collnamespace FROM pg_collation";

    private static final String OBJECTS =
            " UNION ALL SELECT CASE c.relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'materialized view '"
                    + " WHEN 'S' THEN 'sequence ' WHEN 'f' THEN 'foreign table ' WHEN 'c' THEN 'type ' ELSE 'table ' END"
                    + " || quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n"
                    + " ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f', 'c') AND "
                    + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_class", "c.oid")
                    + " UNION ALL SELECT 'function ' || quote_ident(n.nspname) || '.' || quote_ident(p.proname)"
                    + " FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE "
                    + CatalogReader.OF_USERS
                    + " AND " + CatalogReader.notOfExtension("pg_proc", "p.oid")
                    + " UNION ALL SELECT 'type ' || quote_ident(n.nspname) || '.' || quote_ident(t.typname) FROM pg_type t"
                    + " JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype IN ('e', 'd', 'r') AND "
                    + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_type", "t.oid")
                    + " UNION ALL SELECT 'large object ' || oid FROM (SELECT oid FROM pg_largeobject_metadata LIMIT 21) lo";

    private final boolean anything;
    private final String standing;

    private TargetContents(boolean anything, String standing) {
        this.anything = anything;
        this.standing = standing;
    }

    /**
     * Whoever skips extensions or collations has made what is needed of them, and the schemas that they lie in. With
     * {@code dropIfExists} a {@link DropPlan} says what may be there.
     */
    static TargetContents of(CloneSpec spec) {
        boolean anything = CloneSpec.isOn(spec.dropIfExists());
        boolean homes = spec.skips(Skip.EXTENSIONS) || spec.skips(Skip.COLLATIONS);
        return new TargetContents(anything, anything ? "true" : homes ? "n.oid IN (" + HOMES + ")" : "false");
    }

    /** Schemas of users that may be there and stay. */
    Set<String> standingSchemas(Connection target) throws SQLException {
        return Set.copyOf(Rows.texts(
                target,
                "SELECT n.nspname FROM pg_namespace n WHERE " + CatalogReader.OF_USERS
                        + " AND n.nspname <> 'public' AND " + standing));
    }

    /** A finding that names what is there and should not be; empty for an empty database. */
    Optional<Failure> notEmpty(Connection target) throws SQLException {
        if (anything) {
            return Optional.empty();
        }
        List<String> objects = Rows.texts(
                target,
                "SELECT 'schema ' || quote_ident(n.nspname) FROM pg_namespace n WHERE " + CatalogReader.OF_USERS
                        + " AND n.nspname <> 'public' AND NOT " + standing + " AND "
                        + CatalogReader.notOfExtension("pg_namespace", "n.oid") + OBJECTS);
        if (objects.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Findings.finding(
                ErrorCode.TARGET_NOT_EMPTY,
                "the target database is not empty: it has " + objects.size()
                        + (objects.size() == 1 ? " object: " : " objects: ") + Findings.some(objects),
                "name an empty database, or drop and create this one"));
    }
}
