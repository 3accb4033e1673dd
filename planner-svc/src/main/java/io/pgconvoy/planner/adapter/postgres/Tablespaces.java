package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tablespaces belong to a server and are not migrated: what lies in one that the target lacks goes to its default. */
final class Tablespaces {
    private Tablespaces() {}

    /** In use on the source and not on the target; none where nothing keeps its tablespace. */
    static Set<String> missing(CloneSpec spec, Connection source, Connection target) throws SQLException {
        if (CloneSpec.isOn(spec.noTablespaces())) {
            return Set.of();
        }
        List<String> used = Rows.texts(
                source,
                "SELECT spcname FROM pg_tablespace WHERE oid IN (SELECT reltablespace FROM pg_class WHERE reltablespace <> 0)"
                        + " AND spcname <> 'pg_global'");
        Set<String> missing = new HashSet<>(used);
        missing.removeAll(all(target));
        return missing;
    }

    /** Where indexes may lie on the target: in its own tablespaces, unless the request wants none kept. */
    static Set<String> kept(CloneSpec spec, Connection target) throws SQLException {
        return CloneSpec.isOn(spec.noTablespaces()) ? Set.of() : all(target);
    }

    private static Set<String> all(Connection server) throws SQLException {
        return Set.copyOf(Rows.texts(server, "SELECT spcname FROM pg_tablespace"));
    }
}
