package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.TableName;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Job ids out of names that may hold anything. */
final class Ids {
    private static final int READABLE = 60;

    private Ids() {}

    /** Readable where the name is plain and short; always different for different names. */
    static String of(TableName name) {
        String plain = name.schema() + "." + name.name();
        boolean simple = plain.length() <= READABLE
                && name.schema().matches("[a-z0-9_]+")
                && name.name().matches("[a-z0-9_]+");
        if (simple) {
            return plain;
        }
        return distinct(plain, name.schema().length() + ":" + plain);
    }

    /** For what has a name within a table. */
    static String of(TableName table, String inner) {
        String plain = table.schema() + "." + table.name() + "/" + inner;
        return distinct(plain, table.schema().length() + ":" + table.name().length() + ":" + plain);
    }

    private static String distinct(String plain, String exact) {
        String readable = plain.replaceAll("[^A-Za-z0-9_.]", "-");
        return readable.substring(0, Math.min(READABLE, readable.length()))
                + "~"
                + UUID.nameUUIDFromBytes(exact.getBytes(StandardCharsets.UTF_8));
    }
}
