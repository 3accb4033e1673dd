package io.pgconvoy.planner.adapter.postgres;

/** Which roles a database refers to. */
final class RoleQueries {
    /**
     * Owners of objects in this database. pg_shdepend leaves out the role that initdb made, which has another name on another
     * server: what it owns is looked for where it mostly is.
     */
    static final String OWNERS = "SELECT DISTINCT r.rolname FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid"
            + " WHERE s.refclassid = 'pg_authid'::regclass AND s.deptype = 'o' AND s.dbid ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " UNION SELECT pg_get_userbyid(10) WHERE EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relowner = 10 AND " + CatalogReader.OF_USERS + " AND "
            + CatalogReader.notOfExtension("pg_class", "c.oid")
            + ") OR EXISTS (SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE p.proowner = 10 AND "
            + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_proc", "p.oid")
            + ") OR EXISTS (SELECT FROM pg_namespace n WHERE n.nspowner = 10 AND n.nspname <> 'public' AND "
            + CatalogReader.OF_USERS + " AND " + CatalogReader.notOfExtension("pg_namespace", "n.oid") + ")";

    /** Roles with grants, policies or default privileges. */
    static final String GRANTEES = "SELECT DISTINCT r.rolname FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid"
            + " WHERE s.refclassid = 'pg_authid'::regclass AND s.deptype IN ('a', 'r', 'i') AND s.dbid ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())";

    private RoleQueries() {}
}
