package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.postgres.Identifiers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a dumped schema needs to fit the target.
 *
 * @param missingTablespaces of the source that the target does not have: the default takes their place
 * @param extensionVersions version of each of the source's extensions that the target offers in that very version; of others the
 *     target's default version is made
 * @param standingSchemas schemas that the target has already and keeps
 * @param major of the target: settings that a newer pg_restore writes and this server does not know are left out
 */
record Fitting(
        Set<String> missingTablespaces, Map<String, String> extensionVersions, Set<String> standingSchemas, int major) {
    Fitting {
        missingTablespaces = Set.copyOf(missingTablespaces);
        extensionVersions = Map.copyOf(extensionVersions);
        standingSchemas = Set.copyOf(standingSchemas);
    }

    static Fitting of(CloneSpec spec, Connection source, Connection target) throws SQLException {
        return new Fitting(
                Tablespaces.missing(spec, source, target),
                extensionVersions(source, target),
                TargetContents.of(spec).standingSchemas(target),
                target.getMetaData().getDatabaseMajorVersion());
    }

    private static Map<String, String> extensionVersions(Connection source, Connection target) throws SQLException {
        Set<List<String>> wanted = pairs(source, "SELECT extname, extversion FROM pg_extension");
        if (wanted.isEmpty()) {
            return Map.of();
        }
        wanted.retainAll(pairs(target, "SELECT name, version FROM pg_available_extension_versions"));
        Map<String, String> versions = new HashMap<>();
        wanted.forEach(pair -> versions.put(pair.getFirst(), pair.getLast()));
        return versions;
    }

    private static Set<List<String>> pairs(Connection connection, String sql) throws SQLException {
        Set<List<String>> pairs = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                pairs.add(List.of(row.getString(1), row.getString(2)));
            }
        }
        return pairs;
    }

    /**
     * @param sql of pg_restore
     * @param bytes an encoding that keeps every byte: names may be in any
     */
    String applyTo(String sql, Charset bytes) {
        String fitted = major >= 17 ? sql : sql.replace("\nSET transaction_timeout = 0;\n", "\n");
        for (String tablespace : missingTablespaces) {
            for (String name : spellings(tablespace, bytes)) {
                fitted = fitted.replace(
                        "\nSET default_tablespace = " + name + ";\n", "\nSET default_tablespace = '';\n");
            }
        }
        for (Map.Entry<String, String> extension : extensionVersions.entrySet()) {
            for (String name : spellings(extension.getKey(), bytes)) {
                fitted = withVersion(fitted, name, extension.getValue());
            }
        }
        for (String schema : standingSchemas) {
            for (String name : spellings(schema, bytes)) {
                fitted = replaceFirst(
                        fitted, "\nCREATE SCHEMA " + name + ";\n", "\nCREATE SCHEMA IF NOT EXISTS " + name + ";\n");
            }
        }
        return fitted;
    }

    /** The first occurrence only: schemas come before what could hold such a line as text. */
    private static String replaceFirst(String sql, String line, String by) {
        int start = sql.indexOf(line);
        return start < 0 ? sql : sql.substring(0, start) + by + sql.substring(start + line.length());
    }

    /** pg_dump quotes a name only where it must. */
    private static Set<String> spellings(String name, Charset bytes) {
        Set<String> spellings = new HashSet<>();
        for (String spelling : List.of(name, Identifiers.quote(name))) {
            spellings.add(new String(spelling.getBytes(StandardCharsets.UTF_8), bytes));
        }
        return spellings;
    }

    /** The first occurrence only: extensions come before what could hold such a line as text. */
    private static String withVersion(String sql, String extension, String version) {
        int start = sql.indexOf("\nCREATE EXTENSION IF NOT EXISTS " + extension + " WITH SCHEMA ");
        int end = start < 0 ? -1 : sql.indexOf(";\n", start);
        return end < 0 ? sql : sql.substring(0, end) + " VERSION " + Identifiers.literal(version) + sql.substring(end);
    }
}
