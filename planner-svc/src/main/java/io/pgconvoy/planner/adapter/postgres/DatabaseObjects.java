package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.planner.adapter.postgres.Dependents.Reference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every object of users that an archive makes with a statement of its own, but schemas and large objects. */
final class DatabaseObjects {
    /** Catalogs whose objects lie in schemas: name, column of the schema, and which of its rows. */
    private static final List<List<String>> IN_SCHEMAS = List.of(
            List.of("pg_class", "relnamespace", "o.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')"),
            // Arrays come with their elements, multiranges with their ranges, rows with their tables.
            List.of(
                    "pg_type",
                    "typnamespace",
                    "(o.typtype IN ('e', 'd', 'r', 'b') AND o.typcategory <> 'A' OR o.typtype = 'c' AND o.typrelid IN"
                            + " (SELECT oid FROM pg_class WHERE relkind = 'c'))"),
            List.of("pg_proc", "pronamespace", "true"),
            List.of("pg_operator", "oprnamespace", "true"),
            List.of("pg_opclass", "opcnamespace", "true"),
            List.of("pg_opfamily", "opfnamespace", "true"),
            List.of("pg_collation", "collnamespace", "true"),
            List.of("pg_conversion", "connamespace", "true"),
            List.of("pg_ts_config", "cfgnamespace", "true"),
            List.of("pg_ts_dict", "dictnamespace", "true"),
            List.of("pg_ts_parser", "prsnamespace", "true"),
            List.of("pg_ts_template", "tmplnamespace", "true"),
            List.of("pg_statistic_ext", "stxnamespace", "true"));

    private static final List<String> IN_NONE = List.of(
            "pg_cast",
            "pg_foreign_data_wrapper",
            "pg_foreign_server",
            "pg_event_trigger",
            "pg_publication",
            "pg_extension",
            "pg_language",
            "pg_am");

    /** PostgreSQL's own objects have lower OIDs, in every database. */
    private static final String MADE_BY_USERS = "o.oid >= 16384";

    private DatabaseObjects() {}

    /** What PostgreSQL calls an object: unambiguous in a database, and the same in another for the same object. */
    record Identity(String type, String name) {
        @Override
        public String toString() {
            return type + " " + name;
        }
    }

    static Map<Identity, Reference> of(Connection connection, LeftOut leftOut) throws SQLException {
        String sql = "SELECT o.classid, o.objid, i.type, i.identity FROM (" + all() + ") o (classid, objid)"
                + " CROSS JOIN LATERAL pg_identify_object(o.classid, o.objid, 0) i"
                // What belongs to an extension, or comes with another object and goes with it.
                + " WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = o.classid AND d.objid = o.objid"
                + " AND d.deptype IN ('e', 'i') AND (d.refclassid, d.refobjid) <> (o.classid, o.objid)) AND "
                + leftOut.keepsObject("o.classid", "o.objid")
                + " ORDER BY o.classid, o.objid";
        Map<Identity, Reference> objects = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                objects.put(
                        new Identity(row.getString(3), row.getString(4)),
                        new Reference((int) row.getLong(1), row.getLong(2)));
            }
        }
        return objects;
    }

    private static String all() {
        return Stream.concat(
                        IN_SCHEMAS.stream()
                                .map(c -> "SELECT '" + c.get(0) + "'::regclass::oid, o.oid FROM " + c.get(0)
                                        + " o JOIN pg_namespace n ON n.oid = o." + c.get(1) + " WHERE "
                                        + CatalogReader.OF_USERS + " AND " + c.get(2)),
                        IN_NONE.stream()
                                .map(c -> "SELECT '" + c + "'::regclass::oid, o.oid FROM " + c + " o WHERE "
                                        + MADE_BY_USERS))
                .collect(Collectors.joining(
                        " UNION ALL ",
                        "",
                        " UNION ALL SELECT 'pg_user_mapping'::regclass, umid FROM pg_user_mappings"));
    }

    /**
     * A statement that drops it with all that depends on it, and does nothing where it is not; empty for what goes with its
     * server.
     */
    static Optional<String> drop(Identity object) {
        if (object.type.equals("user mapping")) {
            return Optional.empty();
        }
        String keyword =
                switch (object.type) {
                    case "composite type" -> "TYPE";
                    case "foreign-data wrapper" -> "FOREIGN DATA WRAPPER";
                    case "statistics object" -> "STATISTICS";
                    case "function", "procedure", "aggregate" -> "ROUTINE";
                    default -> object.type.toUpperCase(Locale.ROOT);
                };
        return Optional.of("DROP " + keyword + " IF EXISTS " + object.name + " CASCADE");
    }
}
