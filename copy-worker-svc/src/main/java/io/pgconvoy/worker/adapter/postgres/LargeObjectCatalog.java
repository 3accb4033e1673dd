package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.worker.application.WorkFailed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the catalogs say of large objects besides their contents. */
final class LargeObjectCatalog {
    private static final String RANGE = " WHERE m.oid BETWEEN (?::bigint)::oid AND (?::bigint)::oid ";

    private final Connection source;
    private final Connection target;

    LargeObjectCatalog(Connection source, Connection target) {
        this.source = source;
        this.target = target;
    }

    /**
     * @param ownPrivileges whether they were ever changed; the owner alone has all otherwise
     * @param grants in the catalog's order
     */
    record Entry(long oid, String owner, boolean ownPrivileges, Optional<String> comment, List<Grant> grants) {
        Stream<String> roles() {
            return Stream.concat(
                    Stream.of(owner),
                    grants.stream().flatMap(g -> Stream.concat(Stream.of(g.grantor()), g.grantee().stream())));
        }

        /** Statements that give the object on the target its owner, privileges and comment. */
        String dressing() {
            String object = " ON LARGE OBJECT " + oid;
            List<String> statements = new ArrayList<>();
            statements.add("ALTER LARGE OBJECT " + oid + " OWNER TO " + Identifiers.quote(owner));
            if (ownPrivileges) {
                statements.add("REVOKE ALL" + object + " FROM PUBLIC, " + Identifiers.quote(owner));
                grants.forEach(grant -> statements.addAll(grant.statements(object, owner)));
            }
            comment.ifPresent(text -> statements.add("COMMENT" + object + " IS " + Identifiers.literal(text)));
            return String.join("; ", statements);
        }
    }

    /** @param grantee empty for PUBLIC */
    record Grant(String grantor, Optional<String> grantee, String privilege, boolean grantable) {
        List<String> statements(String object, String owner) {
            String grant = "GRANT " + privilege + object + " TO "
                    + grantee.map(Identifiers::quote).orElse("PUBLIC") + (grantable ? " WITH GRANT OPTION" : "");
            return grantor.equals(owner)
                    ? List.of(grant)
                    : List.of("SET LOCAL ROLE " + Identifiers.quote(grantor), grant, "SET LOCAL ROLE NONE");
        }
    }

    List<Entry> entries(long firstOid, long lastOid) throws SQLException {
        Map<Long, List<Grant>> grants = grants(firstOid, lastOid);
        List<Entry> entries = new ArrayList<>();
        String sql = "SELECT m.oid::bigint, pg_get_userbyid(m.lomowner), m.lomacl IS NOT NULL,"
                + " obj_description(m.oid, 'pg_largeobject') FROM pg_largeobject_metadata m" + RANGE + "ORDER BY m.oid";
        try (PreparedStatement query = source.prepareStatement(sql);
                ResultSet row = rows(query, firstOid, lastOid)) {
            while (row.next()) {
                long oid = row.getLong(1);
                entries.add(new Entry(
                        oid,
                        row.getString(2),
                        row.getBoolean(3),
                        Optional.ofNullable(row.getString(4)),
                        grants.getOrDefault(oid, List.of())));
            }
        }
        return entries;
    }

    private Map<Long, List<Grant>> grants(long firstOid, long lastOid) throws SQLException {
        Map<Long, List<Grant>> grants = new LinkedHashMap<>();
        String sql = "SELECT m.oid::bigint, pg_get_userbyid(a.grantor),"
                + " CASE WHEN a.grantee <> 0 THEN pg_get_userbyid(a.grantee) END, a.privilege_type, a.is_grantable"
                + " FROM pg_largeobject_metadata m, aclexplode(m.lomacl) WITH ORDINALITY"
                + " AS a(grantor, grantee, privilege_type, is_grantable, n)" + RANGE + "ORDER BY m.oid, a.n";
        try (PreparedStatement query = source.prepareStatement(sql);
                ResultSet row = rows(query, firstOid, lastOid)) {
            while (row.next()) {
                grants.computeIfAbsent(row.getLong(1), oid -> new ArrayList<>())
                        .add(new Grant(
                                row.getString(2),
                                Optional.ofNullable(row.getString(3)),
                                row.getString(4),
                                row.getBoolean(5)));
            }
        }
        return grants;
    }

    Set<Long> presentOnTarget(long firstOid, long lastOid) throws SQLException {
        Set<Long> oids = new HashSet<>();
        try (PreparedStatement query =
                        target.prepareStatement("SELECT m.oid::bigint FROM pg_largeobject_metadata m" + RANGE);
                ResultSet row = rows(query, firstOid, lastOid)) {
            while (row.next()) {
                oids.add(row.getLong(1));
            }
        }
        return oids;
    }

    /** @throws WorkFailed ROLE_MISSING with all names, before anything is written */
    void requireRoles(List<Entry> entries) throws SQLException {
        Set<String> missing = new TreeSet<>();
        entries.forEach(entry -> entry.roles().forEach(missing::add));
        if (missing.isEmpty()) {
            return;
        }
        try (PreparedStatement query =
                target.prepareStatement("SELECT rolname FROM pg_roles WHERE rolname = ANY (?)")) {
            query.setArray(1, target.createArrayOf("name", missing.toArray()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    missing.remove(row.getString(1));
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new WorkFailed(Failure.of(
                    ErrorCode.ROLE_MISSING,
                    "large objects belong to or are granted to roles that the target does not have: "
                            + String.join(", ", missing),
                    missing.stream()
                            .map(role -> "CREATE ROLE " + Identifiers.quote(role) + ";")
                            .toArray(String[]::new)));
        }
    }

    private static ResultSet rows(PreparedStatement query, long firstOid, long lastOid) throws SQLException {
        query.setLong(1, firstOid);
        query.setLong(2, lastOid);
        return query.executeQuery();
    }
}
