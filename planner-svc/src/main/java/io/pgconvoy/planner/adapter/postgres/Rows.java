package io.pgconvoy.planner.adapter.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Short answers of short queries. */
final class Rows {
    private Rows() {}

    /** The first column of every row; empty text for NULL. */
    static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                texts.add(Optional.ofNullable(row.getString(1)).orElse(""));
            }
        }
        return texts;
    }

    /** The first column, an OID, by the second. */
    static Map<String, Long> oids(Connection connection, String sql) throws SQLException {
        Map<String, Long> oids = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                oids.put(row.getString(2), row.getLong(1));
            }
        }
        return oids;
    }

    /** The first column of the first row. */
    static String text(Connection connection, String sql) throws SQLException {
        return texts(connection, sql).getFirst();
    }
}
