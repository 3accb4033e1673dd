package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Skip;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which roles a clone refers to: of what is taken, and no more. */
final class RoleQueries {
    private static final String IN_THIS_DATABASE = "SELECT DISTINCT r.rolname FROM pg_shdepend s JOIN pg_roles r"
            + " ON r.oid = s.refobjid WHERE s.refclassid = 'pg_authid'::regclass AND s.dbid ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())";

    private final CloneSpec spec;
    private final LeftOut leftOut;

    RoleQueries(CloneSpec spec, LeftOut leftOut) {
        this.spec = spec;
        this.leftOut = leftOut;
    }

    /** Every role that must be on the target. */
    Set<String> wanted(Connection source) throws SQLException {
        Set<String> wanted = new TreeSet<>(owners(source));
        // Whom a policy is for is part of the policy, and no grant.
        String kinds = CloneSpec.isOn(spec.noACL()) ? "'r'" : "'a', 'r', 'i'";
        wanted.addAll(Rows.texts(source, IN_THIS_DATABASE + " AND s.deptype IN (" + kinds + ") AND " + taken()));
        return wanted;
    }

    /**
     * Owners of objects, where the target's are to have them. pg_shdepend leaves out the role that initdb made, which has another
     * name on another server: what it owns is looked for where it mostly is.
     */
    List<String> owners(Connection source) throws SQLException {
        if (CloneSpec.isOn(spec.noOwner())) {
            return List.of();
        }
        return Rows.texts(
                source,
                IN_THIS_DATABASE + " AND s.deptype = 'o' AND " + taken()
                        // Extensions belong to whoever makes them, on the target too.
                        + " AND s.classid <> 'pg_extension'::regclass AND NOT EXISTS (SELECT FROM pg_depend d"
                        + " WHERE d.classid = s.classid AND d.objid = s.objid AND d.deptype = 'e')"
                        + " UNION SELECT pg_get_userbyid(10) WHERE "
                        + ofTheFirst("pg_class", "c.relowner", "c.relnamespace", LeftOut.CLASS)
                        + " OR " + ofTheFirst("pg_proc", "c.proowner", "c.pronamespace", LeftOut.PROC)
                        + " OR EXISTS (SELECT FROM pg_namespace n WHERE n.nspowner = 10 AND n.nspname <> 'public' AND "
                        + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_namespace", "n.oid")
                        + " AND " + leftOut.keeps(LeftOut.NAMESPACE, "n.oid") + ")");
    }

    private String ofTheFirst(String catalog, String owner, String namespace, int left) {
        return "EXISTS (SELECT FROM " + catalog + " c JOIN pg_namespace n ON n.oid = " + namespace + " WHERE " + owner
                + " = 10 AND " + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension(catalog, "c.oid")
                + " AND " + leftOut.keeps(left, "c.oid") + ")";
    }

    private String taken() {
        return leftOut.keepsObject("s.classid", "s.objid")
                + (spec.skips(Skip.LARGE_OBJECTS) ? " AND s.classid <> 'pg_largeobject'::regclass" : "");
    }
}
