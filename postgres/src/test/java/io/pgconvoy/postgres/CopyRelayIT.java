package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.testing.PostgresExtension;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PostgresExtension.class)
class CopyRelayIT {
    private static final TableName T = new TableName("public", "t");
    private static final String ALL_TYPES = """
            CREATE TYPE public.mood AS ENUM ('sad', 'it''s "ok"');
            CREATE TYPE public.pair AS (a int, b text);
            CREATE DOMAIN public.positive AS int CHECK (VALUE > 0);
            CREATE TABLE public.t (c1 int2, c2 int8, c3 numeric, c4 float8, c5 float4, c6 text, c7 bytea, c8 timestamptz,
              c9 interval, c10 jsonb, c11 uuid, c12 int[], c13 text[], c14 int4range, c15 inet, c16 varbit, c17 money, c18 xml,
              c19 date, c20 point, c21 bool, c22 char(5), c23 public.mood, c24 public.pair, c25 public.positive, c26 int4multirange,
              c27 macaddr8, c28 timetz, c29 "char", c30 json, c31 public.mood[], c32 int GENERATED ALWAYS AS (c1 + 1) STORED)""";
    private static final String COLUMNS =
            "c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14,c15,c16,c17,c18,c19,c20,c21,c22,c23,c24,c25,c26,c27,c28,c29,c30,c31";

    private static final String EXTREMES = """
            INSERT INTO public.t (%1$s) VALUES
             (-32768, 9223372036854775807, 'NaN', 'NaN', '-Infinity', E'tab\\t nl\\n cr\\r \\\\. \\\\N ''"', '\\x00ff5c', 'infinity',
              '-1 year 2 mons -3 days 04:05:06.789', '{"a": [1e400, "\\u00e9"]}', gen_random_uuid(), '[2:3][0:1]={{1,NULL},{3,4}}',
              '{"NULL",NULL,"a,b","\\"q\\""}', '(,5)', '::1/64', '101', -1234.56, '<a>&lt;</a>', '4713-01-01 BC', '(1e308,-0)', true,
              'ab', 'it''s "ok"', '(1,"x,y")', 1, '{[1,2),[5,)}', '08:00:2b:01:02:03:04:05', '23:59:59.999999-15:59', E'\\001',
              ' {"k":  1} ', '{sad,NULL}'),
             (32767, -9223372036854775808, 1e-300::numeric * 1e300, 5e-324, 1.17549435e-38, '', '', '-infinity', '178000000 years',
              'null', NULL, '{}', '{}', 'empty', '10.0.0.1', '', 0, '', '294276-12-31', '(NaN,Infinity)', false, '', 'sad', '(,)',
              2147483647, '{}', NULL, '00:00+00', '', '[]', '{}'),
             (%2$s)""".formatted(COLUMNS, "NULL" + ",NULL".repeat(30));

    @ParameterizedTest
    @EnumSource
    void everyKindOfValueArrivesEqual(CopyFormat format, TestDatabase source, TestDatabase target) throws Exception {
        source.execute(
                ALL_TYPES,
                EXTREMES,
                "INSERT INTO public.t SELECT * FROM public.t"
                        .replace("* FROM", COLUMNS + " FROM")
                        .replace("public.t SELECT", "public.t (" + COLUMNS + ") SELECT"));
        target.execute(ALL_TYPES);
        try (Relayed relayed = new Relayed(source, target)) {
            CopyRelay.Result result = relayed.whole(T, List.of(COLUMNS.split(",", -1)), format);
            assertThat(result.rows()).isEqualTo(6);
            assertThat(relayed.counters.rows()).isEqualTo(6);
            assertThat(relayed.counters.bytes()).isEqualTo(result.bytes()).isPositive();
        }
        assertSame(source, target);
    }

