package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.filter.Filter;
import io.pgconvoy.planner.adapter.postgres.Dependents.Reference;
import io.pgconvoy.planner.adapter.postgres.LeftOutReader.Reading;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What people should know of the filters before anything moves: what cannot be, and what goes without having been named. */
final class LeftOutFindings {
    /** Catalogs whose objects are written within the definition of what they belong to. */
    private static final Set<Integer> WITHIN = Set.of(2604, 2606, 2618);

    private final Connection source;
    private final Filter filter;
    private final Reading reading;
    private final LeftOut out;

    LeftOutFindings(Connection source, Filter filter, Reading reading) {
        this.source = source;
        this.filter = filter;
        this.reading = reading;
        this.out = reading.leftOut();
    }

    /** What makes the migration impossible as it was asked for. */
    List<Failure> findings() throws SQLException {
        List<Failure> findings = new ArrayList<>();
        Set<Long> left = out.of(LeftOut.CLASS);
        if (!reading.tables().isEmpty() && left.containsAll(reading.tables().keySet())) {
            findings.add(Findings.finding(
                    ErrorCode.FILTER_EMPTY,
                    "the filters leave out all " + reading.tables().size() + " tables of the source",
                    "compare clone.filters with the names on the source"));
        }
        List<String> needy = new ArrayList<>();
        for (long table : draggedTables("c.relkind <> 'm'")) {
            needy.add(reading.tables().get(table) + " needs " + need(new Reference(LeftOut.CLASS, table)));
        }
        if (!needy.isEmpty()) {
            findings.add(Findings.finding(
                    ErrorCode.FILTER_DEPENDENCY,
                    "the filters keep " + needy.size() + " tables and leave out what they need: "
                            + Findings.some(needy),
                    "keep what they need, or leave these tables out too"));
        }
        return findings;
    }

    List<Failure> warnings() throws SQLException {
        List<Failure> warnings = new ArrayList<>();
        List<String> unmatched = filter.unmatched(reading.inventory()).stream()
                .map(Object::toString)
                .toList();
        if (!unmatched.isEmpty()) {
            warnings.add(Findings.finding(
                    ErrorCode.FILTER_UNKNOWN_OBJECT,
                    "nothing on the source matches " + Findings.some(unmatched),
                    "compare these entries of clone.filters with the names on the source, case included"));
        }
        List<String> keys = foreignKeys();
        if (!keys.isEmpty()) {
            warnings.add(Findings.finding(
                    ErrorCode.FILTER_DANGLING_FK,
                    "foreign keys to what the filters leave out: " + Findings.some(keys),
                    "keep the tables that they refer to, or live without these constraints"));
        }
        List<String> dragged = dragged();
        if (!dragged.isEmpty()) {
            warnings.add(Findings.finding(
                    ErrorCode.FILTER_DEPENDENT_LEFT_OUT,
                    "left out with what they need: " + Findings.some(dragged),
                    "keep what they need, or live without them"));
        }
        return warnings;
    }

    private Set<Long> draggedTables(String which) throws SQLException {
        Set<Long> dragged = new TreeSet<>(out.of(LeftOut.CLASS));
        dragged.removeAll(reading.asked().getOrDefault(LeftOut.CLASS, Set.of()));
        dragged.retainAll(reading.tables().keySet());
        return dragged.isEmpty()
                ? dragged
                : new TreeSet<>(Rows.texts(
                                source,
                                "SELECT c.oid FROM pg_class c WHERE " + which + " AND c.oid = ANY ("
                                        + LeftOut.array(dragged) + ")")
                        .stream()
                        .map(Long::valueOf)
                        .toList());
    }

    private String need(Reference object) throws SQLException {
        Optional<Reference> cause = reading.dependents().because(object);
        while (cause.isPresent()
                && WITHIN.contains(cause.get().catalog())
                && reading.dependents().because(cause.get()).isPresent()) {
            cause = reading.dependents().because(cause.get());
        }
        return cause.isEmpty()
                ? "something"
                : Rows.text(
                        source,
                        "SELECT pg_describe_object(" + cause.get().catalog() + ", "
                                + cause.get().oid() + ", 0)");
    }

