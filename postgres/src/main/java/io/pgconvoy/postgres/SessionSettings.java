package io.pgconvoy.postgres;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings every session runs under, whatever role, database or server say. They are startup options, which win over
 * {@code ALTER ROLE} and {@code ALTER DATABASE}; what a server of an older major would refuse there, and what pgjdbc itself sends
 * with each connection, is set in a statement right after.
 */
final class SessionSettings {
    private SessionSettings() {}

    /** For the startup packet: {@code options=-c name=value ...}. */
    static Map<String, String> startup(SessionKind kind) {
        Map<String, String> settings = new LinkedHashMap<>();
        // Nothing of ours may be cut off by a limit that was meant for applications.
        settings.put("statement_timeout", "0");
        settings.put("lock_timeout", "0");
        settings.put("idle_in_transaction_session_timeout", "0");
        // Names are always qualified; a policy must make us fail, not filter.
        settings.put("search_path", "pg_catalog");
        settings.put("row_security", "off");
        // Text that leaves one server must mean the same on the other.
        settings.put("DateStyle", "ISO,MDY");
        settings.put("IntervalStyle", "postgres");
        settings.put("extra_float_digits", "3");
        settings.put("bytea_output", "hex");
        settings.put("array_nulls", "on");
        settings.put("xmloption", "content");
        settings.put("lc_monetary", "C");
        settings.put("standard_conforming_strings", "on");
        settings.put("quote_all_identifiers", "off");
        settings.put("transform_null_equals", "off");
        settings.put("default_transaction_isolation", "read committed");
        settings.put("default_transaction_deferrable", "off");
        settings.put("default_transaction_read_only", kind == SessionKind.SOURCE_READ ? "on" : "off");
        settings.put("client_min_messages", "warning");
        // Catalog queries are many and short.
        settings.put("jit", "off");
        if (kind == SessionKind.SOURCE_READ) {
            // Rows leave in heap order, so the target's order is the source's.
            settings.put("synchronize_seqscans", "off");
            // The connection budget counts sessions; a part does not take several processes.
            settings.put("max_parallel_workers_per_gather", "0");
        }
        if (kind == SessionKind.ADMIN) {
            settings.put("check_function_bodies", "off");
        }
        return settings;
    }

    /** One SELECT to run right after connecting. */
    static String afterConnect(int majorVersion) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("TimeZone", "UTC"); // pgjdbc sends the JVM's
        settings.put("DateStyle", "ISO,MDY"); // pgjdbc sends ISO alone, which keeps the role's order of day and month
        if (majorVersion >= 14) {
            settings.put("idle_session_timeout", "0");
        }
        if (majorVersion >= 17) {
            settings.put("transaction_timeout", "0");
        }
        return settings.entrySet().stream()
                .map(setting -> "set_config(%s, %s, false)"
                        .formatted(Identifiers.literal(setting.getKey()), Identifiers.literal(setting.getValue())))
                .collect(Collectors.joining(", ", "SELECT ", ""));
    }

    /** The form of libpq's {@code options}: blanks and backslashes in a value are escaped by a backslash. */
    static String asOptions(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> "-c " + setting.getKey() + "="
                        + setting.getValue().replace("\\", "\\\\").replace(" ", "\\ "))
                .collect(Collectors.joining(" "));
    }
}
