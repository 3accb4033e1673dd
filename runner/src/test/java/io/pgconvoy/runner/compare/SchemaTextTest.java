package io.pgconvoy.runner.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SchemaTextTest {
    private static final String TABLE =
            entry("a; Type: TABLE; Schema: s; Owner: x", "CREATE TABLE s.a (\n    id integer\n);");
    private static final String OTHER = entry("b; Type: TABLE; Schema: s; Owner: x", "CREATE TABLE s.b (\n);");
    private static final String RIGHTS = entry("TABLE a; Type: ACL; Schema: s; Owner: x", "GRANT 1;\nGRANT 2;");

    @Test
    void orderVersionAndRestrictKeyDoNotCount() {
        assertThat(SchemaText.entriesOf(dump("k1", "15.1", "", TABLE + OTHER + RIGHTS)))
                .isEqualTo(SchemaText.entriesOf(
                        dump("k2", "15.2", "", RIGHTS.replace("1;\nGRANT 2", "2;\nGRANT 1") + OTHER + TABLE)));
    }

    @Test
    void aLineOwnerOrTablespaceThatDiffersCounts() {
        var entries = SchemaText.entriesOf(dump("k", "15", "", TABLE));
        assertThat(entries).containsOnlyKeys("DATABASE", "TABLE s.a");
        assertThat(SchemaText.entriesOf(dump("k", "15", "", TABLE.replace("integer", "bigint"))))
                .isNotEqualTo(entries);
        assertThat(SchemaText.entriesOf(dump("k", "15", "", TABLE.replace("Owner: x", "Owner: y"))))
                .isNotEqualTo(entries);
        assertThat(SchemaText.entriesOf(dump("k", "15", "fast", TABLE))).isNotEqualTo(entries);
    }

    @Test
    void ourOwnSchemaIsLeftOut() {
        String ours = entry("pgconvoy; Type: SCHEMA; Schema: -; Owner: x", "CREATE SCHEMA pgconvoy;")
                + entry("receipts; Type: TABLE; Schema: pgconvoy; Owner: x", "CREATE TABLE pgconvoy.receipts ();")
                + entry("SCHEMA pgconvoy; Type: COMMENT; Schema: -; Owner: x", "COMMENT ON SCHEMA pgconvoy IS 'x';");
        assertThat(SchemaText.entriesOf(dump("k", "15", "", ours + TABLE)))
                .isEqualTo(SchemaText.entriesOf(dump("k", "15", "", TABLE)));
    }

    private static String entry(String title, String body) {
        return "--\n-- Name: " + title + "\n--\n\n" + body + "\n\n\n";
    }

    private static String dump(String key, String version, String tablespace, String entries) {
        return """
            --
            -- PostgreSQL database dump
            --

            \\restrict %s

            -- Dumped from database version %s

            SET client_encoding = 'UTF8';
            SET row_security = off;

            SET default_tablespace = '%s';

            %s
            --
            -- PostgreSQL database dump complete
            --

            \\unrestrict %1$s

            """.formatted(key, version, tablespace, entries);
    }
}
