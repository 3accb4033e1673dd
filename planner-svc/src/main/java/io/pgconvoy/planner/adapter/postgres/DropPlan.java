package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.planner.adapter.postgres.DatabaseObjects.Identity;
import io.pgconvoy.planner.adapter.postgres.Dependents.Reference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@code clone.dropIfExists} does to a target: objects that the clone is about to make are dropped, everything else stays.
 * Where that cannot be, since what stays needs what goes or has the name of what comes, there are obstacles and nothing is dropped.
 *
 * @param drops objects of the target by what they are
 * @param stays the target's other objects; schemas stay in any case
 */
record DropPlan(Map<Identity, Reference> drops, Map<Identity, Reference> stays, List<String> obstacles) {
    /** With these extensions and collations the target helps itself. */
    private static final Map<Skip, Integer> NOT_MADE =
            Map.of(Skip.EXTENSIONS, LeftOut.EXTENSION, Skip.COLLATIONS, LeftOut.COLLATION);

    /** Everything that shares its names with tables, and routines, whose kinds share theirs. */
    private static final String NAMES = "SELECT 'pg_class'::regclass::oid, o.oid, format('%I.%I', n.nspname, o.relname)"
            + " FROM pg_class o JOIN pg_namespace n ON n.oid = o.relnamespace WHERE o.relkind <> 't' AND "
            + CatalogReader.OF_USERS
            + " UNION ALL SELECT 'pg_type'::regclass::oid, o.oid, format('%I.%I', n.nspname, o.typname) FROM pg_type o"
            + " JOIN pg_namespace n ON n.oid = o.typnamespace WHERE o.typtype IN ('e', 'd', 'r', 'b')"
            + " AND o.typcategory <> 'A' AND " + CatalogReader.OF_USERS
            + " UNION ALL SELECT 'pg_proc'::regclass::oid, o.oid, 'routine ' || (pg_identify_object('pg_proc'::regclass, o.oid, 0)).identity"
            + " FROM pg_proc o JOIN pg_namespace n ON n.oid = o.pronamespace WHERE " + CatalogReader.OF_USERS;

    static DropPlan of(CloneSpec spec, LeftOut leftOut, Connection source, Connection target) throws SQLException {
        Map<Identity, Reference> comes = DatabaseObjects.of(source, leftOut);
        NOT_MADE.forEach((skip, catalog) -> comes.values().removeIf(o -> spec.skips(skip) && o.catalog() == catalog));
        Map<Identity, Reference> drops = DatabaseObjects.of(target, LeftOut.NOTHING);
        Map<Identity, Reference> stays = new LinkedHashMap<>(drops);
        drops.keySet().retainAll(comes.keySet());
        stays.keySet().removeAll(drops.keySet());
        Map<Reference, Boolean> gone = gone(target, drops.values());
        List<String> obstacles = new ArrayList<>(described(target, lost(gone), " needs what would be dropped"));
        obstacles.addAll(described(
                target,
                namesakes(source, leftOut, target, gone.keySet()),
                " has the name of something else on the source"));
        return new DropPlan(drops, stays, obstacles);
    }

    /**
     * Everything that {@code DROP ... CASCADE} reaches first, and whether it is, or is a part of, something that is to be
     * dropped. Where it is not, what lies behind does not matter.
     */
    private static Map<Reference, Boolean> gone(Connection target, Collection<Reference> drops) throws SQLException {
        String sql = "WITH RECURSIVE gone (classid, objid, part) AS (SELECT r.c, r.o, true FROM (" + rows(drops)
                + ") r (c, o) UNION SELECT d.classid, d.objid, (d.deptype = 'e' OR d.deptype <> 'n' AND NOT EXISTS"
                // A partition or a child is no part of its parent: it has rows of its own.
                + " (SELECT FROM pg_class c WHERE d.classid = 'pg_class'::regclass AND c.oid = d.objid"
                + " AND c.relkind IN ('r', 'p', 'v', 'm', 'f')))"
                + " FROM gone g JOIN pg_depend d ON g.part AND d.refclassid = g.classid AND d.refobjid = g.objid)"
                + " SELECT classid, objid, bool_or(part) FROM gone GROUP BY 1, 2";
        Map<Reference, Boolean> gone = new HashMap<>();
        try (Statement statement = target.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                gone.put(new Reference((int) row.getLong(1), row.getLong(2)), row.getBoolean(3));
            }
        }
        return gone;
    }

    private static List<Reference> lost(Map<Reference, Boolean> gone) {
        return gone.entrySet().stream()
                .filter(object -> !object.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** What stays and has the name of something of another kind that comes. */
    private static List<Reference> namesakes(Connection source, LeftOut leftOut, Connection target, Set<Reference> gone)
            throws SQLException {
        Map<Reference, String> come = names(source);
        come.keySet().removeIf(o -> leftOut.of(o.catalog()).contains(o.oid()));
        Set<String> taken = new HashSet<>(come.values());
        Map<Reference, String> stay = names(target);
        stay.keySet().removeAll(gone);
        stay.values().retainAll(taken);
        return List.copyOf(stay.keySet());
    }

    private static List<String> described(Connection target, Collection<Reference> objects, String why)
            throws SQLException {
        return Rows.texts(
                        target,
                        "SELECT pg_describe_object(o.c, o.o, 0) FROM (" + rows(objects) + ") o (c, o) ORDER BY 1")
                .stream()
                .map(object -> object + why)
                .toList();
    }

    /** SQL with a row for each object: its catalog and its OID. */
    static String rows(Collection<Reference> objects) {
        Map<Integer, Set<Long>> byCatalog = new TreeMap<>();
        objects.forEach(o ->
                byCatalog.computeIfAbsent(o.catalog(), c -> new TreeSet<>()).add(o.oid()));
        StringBuilder rows = new StringBuilder("SELECT 0::oid, 0::oid WHERE false");
        byCatalog.forEach((catalog, oids) -> rows.append(" UNION ALL SELECT ")
                .append(catalog)
                .append("::oid, unnest(")
                .append(LeftOut.array(oids))
                .append(")"));
        return rows.toString();
    }

    private static Map<Reference, String> names(Connection connection) throws SQLException {
        String ofNoExtension =
                "SELECT * FROM (" + NAMES + ") o (classid, objid, name) WHERE NOT EXISTS (SELECT FROM pg_depend d"
                        + " WHERE d.classid = o.classid AND d.objid = o.objid AND d.deptype = 'e')";
        Map<Reference, String> names = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ofNoExtension)) {
            while (row.next()) {
                names.put(new Reference((int) row.getLong(1), row.getLong(2)), row.getString(3));
            }
        }
        return names;
    }

    /** Why nothing may be dropped; empty where nothing stands against it. */
    Optional<Failure> refusal() {
        return obstacles.isEmpty()
                ? Optional.empty()
                : Optional.of(Findings.finding(
                        ErrorCode.TARGET_NOT_EMPTY,
                        "clone.dropIfExists drops nothing that the clone does not make again: "
                                + Findings.some(obstacles),
                        "drop or rename these on the target, or name an empty database"));
    }
}