    @ParameterizedTest
    @EnumSource
    void manyRowsAndWideRowsArriveEqual(CopyFormat format, TestDatabase source, TestDatabase target) throws Exception {
        source.execute(
                "CREATE TABLE public.t AS SELECT g AS id, repeat(md5(g::text), CASE WHEN g % 3000 = 0 THEN 100000 ELSE 1 END)"
                        + " AS v FROM generate_series(1, 30000) g");
        target.execute("CREATE TABLE public.t (id int, v text)");
        try (Relayed relayed = new Relayed(source, target)) {
            assertThat(relayed.whole(T, List.of("id", "v"), format).rows()).isEqualTo(30_000);
            assertThat(relayed.counters.rows()).isEqualTo(30_000);
        }
        assertSame(source, target);
    }

    @Test
    void aValueLargerThanAllBuffersPasses(TestDatabase source, TestDatabase target) throws Exception {
        source.execute(
                "CREATE TABLE public.t (a int, v text)",
                "INSERT INTO public.t VALUES (1, repeat('0123456789abcdef', 9830400)), (2, 'x')");
        target.execute("CREATE TABLE public.t (a int, v text)");
        try (Relayed relayed = new Relayed(source, target)) {
            CopyRelay.Result result = relayed.whole(T, List.of("a", "v"), CopyFormat.BINARY);
            assertThat(result.bytes()).isGreaterThan(150 * 1024 * 1024);
        }
        assertThat(target.value("SELECT string_agg(a || ':' || md5(v), ',' ORDER BY a) FROM public.t"))
                .isEqualTo(source.value("SELECT string_agg(a || ':' || md5(v), ',' ORDER BY a) FROM public.t"));
    }

    @ParameterizedTest
    @EnumSource
    void c9_tablesWithoutRowsWithoutColumnsAndWithGeneratedColumnsOnlyWork(
            CopyFormat format, TestDatabase source, TestDatabase target) throws Exception {
        String tables = "CREATE TABLE public.t (); CREATE TABLE public.empty (a int);"
                + " CREATE TABLE public.generated (a int GENERATED ALWAYS AS (7) STORED)";
        source.execute(
                tables,
                "INSERT INTO public.t SELECT FROM generate_series(1, 3)",
                "INSERT INTO public.generated SELECT FROM generate_series(1, 2)");
        target.execute(tables);
        try (Relayed relayed = new Relayed(source, target)) {
            assertThat(relayed.whole(T, List.of(), format).rows()).isEqualTo(3);
            assertThat(relayed.whole(new TableName("public", "empty"), List.of("a"), format)
                            .rows())
                    .isZero();
            assertThat(relayed.whole(new TableName("public", "generated"), List.of(), format)
                            .rows())
                    .isEqualTo(2);
            assertThat(relayed.counters.rows()).isEqualTo(5);
        }
        assertThat(target.column("SELECT a FROM public.generated")).containsExactly("7", "7");
        assertThat(target.value("SELECT count(*) FROM public.t")).isEqualTo("3");
    }

