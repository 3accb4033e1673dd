package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Skip;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@code clone.skip} leaves behind. Whoever skips extensions or collations says that the target has what is needed of
 * them: where it has not, that is a finding; what nothing needs is a warning, as is everything else that stays on the source.
 */
final class SkipChecks {
    private final Connection source;
    private final Connection target;
    private final Findings findings;
    private final List<Failure> warnings = new ArrayList<>();

    SkipChecks(Connection source, Connection target, Findings findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /** @return the warnings */
    List<Failure> run(CloneSpec spec, LeftOut leftOut) throws SQLException {
        if (spec.skips(Skip.LARGE_OBJECTS)) {
            long count = Long.parseLong(Rows.text(source, "SELECT count(*) FROM pg_largeobject_metadata"));
            if (count > 0) {
                warn(Skip.LARGE_OBJECTS, count + (count == 1 ? " large object stays" : " large objects stay"));
            }
        }
        if (spec.skips(Skip.EXTENSIONS)) {
            String names = "SELECT oid, quote_ident(extname) FROM pg_extension WHERE extname <> 'plpgsql'";
            checkMade(Skip.EXTENSIONS, LeftOut.EXTENSION, names, ErrorCode.EXTENSION_MISSING, leftOut);
        }
        if (spec.skips(Skip.COLLATIONS)) {
            String names = "SELECT c.oid, quote_ident(n.nspname) || '.' || quote_ident(c.collname) FROM pg_collation c"
                    + " JOIN pg_namespace n ON n.oid = c.collnamespace WHERE " + CatalogReader.OF_USERS + " AND "
                    + CatalogReader.notOfExtension("pg_collation", "c.oid");
            checkMade(Skip.COLLATIONS, LeftOut.COLLATION, names, ErrorCode.COLLATION_MISSING, leftOut);
        }
        if (spec.skips(Skip.DB_PROPERTIES)) {
            List<String> settings = Rows.texts(
                    source,
                    "SELECT split_part(c, '=', 1) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase"
                            + " CROSS JOIN LATERAL unnest(s.setconfig) c WHERE d.datname = current_database() ORDER BY 1");
            if (!settings.isEmpty()) {
                warn(
                        Skip.DB_PROPERTIES,
                        "settings of the database or of roles in it stay (" + Findings.some(settings) + ")");
            }
        }
        return List.copyOf(warnings);
    }

    private void checkMade(Skip skip, int catalog, String names, ErrorCode missing, LeftOut leftOut)
            throws SQLException {
        Map<String, Long> lacking = Rows.oids(source, names);
        lacking.values().removeAll(leftOut.of(catalog));
        lacking.keySet().removeAll(Rows.oids(target, names).keySet());
        if (lacking.isEmpty()) {
            return;
        }
        List<String> needy = needing(Map.of(catalog, new TreeSet<>(lacking.values())), leftOut);
        List<String> lacks = List.copyOf(new TreeMap<>(lacking).keySet());
        if (needy.isEmpty()) {
            warn(skip, Findings.some(lacks) + (lacks.size() == 1 ? " stays" : " stay"));
        } else {
            findings.add(
                    missing,
                    "clone.skip has " + skip.word() + ", and the target lacks " + Findings.some(lacks) + ", needed by "
                            + Findings.some(needy),
                    "make it on the target, or leave " + skip.word() + " out of clone.skip");
        }
    }

    /** Relations, routines and types that are taken and cannot be made without these objects. */
    private List<String> needing(Map<Integer, Set<Long>> objects, LeftOut leftOut) throws SQLException {
        Map<Integer, Set<Long>> needy = Dependents.of(source, objects).objects();
        List<String> named = new ArrayList<>();
        named.addAll(named(
                needy,
                LeftOut.CLASS,
                "pg_class",
                "o.relnamespace",
                "o.relkind IN ('r', 'p', 'v', 'm', 'f', 'i')",
                leftOut));
        named.addAll(named(needy, LeftOut.PROC, "pg_proc", "o.pronamespace", "true", leftOut));
        named.addAll(named(needy, LeftOut.TYPE, "pg_type", "o.typnamespace", "o.typtype IN ('d', 'r')", leftOut));
        return named;
    }

    private List<String> named(
            Map<Integer, Set<Long>> needy, int catalog, String name, String schema, String which, LeftOut leftOut)
            throws SQLException {
        return Rows.texts(
                source,
                "SELECT pg_describe_object(" + catalog + ", o.oid, 0) FROM " + name
                        + " o JOIN pg_namespace n ON n.oid = "
                        + schema + " WHERE o.oid = ANY (" + LeftOut.array(needy.getOrDefault(catalog, Set.of()))
                        + ") AND " + which + " AND " + CatalogReader.OF_USERS + " AND "
                        + CatalogReader.notOfExtension(name, "o.oid") + " AND " + leftOut.keeps(catalog, "o.oid")
                        + " ORDER BY 1");
    }

    private void warn(Skip skip, String what) {
        warnings.add(Findings.finding(
                ErrorCode.SKIPPED,
                what + " on the source: clone.skip has " + skip.word(),
                "leave " + skip.word() + " out of clone.skip, or live without"));
    }
}
