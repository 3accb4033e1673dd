package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.TableName;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What of a source the filters leave out, by the OIDs of its catalogs, with everything that cannot be made without it.
 *
 * @param objects OIDs by the catalog (its OID) that has them
 * @param withoutRows tables and materialized views that are made but not filled, with the reason
 * @param emptied OIDs of those
 * @param disowned sequences that stay since other tables use them, although their owner is left out
 */
record LeftOut(
        Map<Integer, Set<Long>> objects,
        Map<TableName, String> withoutRows,
        Set<Long> emptied,
        Set<TableName> disowned) {
    static final int CLASS = 1259;
    static final int PROC = 1255;
    static final int TYPE = 1247;
    static final int CONSTRAINT = 2606;
    static final int NAMESPACE = 2615;
    static final int TRIGGER = 2620;
    static final int EXTENSION = 3079;
    static final int COLLATION = 3456;
    static final int POLICY = 3256;

    static final LeftOut NOTHING = new LeftOut(Map.of(), Map.of(), Set.of(), Set.of());

    LeftOut {
        Map<Integer, Set<Long>> copy = new TreeMap<>();
        objects.forEach((catalog, oids) -> copy.put(catalog, new TreeSet<>(oids)));
        objects = copy;
        withoutRows = Map.copyOf(withoutRows);
        emptied = Set.copyOf(emptied);
        disowned = Set.copyOf(disowned);
    }

    Set<Long> of(int catalog) {
        return objects.getOrDefault(catalog, Set.of());
    }

    /** SQL that is true for a relation that is taken. */
    String keepsRelation(String oid) {
        return keeps(CLASS, oid);
    }

    /** SQL that is true for an object of a catalog that is taken. */
    String keeps(int catalog, String oid) {
        return of(catalog).isEmpty() ? "true" : "NOT (" + oid + " = ANY (" + array(of(catalog)) + "))";
    }

    /** SQL that is true for an object of whatever catalog that is taken. */
    String keepsObject(String catalog, String oid) {
        return objects.entrySet().stream()
                .filter(some -> !some.getValue().isEmpty())
                .map(some -> "NOT (" + catalog + " = " + some.getKey() + " AND " + oid + " = ANY ("
                        + array(some.getValue()) + "))")
                .reduce("true", (all, one) -> all + " AND " + one);
    }

    /** SQL that is true for a table whose rows are taken, or that is left out. */
    String fills(String oid) {
        return emptied.isEmpty() ? "true" : "NOT (" + oid + " = ANY (" + array(emptied) + "))";
    }

    /** Objects as pg_restore lists them: {@code <catalog> <oid>}; catalog 0 stands for filling a materialized view. */
    Set<String> catalogIds() {
        Set<String> ids = new TreeSet<>();
        objects.forEach((catalog, oids) -> oids.forEach(oid -> ids.add(catalog + " " + oid)));
        of(CLASS).forEach(oid -> ids.add("0 " + oid));
        emptied.forEach(oid -> ids.add("0 " + oid));
        return ids;
    }

    static String array(Set<Long> oids) {
        return oids.stream().map(Object::toString).collect(Collectors.joining(",", "'{", "}'::oid[]"));
    }
}
