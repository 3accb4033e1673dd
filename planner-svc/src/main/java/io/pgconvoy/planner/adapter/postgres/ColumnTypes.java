package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.planner.domain.ColumnType;
import io.pgconvoy.planner.domain.ColumnType.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads the types of the source's columns and everything that they are made of, in one query. */
final class ColumnTypes {
    /** OIDs below are given by hand and never change; those of initdb and of users are given as things are made. */
    private static final long FIRST_GENERATED_OID = 10_000;

    private ColumnTypes() {}

    static List<ColumnType> read(Connection source, int major) throws SQLException {
        // Multiranges came with PostgreSQL 14.
        String multirange = major >= 14
                ? " UNION ALL SELECT r.rngmultitypid, r.rngsubtype FROM pg_range r WHERE r.rngmultitypid <> 0"
                : "";
        String sql = "WITH RECURSIVE made (whole, part) AS MATERIALIZED ("
                + "SELECT oid, typbasetype FROM pg_type WHERE typtype = 'd'"
                + " UNION ALL SELECT typarray, oid FROM pg_type WHERE typarray <> 0"
                + " UNION ALL SELECT c.reltype, a.atttypid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
                + " AND a.attnum > 0 AND NOT a.attisdropped WHERE c.reltype <> 0"
                + " UNION ALL SELECT rngtypid, rngsubtype FROM pg_range" + multirange + "),"
                + " used (oid) AS (SELECT DISTINCT a.atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND a.attnum > 0"
                + " AND NOT a.attisdropped AND " + CatalogReader.OF_USERS
                + " UNION SELECT made.part FROM used JOIN made ON made.whole = used.oid)"
                + " SELECT t.oid, format_type(t.oid, NULL) AS name, t.typname, t.typtype,"
                + " EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid) AS is_array,"
                + " (SELECT array_agg(m.part::bigint) FROM made m WHERE m.whole = t.oid) AS parts"
                + " FROM used JOIN pg_type t ON t.oid = used.oid";
        List<ColumnType> types = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                long oid = row.getLong("oid");
                types.add(new ColumnType(
                        oid,
                        row.getString("name"),
                        row.getString("typname"),
                        row.getBoolean("is_array") ? Kind.ARRAY : kind(row.getString("typtype")),
                        oid < FIRST_GENERATED_OID,
                        parts(row)));
            }
        }
        return types;
    }

    private static List<Long> parts(ResultSet row) throws SQLException {
        java.sql.Array parts = row.getArray("parts");
        return parts == null ? List.of() : List.of((Long[]) parts.getArray());
    }

    private static Kind kind(String typtype) {
        return switch (typtype) {
            case "b" -> Kind.BASE;
            case "e" -> Kind.ENUM;
            case "d" -> Kind.DOMAIN;
            case "c" -> Kind.COMPOSITE;
            case "r" -> Kind.RANGE;
            case "m" -> Kind.MULTIRANGE;
            default -> Kind.OTHER;
        };
    }
}
