package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Carries over what belongs to the database itself and is in no archive: its settings, those of roles in it, its comment. The
 * target's own name stays.
 */
final class DatabaseSettings {
    /** Settings whose value is a list of names, quoted like identifiers. */
    private static final Set<String> LISTS = Set.of(
            "search_path",
            "temp_tablespaces",
            "local_preload_libraries",
            "session_preload_libraries",
            "shared_preload_libraries",
            "unix_socket_directories");

    private static final Pattern ELEMENT = Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")*)\"|([^,\\s]+))\\s*(?:,|$)");

    private DatabaseSettings() {}

    static void copy(CloneSpec spec, Connection source, Connection target) throws SQLException {
        if (spec.skips(Skip.DB_PROPERTIES)) {
            return;
        }
        String database = Identifiers.quote(Rows.text(target, "SELECT current_database()"));
        Set<String> roles = Set.copyOf(Rows.texts(target, "SELECT rolname FROM pg_roles"));
        List<String> statements = new ArrayList<>();
        String sql = "SELECT coalesce(r.rolname, ''), split_part(c, '=', 1), substr(c, strpos(c, '=') + 1)"
                + " FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase"
                + " LEFT JOIN pg_roles r ON r.oid = s.setrole CROSS JOIN LATERAL unnest(s.setconfig) c"
                + " WHERE d.datname = current_database() ORDER BY 1, 2";
        try (Statement query = source.createStatement();
                ResultSet row = query.executeQuery(sql)) {
            while (row.next()) {
                String role = row.getString(1);
                String whose = role.isEmpty()
                        ? "ALTER DATABASE " + database
                        : "ALTER ROLE " + Identifiers.quote(role) + " IN DATABASE " + database;
                if (role.isEmpty() || roles.contains(role)) {
                    statements.add(whose + " SET " + assignment(row.getString(2), row.getString(3)));
                }
            }
        }
        if (!CloneSpec.isOn(spec.noComments())) {
            Rows.texts(
                            source,
                            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()")
                    .stream()
                    .filter(comment -> !comment.isEmpty())
                    .forEach(comment ->
                            statements.add("COMMENT ON DATABASE " + database + " IS " + Identifiers.literal(comment)));
        }
        try (Statement statement = target.createStatement()) {
            for (String s : statements) {
                statement.execute(s);
            }
        }
    }

    /** {@code name TO value}, in a form that stores the very same text. */
    static String assignment(String name, String value) {
        String quotedName = String.join(
                ".", List.of(name.split("\\.")).stream().map(Identifiers::quote).toList());
        if (!LISTS.contains(name) || value.isBlank()) {
            return quotedName + " TO " + Identifiers.literal(value);
        }
        List<String> elements = new ArrayList<>();
        Matcher matcher = ELEMENT.matcher(value);
        while (matcher.find()) {
            String element = matcher.group(1) == null
                    ? matcher.group(2)
                    : matcher.group(1).replace("\"\"", "\"");
            elements.add(Identifiers.literal(element));
        }
        return quotedName + " TO " + String.join(", ", elements);
    }
}
