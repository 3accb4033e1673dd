package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.postgres.ClientTools;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Looks for whatever would stop the migration later, on two open sessions, and changes nothing. Finds everything at once. */
final class Preflight {
    private static final int OLDEST_SOURCE = 13;
    private static final int NAMED = 20;

    private final Connection source;
    private final Connection target;
    private final List<Failure> findings = new ArrayList<>();

    Preflight(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    List<Failure> findings(Course course, ClientTools tools) throws SQLException {
        if (checkNotSame()) {
            return findings;
        }
        checkVersions(tools);
        checkEncoding();
        checkTargetEmpty();
        checkTargetPrivilege();
        checkSourcePrivileges();
        checkRowSecurity();
        checkExtensions();
        checkRoles(course.spec().cloning());
        return findings;
    }

    /** The same cluster and database, whatever the two endpoints are called. */
    private boolean checkNotSame() throws SQLException {
        String sql = "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid FROM pg_database"
                + " WHERE datname = current_database()";
        boolean same = Rows.text(source, sql).equals(Rows.text(target, sql));
        if (same) {
            find(
                    ErrorCode.SAME_DATABASE,
                    "source and target are the same database (system identifier/oid " + Rows.text(source, sql) + ")",
                    "name another target database");
        }
        return same;
    }

    private void checkVersions(ClientTools tools) throws SQLException {
        int from = source.getMetaData().getDatabaseMajorVersion();
        int to = target.getMetaData().getDatabaseMajorVersion();
        if (from < OLDEST_SOURCE) {
            find(
                    ErrorCode.VERSION_PAIR,
                    "the source is PostgreSQL " + from + ", older than " + OLDEST_SOURCE,
                    "upgrade it first, or use pg_dump");
        }
        if (to < from) {
            find(
                    ErrorCode.VERSION_PAIR,
                    "the target is PostgreSQL " + to + ", older than the source's " + from,
                    "choose a target of major version " + from + " or newer");
        }
        if (tools.major() < from) {
            find(
                    ErrorCode.CLIENT_TOOLS,
                    "pg_dump is of major version " + tools.major() + ", too old for the source's " + from,
                    "install postgresql-client-" + from + " or newer where the planner runs");
        }
    }

    private void checkEncoding() throws SQLException {
        String sql = "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()";
        String from = Rows.text(source, sql);
        String to = Rows.text(target, sql);
        if (!from.equals(to) && (from.equals("SQL_ASCII") || to.equals("SQL_ASCII"))) {
            find(
                    ErrorCode.ENCODING_MISMATCH,
                    "the source database is in " + from + ", the target in " + to
                            + ": the bytes of SQL_ASCII cannot be converted",
                    "create the target database with ENCODING '" + from + "' TEMPLATE template0");
        }
    }

    private void checkTargetEmpty() throws SQLException {
        List<String> objects = Rows.texts(
                target,
                "SELECT 'schema ' || quote_ident(n.nspname) FROM pg_namespace n WHERE " + CatalogReader.OF_USERS
                        + " AND n.nspname <> 'public' AND " + CatalogReader.notOfExtension("pg_namespace", "n.oid")
                        + " UNION ALL SELECT CASE c.relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'materialized view '"
                        + " WHEN 'S' THEN 'sequence ' WHEN 'f' THEN 'foreign table ' WHEN 'c' THEN 'type ' ELSE 'table ' END"
                        + " || quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n"
                        + " ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f', 'c') AND "
                        + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_class", "c.oid")
                        + " UNION ALL SELECT 'function ' || quote_ident(n.nspname) || '.' || quote_ident(p.proname)"
                        + " FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE "
                        + CatalogReader.OF_USERS
                        + " AND " + CatalogReader.notOfExtension("pg_proc", "p.oid")
                        + " UNION ALL SELECT 'type ' || quote_ident(n.nspname) || '.' || quote_ident(t.typname) FROM pg_type t"
                        + " JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype IN ('e', 'd', 'r') AND "
                        + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_type", "t.oid")
                        + " UNION ALL SELECT 'large object ' || oid FROM (SELECT oid FROM pg_largeobject_metadata LIMIT 21) lo");
        if (!objects.isEmpty()) {
            find(
                    ErrorCode.TARGET_NOT_EMPTY,
                    "the target database is not empty: it has " + objects.size() + " objects: " + some(objects),
                    "name an empty database, or drop and create this one");
        }
        List<String> busy = Rows.texts(target, "SELECT nspname FROM pg_namespace WHERE nspname = 'pgconvoy'");
        if (!busy.isEmpty()) {
            find(
                    ErrorCode.TARGET_BUSY,
                    "the target database has a schema pgconvoy: another migration uses it, or left it behind",
                    "wait for that migration or cancel it; if none is left: DROP SCHEMA pgconvoy CASCADE");
        }
    }

    private void checkTargetPrivilege() throws SQLException {
        if (!Rows.text(target, "SELECT has_database_privilege(current_database(), 'CREATE')")
                .equals("t")) {
            find(
                    ErrorCode.PRIVILEGE,
                    "role " + Rows.text(target, "SELECT current_user")
                            + " may not create schemas in the target database",
                    "GRANT CREATE ON DATABASE " + Identifiers.quote(Rows.text(target, "SELECT current_database()"))
                            + " TO " + Identifiers.quote(Rows.text(target, "SELECT current_user")));
        }
    }

    private void checkSourcePrivileges() throws SQLException {
        String role = Identifiers.quote(Rows.text(source, "SELECT current_user"));
        for (String schema : Rows.texts(
                source,
                "SELECT n.nspname FROM pg_namespace n WHERE " + CatalogReader.OF_USERS
                        + " AND NOT has_schema_privilege(n.oid, 'USAGE')")) {
            find(
                    ErrorCode.PRIVILEGE,
                    "role " + role + " may not use schema " + schema + " on the source",
                    "GRANT USAGE ON SCHEMA " + Identifiers.quote(schema) + " TO " + role);
        }
        String unreadable = "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE c.relkind IN ('r', 'S') AND c.relpersistence IN ('p', 'u') AND " + CatalogReader.OF_USERS
                + " AND "
                + CatalogReader.notOfExtension("pg_class", "c.oid") + " AND NOT has_table_privilege(c.oid, 'SELECT')"
                + " ORDER BY 1, 2";
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(unreadable)) {
            while (row.next()) {
                TableName name = new TableName(row.getString(1), row.getString(2));
                find(
                        ErrorCode.PRIVILEGE,
                        "role " + role + " may not read " + name + " on the source",
                        "GRANT SELECT ON " + Identifiers.quote(name) + " TO " + role);
            }
        }
    }

