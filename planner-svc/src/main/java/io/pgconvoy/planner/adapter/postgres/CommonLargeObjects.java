package io.pgconvoy.planner.adapter.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The target's large objects, a page at a time, and which of them have the OID of one on the source. */
final class CommonLargeObjects {
    /** Bounds the locks of a transaction that removes them. */
    private static final int ON_A_PAGE = 1000;

    private final Connection source;
    private final Connection target;

    CommonLargeObjects(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    /**
     * @param last the greatest OID on the page
     * @param count of the target's objects on it
     */
    record Page(long last, int count, Set<Long> common) {}

    /** @return a page of no objects at the end */
    Page after(long oid) throws SQLException {
        List<Long> there = Rows.texts(
                        target,
                        "SELECT oid FROM pg_largeobject_metadata WHERE oid > " + oid + "::oid ORDER BY oid LIMIT "
                                + ON_A_PAGE)
                .stream()
                .map(Long::valueOf)
                .toList();
        Set<Long> common = Rows.texts(
                        source,
                        "SELECT oid FROM pg_largeobject_metadata WHERE oid = ANY ("
                                + LeftOut.array(new TreeSet<>(there)) + ")")
                .stream()
                .map(Long::valueOf)
                .collect(Collectors.toSet());
        return new Page(there.isEmpty() ? oid : there.getLast(), there.size(), common);
    }
}