    @Test
    void partsAreDisjointAndTogetherTheTablesOwnRows(TestDatabase source, TestDatabase target) throws Exception {
        String table = "CREATE TABLE public.t (\"K\" int, v text)";
        source.execute(
                table,
                "CREATE TABLE public.child () INHERITS (public.t)",
                "INSERT INTO public.child VALUES (1, 'child')",
                "INSERT INTO public.t SELECT g, repeat('x', 100) FROM generate_series(-500, 500) g",
                "INSERT INTO public.t VALUES (NULL, 'null'), (NULL, 'too')");
        target.execute(table);
        try (Relayed relayed = new Relayed(source, target)) {
            for (PartRange part : List.of(
                    new PartRange.KeyRange("K", OptionalLong.empty(), OptionalLong.of(-3)),
                    new PartRange.KeyRange("K", OptionalLong.of(-3), OptionalLong.of(99)),
                    new PartRange.KeyRange("K", OptionalLong.of(99), OptionalLong.empty()),
                    new PartRange.NullKeys("K"))) {
                relayed.part(T, List.of("K", "v"), part);
            }
            assertThat(digest(target)).isEqualTo(source.value(DIGEST.replace("FROM", "FROM ONLY")));
            target.execute("TRUNCATE public.t");
            relayed.part(T, List.of("K", "v"), new PartRange.CtidRange(0, OptionalLong.of(7)));
            relayed.part(T, List.of("K", "v"), new PartRange.CtidRange(7, OptionalLong.empty()));
            assertThat(digest(target)).isEqualTo(source.value(DIGEST.replace("FROM", "FROM ONLY")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void c10_bytesOfASqlAsciiDatabaseArriveAsTheyAre(CopyFormat format, LocalServer server) throws Exception {
        String encoding = " ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";
        server.execute("postgres", "CREATE DATABASE ascii_a" + encoding, "CREATE DATABASE ascii_b" + encoding);
        try (TestDatabase source = new TestDatabase(server, "ascii_a");
                TestDatabase target = new TestDatabase(server, "ascii_b")) {
            String table = "CREATE TABLE public.\"té\" (v text)";
            source.execute(table, "INSERT INTO public.\"té\" VALUES (convert_from('\\xff80fe41', 'SQL_ASCII')), ('é')");
            target.execute(table);
            try (Relayed relayed = new Relayed(source, target)) {
                relayed.whole(new TableName("public", "té"), List.of("v"), format);
                assertUtf8Again(relayed);
            }
            assertThat(target.column("SELECT encode(v::bytea, 'hex') FROM public.\"té\""))
                    .containsExactly("ff80fe41", "c3a9");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLatin1SourceArrivesInAUtf8Target(CopyFormat format, LocalServer server, TestDatabase target)
            throws Exception {
        server.execute(
                "postgres", "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
        try (TestDatabase source = new TestDatabase(server, "latin")) {
            String table = "CREATE TABLE public.\"té\" (v text)";
            source.execute(table, "INSERT INTO public.\"té\" VALUES ('grün')");
            target.execute(table);
            try (Relayed relayed = new Relayed(source, target)) {
                relayed.whole(new TableName("public", "té"), List.of("v"), format);
                assertUtf8Again(relayed);
            }
            assertThat(target.value("SELECT v FROM public.\"té\"")).isEqualTo("grün");
        }
    }

    @Test
    void aUnixSocketOnBothSidesAndFreezeWork(TestDatabase source, TestDatabase target) throws Exception {
        source.execute(
                "CREATE TABLE public.t AS SELECT g AS a, repeat('y', 500) AS v FROM generate_series(1, 20000) g");
        target.execute("CREATE TABLE public.t (a int, v text)");
        String socket = "?host=" + source.server().socketFolder() + "&user=postgres&port="
                + source.server().port();
        try (Relayed relayed = new Relayed(
                Endpoint.ofUri("postgresql:///" + source.name() + socket),
                Endpoint.ofUri("postgresql:///" + target.name() + socket),
                new CopyRelay())) {
            CopySql sql = CopySql.of(T, List.of("a", "v"), CopyFormat.BINARY, java.util.Optional.empty(), true);
            try (Statement statement = relayed.target.createStatement()) {
                statement.execute("TRUNCATE public.t");
            }
            assertThat(relayed.copy(sql.out(), sql.in()).rows()).isEqualTo(20_000);
            relayed.target.commit();
        }
        assertSame(source, target);
    }

    private static void assertUtf8Again(Relayed relayed) throws SQLException {
        for (var connection : List.of(relayed.source, relayed.target)) {
            try (Statement statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT current_setting('client_encoding')")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("UTF8");
            }
        }
    }

    private static final String DIGEST =
            "SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM public.t t";

    private static String digest(TestDatabase database) {
        return database.value(DIGEST);
    }

    private static void assertSame(TestDatabase source, TestDatabase target) {
        assertThat(digest(target)).isEqualTo(digest(source)).doesNotStartWith("0:");
    }
}
