package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Carries the state of every sequence over: last value and whether it was handed out. A few queries whatever their number. */
final class Sequences {
    private static final int IN_A_QUERY = 200;

    private Sequences() {}

    private record Value(TableName sequence, long lastValue, boolean isCalled) {}

    static void copy(Connection source, Connection target, LeftOut leftOut) throws SQLException {
        List<TableName> names = names(source, leftOut);
        for (int i = 0; i < names.size(); i += IN_A_QUERY) {
            set(target, values(source, names.subList(i, Math.min(names.size(), i + IN_A_QUERY))));
        }
    }

    private static List<TableName> names(Connection source, LeftOut leftOut) throws SQLException {
        String sql = "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE c.relkind = 'S' AND c.relpersistence IN ('p', 'u') AND ("
                + CatalogReader.OF_USERS + " AND "
                + CatalogReader.notOfExtension("pg_class", "c.oid")
                // or one that its extension wants dumped
                + " OR EXISTS (SELECT FROM pg_extension e WHERE c.oid = ANY (e.extconfig))) AND "
                + leftOut.keepsRelation("c.oid") + " ORDER BY c.oid";
        List<TableName> names = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                names.add(new TableName(row.getString(1), row.getString(2)));
            }
        }
        return names;
    }

    private static List<Value> values(Connection source, List<TableName> names) throws SQLException {
        List<String> selects = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            selects.add("SELECT " + i + ", last_value, is_called FROM " + Identifiers.quote(names.get(i)));
        }
        List<Value> values = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(String.join(" UNION ALL ", selects))) {
            while (row.next()) {
                values.add(new Value(names.get(row.getInt(1)), row.getLong(2), row.getBoolean(3)));
            }
        }
        return values;
    }

    private static void set(Connection target, List<Value> values) throws SQLException {
        if (values.isEmpty()) {
            return;
        }
        List<String> calls = values.stream()
                .map(v -> "setval(" + Identifiers.literal(Identifiers.quote(v.sequence())) + "::regclass, "
                        + v.lastValue() + ", " + v.isCalled() + ")")
                .toList();
        try (Statement statement = target.createStatement()) {
            statement.execute("SELECT " + String.join(", ", calls));
        }
    }
}
