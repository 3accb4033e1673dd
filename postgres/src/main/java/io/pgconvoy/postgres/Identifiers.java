package io.pgconvoy.postgres;

import io.pgconvoy.contract.TableName;

/** The only quoting of names and strings in this project. What it returns stands for exactly what it was given, in any session. */
public final class Identifiers {
    private Identifiers() {}

    /** A delimited identifier. Always quoted, so that reserved words and case need no list. */
    public static String quote(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("PostgreSQL has no empty identifier");
        }
        return '"' + withoutNul(name).replace("\"", "\"\"") + '"';
    }

    /** {@code "schema"."name"}. */
    public static String quote(TableName table) {
        return quote(table.schema()) + "." + quote(table.name());
    }

    /** A string constant that reads the same whether or not {@code standard_conforming_strings} is on. */
    public static String literal(String value) {
        String quoted = "'" + withoutNul(value).replace("'", "''").replace("\\", "\\\\") + "'";
        return value.indexOf('\\') < 0 ? quoted : " E" + quoted;
    }

    private static String withoutNul(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("PostgreSQL has no text with a zero byte in it");
        }
        return text;
    }
}
