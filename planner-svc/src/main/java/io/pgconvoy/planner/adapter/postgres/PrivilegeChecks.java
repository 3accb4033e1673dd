package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Whether the two roles may do what a clone does. Looks, and tries nothing. */
final class PrivilegeChecks {
    private static final String OF_USERS = CatalogReader.OF_USERS;

    private final Connection source;
    private final Connection target;
    private final Findings findings;

    PrivilegeChecks(Connection source, Connection target, Findings findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    void run(CloneSpec spec, LeftOut leftOut) throws SQLException {
        String reader = Rows.text(source, "SELECT current_user");
        checkSchemas(reader, leftOut);
        checkTables(reader, leftOut);
        if (!spec.skips(Skip.LARGE_OBJECTS)) {
            checkLargeObjects(reader);
        }
        checkRowSecurity(reader, leftOut);
        String writer = Rows.text(target, "SELECT current_user");
        checkCreate(writer);
        checkPublicSchema(writer);
        if (!spec.skips(Skip.DB_PROPERTIES)) {
            checkDatabaseOwner(spec, writer);
        }
        checkOwnership(writer, new RoleQueries(spec, leftOut).owners(source));
    }

    private void checkSchemas(String reader, LeftOut leftOut) throws SQLException {
        List<String> schemas = Rows.texts(
                source,
                "SELECT quote_ident(n.nspname) FROM pg_namespace n WHERE " + OF_USERS
                        + " AND NOT has_schema_privilege(n.oid, 'USAGE') AND "
                        + leftOut.keeps(LeftOut.NAMESPACE, "n.oid") + " ORDER BY 1");
        if (!schemas.isEmpty()) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + reader + " may not use schema " + Findings.some(schemas) + " on the source",
                    "on the source: GRANT USAGE ON SCHEMA " + String.join(", ", Findings.first(schemas)) + " TO "
                            + Identifiers.quote(reader));
        }
    }

    /** What rows are copied of, and what pg_dump locks. */
    private void checkTables(String reader, LeftOut leftOut) throws SQLException {
        List<String> unreadable = Rows.texts(
                source,
                "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c"
                        + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'S')"
                        + " AND c.relpersistence IN ('p', 'u') AND " + OF_USERS + " AND "
                        + CatalogReader.notOfExtension("pg_class", "c.oid")
                        + " AND NOT has_table_privilege(c.oid, 'SELECT') AND " + leftOut.keepsRelation("c.oid")
                        + " ORDER BY 1");
        if (!unreadable.isEmpty()) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + reader + " may not read " + Findings.some(unreadable) + " on the source",
                    "on the source: GRANT SELECT ON " + String.join(", ", Findings.first(unreadable)) + " TO "
                            + Identifiers.quote(reader));
        }
    }

    private void checkLargeObjects(String reader) throws SQLException {
        List<String> unreadable = Rows.texts(
                source,
                "SELECT m.oid FROM pg_largeobject_metadata m WHERE NOT pg_has_role(m.lomowner, 'USAGE')"
                        + " AND current_setting('lo_compat_privileges') = 'off'"
                        + " AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AND NOT EXISTS"
                        + " (SELECT FROM aclexplode(m.lomacl) a WHERE a.privilege_type = 'SELECT'"
                        + " AND (a.grantee = 0 OR pg_has_role(a.grantee, 'USAGE'))) ORDER BY m.oid");
        if (!unreadable.isEmpty()) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + reader + " may not read large object " + Findings.some(unreadable) + " on the source",
                    "on the source: GRANT SELECT ON LARGE OBJECT " + String.join(", ", Findings.first(unreadable))
                            + " TO " + Identifiers.quote(reader));
        }
    }

    private void checkRowSecurity(String reader, LeftOut leftOut) throws SQLException {
        List<String> tables = Rows.texts(
                source,
                "SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) FROM pg_class c JOIN pg_namespace n"
                        + " ON n.oid = c.relnamespace JOIN pg_roles r ON r.rolname = current_user WHERE c.relkind = 'r'"
                        + " AND c.relrowsecurity AND NOT r.rolsuper AND NOT r.rolbypassrls"
                        + " AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE')) AND " + OF_USERS
                        + " AND " + leftOut.keepsRelation("c.oid") + " AND " + leftOut.fills("c.oid") + " ORDER BY 1");
        if (!tables.isEmpty()) {
            findings.add(
                    ErrorCode.RLS_ACTIVE,
                    "row-level security hides rows of " + Findings.some(tables) + " from role " + reader
                            + " on the source",
                    "on the source: ALTER ROLE " + Identifiers.quote(reader) + " BYPASSRLS");
        }
    }

    private void checkCreate(String writer) throws SQLException {
        if (!isTrue(target, "SELECT has_database_privilege(current_database(), 'CREATE')")) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + writer + " may not create schemas in the target database",
                    "on the target: GRANT CREATE ON DATABASE " + quotedTarget() + " TO " + Identifiers.quote(writer));
        }
    }

    /** Since PostgreSQL 15 only its owner may create in it. */
    private void checkPublicSchema(String writer) throws SQLException {
        boolean used = isTrue(
                source,
                "SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = p.oid) OR EXISTS (SELECT FROM pg_proc"
                        + " WHERE pronamespace = p.oid) OR EXISTS (SELECT FROM pg_type WHERE typnamespace = p.oid)"
                        + " FROM pg_namespace p WHERE p.nspname = 'public'");
        boolean mayCreate = isTrue(
                target,
                "SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = 'public'"
                        + " UNION ALL SELECT true LIMIT 1");
        if (used && !mayCreate) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + writer + " may not create objects in schema public on the target",
                    "on the target: GRANT CREATE ON SCHEMA public TO " + Identifiers.quote(writer));
        }
    }

    private void checkDatabaseOwner(CloneSpec spec, String writer) throws SQLException {
        boolean settings = isTrue(
                source,
                "SELECT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase"
                        + " WHERE d.datname = current_database())");
        boolean comment = !CloneSpec.isOn(spec.noComments())
                && isTrue(
                        source,
                        "SELECT shobj_description(oid, 'pg_database') IS NOT NULL FROM pg_database"
                                + " WHERE datname = current_database()");
        boolean owner = isTrue(
                target, "SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()");
        if ((settings || comment) && !owner) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + writer + " does not own the target database, and the source database has "
                            + (settings ? "settings" : "a comment") + " to be carried over",
                    "on the target: ALTER DATABASE " + quotedTarget() + " OWNER TO " + Identifiers.quote(writer));
        }
    }

    private void checkOwnership(String writer, List<String> owners) throws SQLException {
        List<String> foreign = Rows.texts(
                        target, "SELECT rolname FROM pg_roles WHERE NOT pg_has_role(oid, 'MEMBER') ORDER BY rolname")
                .stream()
                .filter(owners::contains)
                .toList();
        if (!foreign.isEmpty()) {
            List<String> quoted =
                    Findings.first(foreign).stream().map(Identifiers::quote).toList();
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + writer + " is no member of " + Findings.some(foreign)
                            + " on the target and cannot make objects that belong there",
                    "on the target: GRANT " + String.join(", ", quoted) + " TO " + Identifiers.quote(writer)
                            + "; or set clone.noOwner");
        }
    }

    private String quotedTarget() throws SQLException {
        return Identifiers.quote(Rows.text(target, "SELECT current_database()"));
    }

    private static boolean isTrue(Connection connection, String sql) throws SQLException {
        List<String> answer = Rows.texts(connection, sql);
        return !answer.isEmpty() && answer.getFirst().equals("t");
    }
}
