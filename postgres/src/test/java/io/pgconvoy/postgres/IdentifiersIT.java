package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class IdentifiersIT {
    private static final String HOSTILE = "\"'\\;-/*$?%{}:@.,()[]\n\t\r éßб漢😀aAzZ09_";

    @Test
    void aQuotedNameAndStringStandForThemselvesOnARealServer(TestDatabase database) throws Exception {
        try (Connection connection = database.connect(SessionKind.ADMIN);
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            for (String name : names()) {
                TableName table = new TableName("s" + Character.toString(name.codePointAt(0)), name);
                statement.execute("CREATE SCHEMA IF NOT EXISTS " + Identifiers.quote(table.schema()));
                statement.execute(
                        "CREATE TABLE " + Identifiers.quote(table) + " (" + Identifiers.quote(name) + " int)");
                String query = "SELECT " + Identifiers.literal(name) + ", a.attname, c.relname, n.nspname"
                        + " FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                        + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE a.attnum = 1 AND c.oid = "
                        + Identifiers.literal(Identifiers.quote(table)) + "::regclass";
                try (ResultSet row = statement.executeQuery(query)) {
                    row.next();
                    assertThat(List.of(row.getString(1), row.getString(2), row.getString(3), row.getString(4)))
                            .containsExactly(name, name, name, table.schema());
                }
                statement.execute("DROP TABLE " + Identifiers.quote(table));
            }
        }
    }

    @Test
    void aStringReadsTheSameWithoutStandardConformingStrings(TestDatabase database) throws Exception {
        try (Connection connection = database.connect(SessionKind.ADMIN);
                Statement statement = connection.createStatement()) {
            statement.execute("SET standard_conforming_strings = off");
            statement.setEscapeProcessing(false);
            try (ResultSet row = statement.executeQuery("SELECT" + Identifiers.literal("a\\'b\\\\"))) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("a\\'b\\\\");
            }
        }
    }

    @Test
    void whatCannotBeQuotedIsRefused() {
        assertThatThrownBy(() -> Identifiers.quote("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Identifiers.quote("a\0b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Identifiers.literal("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    /** Reserved words, and random strings from the characters that matter, up to 63 bytes; the seed is fixed. */
    private static List<String> names() {
        List<String> names =
                new ArrayList<>(List.of("select", "User", " ", "\"", "'", "\\", "%I", "$1", "?", "a.b", "😀"));
        Random random = new Random(7);
        int[] characters = HOSTILE.codePoints().toArray();
        while (names.size() < 150) {
            StringBuilder name = new StringBuilder();
            int length = 1 + random.nextInt(20);
            for (int i = 0; i < length; i++) {
                name.appendCodePoint(characters[random.nextInt(characters.length)]);
            }
            if (name.toString().getBytes(StandardCharsets.UTF_8).length <= 60) {
                names.add(name.toString());
            }
        }
        return names;
    }
}
