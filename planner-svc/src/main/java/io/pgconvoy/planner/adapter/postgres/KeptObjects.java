package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.postgres.Receipts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Tables and large objects that the target had before the migration and keeps: whatever is emptied, they are not. */
final class KeptObjects {
    private static final String TABLE = Receipts.SCHEMA + ".kept_objects";

    private KeptObjects() {}

    /** Everything that is there now. */
    static void record(Connection target) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.execute(
                    "CREATE TABLE " + TABLE + " AS SELECT 'pg_class'::regclass::oid AS classid, c.oid AS objid"
                            + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND "
                            + CatalogReader.OF_USERS
                            + " UNION ALL SELECT 'pg_largeobject'::regclass::oid, oid FROM pg_largeobject_metadata");
        }
    }

    /** SQL that is true for an object that the migration brought. */
    static String excluded(Connection target, String catalog, String oid) throws SQLException {
        return Rows.text(target, "SELECT to_regclass('" + TABLE + "') IS NULL").equals("t")
                ? "true"
                : "NOT EXISTS (SELECT FROM " + TABLE + " k WHERE k.classid = '" + catalog + "'::regclass AND k.objid = "
                        + oid + ")";
    }
}