    private List<String> foreignKeys() throws SQLException {
        String key = "format('%I.%I: %I', n.nspname, t.relname, con.conname)";
        String from = " FROM pg_constraint con JOIN pg_class t ON t.oid = con.conrelid JOIN pg_namespace n"
                + " ON n.oid = t.relnamespace WHERE con.contype = 'f' AND con.conparentid = 0 AND "
                + out.keepsRelation("t.oid");
        List<String> keys = new ArrayList<>();
        keys.addAll(Rows.texts(
                source,
                "SELECT " + key + " || ' is left out'" + from + " AND NOT " + out.keeps(LeftOut.CONSTRAINT, "con.oid")
                        + " ORDER BY 1"));
        keys.addAll(Rows.texts(
                source,
                "SELECT " + key + " || CASE WHEN " + IndexReader.CANNOT_WAIT
                        + " THEN ' is left out' ELSE ' is not validated' END" + from + " AND con.convalidated AND "
                        + out.keeps(LeftOut.CONSTRAINT, "con.oid") + " AND " + IndexReader.lacksRows(out)
                        + " ORDER BY 1"));
        return keys;
    }

    /** Objects in schemas and of tables that are taken, and of no extension. */
    private List<String> dragged() throws SQLException {
        List<String> dragged = new ArrayList<>();
        String asked = LeftOut.array(reading.asked().getOrDefault(LeftOut.CLASS, Set.of()));
        dragged.addAll(Rows.texts(
                source,
                "SELECT pg_describe_object('pg_class'::regclass, c.oid, 0) FROM pg_class c LEFT JOIN pg_index i"
                        + " ON i.indexrelid = c.oid WHERE NOT " + out.keepsRelation("c.oid") + " AND NOT c.oid = ANY ("
                        + asked + ") AND (c.relkind IN ('v', 'm') OR c.relkind IN ('i', 'I') AND "
                        + out.keepsRelation("i.indrelid") + ") AND " + taken("c.relnamespace", "pg_class", "c.oid")));
        dragged.addAll(ofCatalog(LeftOut.PROC, "pg_proc", "o.pronamespace"));
        dragged.addAll(ofCatalog(
                LeftOut.TYPE,
                "pg_type",
                "o.typnamespace",
                " AND (o.typtype IN ('e', 'd', 'r') OR o.typrelid IN (SELECT oid FROM pg_class WHERE relkind = 'c'))"));
        dragged.addAll(ofTables(LeftOut.TRIGGER, "pg_trigger", "o.tgrelid", " AND NOT o.tgisinternal"));
        dragged.addAll(ofTables(LeftOut.POLICY, "pg_policy", "o.polrelid", ""));
        return dragged;
    }

    private List<String> ofCatalog(int catalog, String name, String schema) throws SQLException {
        return ofCatalog(catalog, name, schema, "");
    }

    private List<String> ofCatalog(int catalog, String name, String schema, String which) throws SQLException {
        return Rows.texts(
                source,
                "SELECT pg_describe_object('" + name + "'::regclass, o.oid, 0) FROM " + name + " o WHERE NOT "
                        + out.keeps(catalog, "o.oid") + " AND " + taken(schema, name, "o.oid") + which + " ORDER BY 1");
    }

    private List<String> ofTables(int catalog, String name, String table, String which) throws SQLException {
        return Rows.texts(
                source,
                "SELECT pg_describe_object('" + name + "'::regclass, o.oid, 0) FROM " + name + " o WHERE NOT "
                        + out.keeps(catalog, "o.oid") + " AND " + out.keepsRelation(table) + which + " ORDER BY 1");
    }

    private String taken(String schema, String catalog, String oid) {
        Set<Long> asked = reading.asked().getOrDefault(LeftOut.NAMESPACE, Set.of());
        return "NOT " + schema + " = ANY (" + LeftOut.array(asked) + ") AND "
                + CatalogReader.notOfExtension(catalog, oid);
    }
}
