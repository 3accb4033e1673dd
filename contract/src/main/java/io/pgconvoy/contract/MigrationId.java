package io.pgconvoy.contract;

import java.util.regex.Pattern;

/** The name of one migration: key of every message about it. Lower case letters, digits and inner hyphens, 1 to 40 characters. */
public record MigrationId(String value) {
    private static final Pattern SHAPE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?");

    public MigrationId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "'" + value + "' is not a migration name: use 1 to 40 of a-z, 0-9 and inner '-'");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