    private void checkRowSecurity() throws SQLException {
        List<String> tables = Rows.texts(
                source,
                "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n"
                        + " ON n.oid = c.relnamespace JOIN pg_roles r ON r.rolname = current_user WHERE c.relkind = 'r'"
                        + " AND c.relrowsecurity AND NOT r.rolsuper AND NOT r.rolbypassrls"
                        + " AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE')) AND "
                        + CatalogReader.OF_USERS);
        if (!tables.isEmpty()) {
            find(
                    ErrorCode.RLS_ACTIVE,
                    "row-level security hides rows of " + some(tables) + " from the role on the source",
                    "ALTER ROLE " + Identifiers.quote(Rows.text(source, "SELECT current_user"))
                            + " BYPASSRLS, or connect as the owner");
        }
    }

    private void checkExtensions() throws SQLException {
        List<String> wanted = Rows.texts(source, "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'");
        List<String> there = Rows.texts(target, "SELECT name FROM pg_available_extensions");
        wanted.stream()
                .filter(e -> !there.contains(e))
                .forEach(e -> find(
                        ErrorCode.EXTENSION_MISSING,
                        "extension " + e + " of the source cannot be installed on the target",
                        "install the package of " + e + " on the target's server"));
    }

    private void checkRoles(CloneSpec spec) throws SQLException {
        List<String> there = Rows.texts(target, "SELECT rolname FROM pg_roles");
        List<String> wanted = new ArrayList<>();
        if (!CloneSpec.isOn(spec.noOwner())) {
            wanted.addAll(Rows.texts(source, RoleQueries.OWNERS));
        }
        if (!CloneSpec.isOn(spec.noACL())) {
            wanted.addAll(Rows.texts(source, RoleQueries.GRANTEES));
        }
        List<String> missing = wanted.stream()
                .distinct()
                .filter(r -> !there.contains(r))
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            find(
                    ErrorCode.ROLE_MISSING,
                    "the target has no role " + some(missing) + ", which owns objects or has grants on the source",
                    "CREATE ROLE "
                            + String.join(
                                    "; CREATE ROLE ",
                                    missing.stream()
                                            .limit(NAMED)
                                            .map(Identifiers::quote)
                                            .toList())
                            + "; or set clone.noOwner and clone.noACL");
        }
    }

    private void find(ErrorCode code, String what, String remedy) {
        findings.add(Failure.of(code, what, remedy));
    }

    private static String some(List<String> names) {
        String first = String.join(", ", names.stream().limit(NAMED).toList());
        return names.size() > NAMED ? first + " and " + (names.size() - NAMED) + " more" : first;
    }
}
