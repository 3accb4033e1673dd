package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.planner.domain.SourceCatalog.LargeObjects;
import io.pgconvoy.planner.domain.SourceCatalog.OidRange;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Sizes the large-object jobs by a count; the contents are not read for that. */
final class LargeObjectReader {
    /** A receipt and a few round trips repay themselves from about this many objects on. */
    private static final int OBJECTS_IN_A_JOB = 1000;

    private final Connection source;

    LargeObjectReader(Connection source) {
        this.source = source;
    }

    LargeObjects read() throws SQLException {
        String sql =
                "SELECT min(oid)::bigint, max(oid)::bigint, count(*) FROM (SELECT oid, (row_number() OVER (ORDER BY oid) - 1) / "
                        + OBJECTS_IN_A_JOB + " AS job FROM pg_largeobject_metadata) m GROUP BY job ORDER BY job";
        List<OidRange> ranges = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                ranges.add(new OidRange(row.getLong(1), row.getLong(2), row.getLong(3)));
            }
        }
        return new LargeObjects(ranges);
    }
}
