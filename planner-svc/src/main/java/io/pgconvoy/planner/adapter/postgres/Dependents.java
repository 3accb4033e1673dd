package io.pgconvoy.planner.adapter.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that cannot be made without some objects, as {@code DROP ... CASCADE} finds it, and more: a table needs its
 * defaults and checks. Extensions that are taken stay with their members, whatever schema they lie in, and so does schema
 * public, which every database has. A sequence that a default of another table uses outlives its owner.
 */
final class Dependents {
    /** @param because the object whose absence brings this one's; itself for what was asked for */
    record Dependent(Reference object, Reference because) {}

    record Reference(int catalog, long oid) {}

    private final Map<Reference, Reference> becauseOf = new LinkedHashMap<>();

    private Dependents() {}

    static Dependents of(Connection source, Map<Integer, Set<Long>> asked) throws SQLException {
        Dependents dependents = new Dependents();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql(asked))) {
            while (row.next()) {
                Reference object = new Reference((int) row.getLong(1), row.getLong(2));
                dependents.becauseOf.putIfAbsent(object, new Reference((int) row.getLong(3), row.getLong(4)));
            }
        }
        return dependents;
    }

    Map<Integer, Set<Long>> objects() {
        Map<Integer, Set<Long>> objects = new HashMap<>();
        becauseOf.keySet().forEach(o -> objects.computeIfAbsent(o.catalog(), c -> new TreeSet<>())
                .add(o.oid()));
        return objects;
    }

    /** What a dragged object needs; empty for what was asked for. */
    Optional<Reference> because(Reference object) {
        return Optional.ofNullable(becauseOf.get(object)).filter(cause -> !cause.equals(object));
    }

    private static String sql(Map<Integer, Set<Long>> asked) {
        StringBuilder roots = new StringBuilder();
        asked.forEach((catalog, oids) -> roots.append(roots.isEmpty() ? "" : " UNION ALL ")
                .append("SELECT ")
                .append(catalog)
                .append("::oid, unnest(")
                .append(LeftOut.array(oids))
                .append(")"));
        Set<Long> extensions = asked.getOrDefault(LeftOut.EXTENSION, Set.of());
        Set<Long> tables = asked.getOrDefault(LeftOut.CLASS, Set.of());
        return "WITH RECURSIVE out (classid, objid, byclass, byobj) AS ("
                + "SELECT r.c, r.o, r.c, r.o FROM (" + roots + ") r (c, o)"
                + " UNION SELECT x.classid, x.objid, o.classid, o.objid FROM out o CROSS JOIN LATERAL ("
                + "SELECT d.classid, d.objid FROM pg_depend d WHERE d.refclassid = o.classid AND d.refobjid = o.objid"
                + " AND d.deptype <> 'p'"
                + " UNION ALL SELECT d.refclassid, d.refobjid FROM pg_depend d WHERE d.classid = o.classid AND d.objid = o.objid"
                + " AND (d.deptype = 'i'"
                // What is written within CREATE TABLE or CREATE DOMAIN.
                + " OR d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid ="
                + " (SELECT adrelid FROM pg_attrdef WHERE oid = d.objid)"
                + " OR d.classid = 'pg_constraint'::regclass AND d.deptype = 'a' AND EXISTS (SELECT FROM pg_constraint c"
                + " WHERE c.oid = d.objid AND c.contype = 'c' AND d.refobjid IN (c.conrelid, c.contypid)))) x"
                + " WHERE NOT (x.classid = 'pg_namespace'::regclass AND x.objid = (SELECT oid FROM pg_namespace WHERE nspname = 'public'))"
                + " AND NOT (x.classid = 'pg_extension'::regclass AND NOT x.objid = ANY (" + LeftOut.array(extensions)
                + ")) AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = x.classid AND e.objid = x.objid"
                + " AND e.deptype = 'e' AND NOT e.refobjid = ANY (" + LeftOut.array(extensions) + "))"
                + " AND NOT (o.classid = 'pg_class'::regclass AND x.classid = 'pg_class'::regclass"
                + " AND EXISTS (" + usedElsewhere("x.objid", tables) + "))"
                + ") SELECT * FROM out";
    }

    /** SQL for whether a sequence is in a default of a table that was not asked for. */
    static String usedElsewhere(String sequence, Set<Long> tables) {
        return "SELECT FROM pg_depend u JOIN pg_attrdef a ON a.oid = u.objid JOIN pg_class s ON s.oid = u.refobjid"
                + " AND s.relkind = 'S' WHERE u.classid = 'pg_attrdef'::regclass AND u.refclassid = 'pg_class'::regclass"
                + " AND u.refobjid = " + sequence + " AND NOT a.adrelid = ANY (" + LeftOut.array(tables) + ")";
    }
}
