package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the migrated event triggers from seeing, or forbidding, what pgconvoy does to its own schema. */
final class EventTriggers {
    private EventTriggers() {}

    interface Work {
        void run() throws SQLException;
    }

    /** Runs the work and commits it; nobody ever sees the triggers switched off. Turns auto-commit off and on again. */
    static void silenced(Connection target, Work work) throws SQLException {
        target.setAutoCommit(false);
        try (Statement statement = target.createStatement()) {
            Map<String, String> states = states(statement);
            for (String trigger : states.keySet()) {
                statement.execute("ALTER EVENT TRIGGER " + trigger + " DISABLE");
            }
            work.run();
            for (Map.Entry<String, String> state : states.entrySet()) {
                statement.execute("ALTER EVENT TRIGGER " + state.getKey() + " ENABLE" + state.getValue());
            }
            target.commit();
        } catch (SQLException | RuntimeException e) {
            target.rollback();
            throw e;
        }
        target.setAutoCommit(true);
    }

    private static Map<String, String> states(Statement statement) throws SQLException {
        String sql = "SELECT evtname, CASE evtenabled WHEN 'R' THEN ' REPLICA' WHEN 'A' THEN ' ALWAYS' ELSE '' END"
                + " FROM pg_event_trigger WHERE evtenabled <> 'D' AND pg_has_role(evtowner, 'USAGE') ORDER BY evtname";
        Map<String, String> states = new LinkedHashMap<>();
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                states.put(Identifiers.quote(row.getString(1)), row.getString(2));
            }
        }
        return states;
    }
}
