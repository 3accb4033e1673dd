package io.pgconvoy.planner.adapter.postgres;

/** Which roles a database refers to. */
final class RoleQueries {
    /** Owners and other roles that objects of this database depend on; pg_shdepend does not list built-in superusers. */
    static final String OWNERS = "SELECT DISTINCT r.rolname FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid"
            + " WHERE s.refclassid = 'pg_authid'::regclass AND s.deptype = 'o' AND s.dbid ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())";

    /** Roles with grants, policies or default privileges. */
    static final String GRANTEES = "SELECT DISTINCT r.rolname FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid"
            + " WHERE s.refclassid = 'pg_authid'::regclass AND s.deptype IN ('a', 'r', 'i') AND s.dbid ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())";

    private RoleQueries() {}
}
