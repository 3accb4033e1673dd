package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The roles of the source's server that the target's lacks, and the statements that make them there. Roles that are there stay
 * as they are; PostgreSQL's own are on every server.
 *
 * @param made by name
 */
record Roles(Map<String, Role> made) {
    private static final Map<String, String> OPTIONS = new TreeMap<>(Map.of(
            "rolsuper", "SUPERUSER",
            "rolinherit", "INHERIT",
            "rolcreaterole", "CREATEROLE",
            "rolcreatedb", "CREATEDB",
            "rolcanlogin", "LOGIN",
            "rolreplication", "REPLICATION",
            "rolbypassrls", "BYPASSRLS"));

    private static final Set<String> POWERS = Set.of("SUPERUSER", "REPLICATION", "BYPASSRLS", "CREATEDB");

    Roles {
        made = Map.copyOf(made);
    }

    /**
     * @param options of CREATE ROLE
     * @param password as the server stores it; empty where it has none, or none was asked for
     * @param powers those of the options that not everyone may give
     */
    record Role(String options, Optional<String> password, Optional<String> comment, List<String> powers) {}

    /** Never reads a password; for a look ahead. */
    static Roles withoutPasswords(Connection source, Connection target) throws SQLException {
        return read(source, target, false);
    }

    static Roles missing(CloneSpec spec, Connection source, Connection target) throws SQLException {
        return read(source, target, !CloneSpec.isOn(spec.noRolePasswords()));
    }

    private static Roles read(Connection source, Connection target, boolean passwords) throws SQLException {
        Set<String> there = Set.copyOf(Rows.texts(target, "SELECT rolname FROM pg_roles"));
        String sql = "SELECT *, rolvaliduntil::text AS until, shobj_description(oid, 'pg_authid') AS comment FROM "
                + (passwords ? "pg_authid" : "pg_roles") + " WHERE rolname !~ '^pg_'";
        Map<String, Role> missing = new LinkedHashMap<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                String name = row.getString("rolname");
                if (!there.contains(name)) {
                    missing.put(name, role(row, passwords));
                }
            }
        }
        return new Roles(missing);
    }

    private static Role role(ResultSet row, boolean passwords) throws SQLException {
        List<String> options = new ArrayList<>();
        List<String> powers = new ArrayList<>();
        for (Map.Entry<String, String> option : OPTIONS.entrySet()) {
            boolean on = row.getBoolean(option.getKey());
            options.add((on ? "" : "NO") + option.getValue());
            if (on && POWERS.contains(option.getValue())) {
                powers.add(option.getValue());
            }
        }
        options.add("CONNECTION LIMIT " + row.getInt("rolconnlimit"));
        Optional.ofNullable(row.getString("until"))
                .ifPresent(until -> options.add("VALID UNTIL " + Identifiers.literal(until)));
        return new Role(
                String.join(" ", options),
                passwords ? Optional.ofNullable(row.getString("rolpassword")) : Optional.empty(),
                Optional.ofNullable(row.getString("comment")),
                powers);
    }

    /** CREATE ROLE, settings, comments, memberships, in this order. */
    List<String> statements(CloneSpec spec, Connection source, Connection target) throws SQLException {
        List<String> statements = new ArrayList<>();
        made.forEach((name, role) -> {
            String quoted = Identifiers.quote(name);
            statements.add("CREATE ROLE " + quoted + " WITH " + role.options
                    + role.password
                            .map(p -> " PASSWORD " + Identifiers.literal(p))
                            .orElse(""));
            role.comment
                    .filter(comment -> !CloneSpec.isOn(spec.noComments()))
                    .ifPresent(comment ->
                            statements.add("COMMENT ON ROLE " + quoted + " IS " + Identifiers.literal(comment)));
        });
        statements.addAll(settings(source));
        statements.addAll(memberships(source, target));
        return statements;
    }

    private List<String> settings(Connection source) throws SQLException {
        String sql = "SELECT r.rolname, split_part(c, '=', 1), substr(c, strpos(c, '=') + 1) FROM pg_db_role_setting s"
                + " JOIN pg_roles r ON r.oid = s.setrole CROSS JOIN LATERAL unnest(s.setconfig) WITH ORDINALITY u (c, n)"
                + " WHERE s.setdatabase = 0 ORDER BY r.rolname, u.n";
        List<String> statements = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                if (made.containsKey(row.getString(1))) {
                    statements.add("ALTER ROLE " + Identifiers.quote(row.getString(1)) + " SET "
                            + DatabaseSettings.assignment(row.getString(2), row.getString(3)));
                }
            }
        }
        return statements;
    }

    /** Those that a role that is made takes part in, on either side. */
    private List<String> memberships(Connection source, Connection target) throws SQLException {
        boolean options = source.getMetaData().getDatabaseMajorVersion() >= 16;
        String sql = "SELECT g.rolname AS role, m.rolname AS member, bool_or(a.admin_option) AS admin"
                + (options ? ", bool_or(a.inherit_option) AS inherit, bool_or(a.set_option) AS set" : "")
                + " FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member"
                + " GROUP BY 1, 2 ORDER BY 1, 2";
        Set<String> there = Set.copyOf(Rows.texts(target, "SELECT rolname FROM pg_roles"));
        List<String> statements = new ArrayList<>();
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                String role = row.getString("role");
                String member = row.getString("member");
                boolean concerned = made.containsKey(role) || made.containsKey(member);
                if (concerned && isThere(role, there) && isThere(member, there)) {
                    String with = options
                            ? " WITH ADMIN " + row.getBoolean("admin") + ", INHERIT " + row.getBoolean("inherit")
                                    + ", SET " + row.getBoolean("set")
                            : row.getBoolean("admin") ? " WITH ADMIN OPTION" : "";
                    statements.add("GRANT " + Identifiers.quote(role) + " TO " + Identifiers.quote(member) + with);
                }
            }
        }
        return statements;
    }

    private boolean isThere(String role, Set<String> there) {
        return made.containsKey(role) || there.contains(role);
    }
}
