package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.postgres.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Whether the roles that a clone refers to are on the target, or can be made there where the request asks for it. */
final class RoleChecks {
    private final Connection source;
    private final Connection target;
    private final Findings findings;

    RoleChecks(Connection source, Connection target, Findings findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    void run(CloneSpec spec, LeftOut leftOut) throws SQLException {
        if (CloneSpec.isOn(spec.roles())) {
            checkMakeable(spec);
        } else {
            checkThere(spec, leftOut);
        }
    }

    private void checkThere(CloneSpec spec, LeftOut leftOut) throws SQLException {
        List<String> missing = new ArrayList<>(new RoleQueries(spec, leftOut).wanted(source));
        missing.removeAll(Rows.texts(target, "SELECT rolname FROM pg_roles"));
        if (!missing.isEmpty()) {
            List<String> quoted =
                    Findings.first(missing).stream().map(Identifiers::quote).toList();
            findings.add(
                    ErrorCode.ROLE_MISSING,
                    "the target has no role " + Findings.some(missing)
                            + ", which owns objects or has grants on the source",
                    "CREATE ROLE " + String.join("; CREATE ROLE ", quoted)
                            + "; or set clone.roles; or set clone.noOwner and clone.noACL");
        }
    }

    private void checkMakeable(CloneSpec spec) throws SQLException {
        Roles roles = Roles.withoutPasswords(source, target);
        if (roles.made().isEmpty()) {
            return;
        }
        boolean reads = Rows.text(source, "SELECT has_table_privilege('pg_catalog.pg_authid', 'SELECT')")
                .equals("t");
        if (!reads && !CloneSpec.isOn(spec.noRolePasswords())) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + Rows.text(source, "SELECT current_user")
                            + " may not read the passwords of roles (pg_authid) on the source",
                    "name a superuser for the source, or set clone.noRolePasswords");
        }
        if (RoleCopier.isSuperuser(target)) {
            return;
        }
        String writer = Rows.text(target, "SELECT current_user");
        if (Rows.text(target, "SELECT rolcreaterole FROM pg_roles WHERE rolname = current_user")
                .equals("f")) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + writer + " may not make roles on the target, which lacks "
                            + Findings.some(List.copyOf(new TreeMap<>(roles.made()).keySet())),
                    "on the target: ALTER ROLE " + Identifiers.quote(writer) + " CREATEROLE; or leave out clone.roles");
        }
        Set<String> given = given();
        List<String> powerful = new ArrayList<>();
        new TreeMap<>(roles.made()).forEach((name, role) -> {
            List<String> powers =
                    role.powers().stream().filter(p -> !given.contains(p)).toList();
            if (!powers.isEmpty()) {
                powerful.add(name + " (" + String.join(", ", powers) + ")");
            }
        });
        if (!powerful.isEmpty()) {
            findings.add(
                    ErrorCode.PRIVILEGE,
                    "role " + writer + " is no superuser on the target and cannot make " + Findings.some(powerful),
                    "name a superuser for the target, or make these roles there");
        }
    }

    /** What a role with CREATEROLE may give: since PostgreSQL 16 what it has itself. */
    private Set<String> given() throws SQLException {
        return target.getMetaData().getDatabaseMajorVersion() < 16
                ? Set.of("CREATEDB")
                : Set.copyOf(Rows.texts(
                        target,
                        "SELECT power FROM pg_roles, LATERAL (VALUES (rolcreatedb, 'CREATEDB'), (rolreplication, 'REPLICATION'),"
                                + " (rolbypassrls, 'BYPASSRLS')) p (has, power) WHERE rolname = current_user AND has"));
    }
}
