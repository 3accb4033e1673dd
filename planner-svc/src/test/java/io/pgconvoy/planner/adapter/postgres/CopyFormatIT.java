package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.local.LocalServer;
import io.pgconvoy.postgres.local.LocalServerSetup;
import io.pgconvoy.postgres.testing.TestDatabase;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of each table, on servers whose user types have other OIDs, and with its reason. */
class CopyFormatIT {
    private static final String[] SOURCE = {
        "CREATE EXTENSION hstore WITH SCHEMA public",
        "CREATE TYPE public.mood AS ENUM ('low', 'high')",
        "ALTER TYPE public.mood ADD VALUE 'mid' BEFORE 'high'",
        "CREATE DOMAIN public.positive AS int CHECK (VALUE > 0)",
        "CREATE DOMAIN public.numbers AS int[]",
        "CREATE TYPE public.plain_pair AS (a int, b text)",
        "CREATE TYPE public.pair AS (a int, m public.mood)",
        "CREATE TYPE public.prices AS RANGE (subtype = numeric)",
        "CREATE TYPE public.moods AS RANGE (subtype = public.mood)",
        "CREATE TABLE public.enum_alone AS SELECT 1 AS id, 'mid'::public.mood AS v",
        "CREATE TABLE public.domain_alone AS SELECT 1 AS id, 7::public.positive AS v, '{1,2}'::public.numbers AS w",
        "CREATE TABLE public.built_in_arrays AS SELECT '{{1,2},{3,NULL}}'::int[] AS v, ARRAY['[1,5)'::int4range] AS w",
        "CREATE TABLE public.composite_of_built_in AS SELECT ROW(1, 'x')::public.plain_pair AS v",
        "CREATE TABLE public.range_of_built_in AS SELECT '[1.50,2)'::public.prices AS v",
        "CREATE TABLE public.enum_array AS SELECT '{low,mid,NULL}'::public.mood[] AS v",
        "CREATE TABLE public.domain_array AS SELECT ARRAY[1, 2]::public.positive[] AS v",
        "CREATE TABLE public.composite_of_enum AS SELECT ROW(1, 'high')::public.pair AS v",
        "CREATE TABLE public.composite_array AS SELECT ARRAY[ROW(1, 'x')::public.plain_pair, NULL] AS v",
        "CREATE TABLE public.range_of_enum AS SELECT '[low,high)'::public.moods AS v",
        "CREATE TABLE public.names AS SELECT 'public.enum_alone'::regclass AS v, ARRAY['public.mood'::regtype] AS w",
        "CREATE TABLE public.search AS SELECT 'a b'::tsvector AS v",
        "CREATE TABLE public.extension_type AS SELECT 'a=>1'::public.hstore AS v",
        "CREATE TABLE public.rights AS SELECT relacl AS v FROM pg_class WHERE relname = 'pg_class'",
    };

    /** Empty for binary. */
    private static final Map<String, String> WHY = new TreeMap<>(Map.ofEntries(
            Map.entry("enum_alone", ""),
            Map.entry("domain_alone", ""),
            Map.entry("built_in_arrays", ""),
            Map.entry("composite_of_built_in", ""),
            Map.entry("range_of_built_in", ""),
            Map.entry("enum_array", "column v: public.mood[] holds public.mood, which is not built in"),
            Map.entry("domain_array", "column v: public.positive[] holds public.positive, which is not built in"),
            Map.entry("composite_of_enum", "column v: public.pair holds public.mood, which is not built in"),
            Map.entry(
                    "composite_array", "column v: public.plain_pair[] holds public.plain_pair, which is not built in"),
            Map.entry("range_of_enum", "column v: public.moods holds public.mood, which is not built in"),
            Map.entry("names", "column v: regclass is an OID in binary, which means something else on the target"),
            Map.entry("search", "column v: tsvector is not known to mean the same on every server in binary"),
            Map.entry(
                    "extension_type",
                    "column v: public.hstore is not built in, so its binary form may differ between servers"),
            Map.entry("rights", "column v: aclitem is not known to mean the same on every server in binary")));

    @TempDir
    Path folder;

    @ParameterizedTest(name = "from PostgreSQL {0}")
    @ValueSource(ints = {13, 14, 15})
    void c2_binaryWhereEveryServerReadsTheSameElseTextWithTheReason(int sourceMajor) throws Exception {
        assumeThat(LocalServerSetup.of(sourceMajor).bin().resolve("postgres")).isExecutable();
        try (LocalServer sourceServer = LocalServer.start(sourceMajor);
                LocalServer targetServer = LocalServer.start(15)) {
            TestDatabase source = TestDatabase.on(sourceServer, "a");
            TestDatabase target = TestDatabase.on(targetServer, "b");
            source.execute(SOURCE);
            useUpOids(targetServer);

            Plan plan = WholeClone.run(new TestMigration(folder, "m"), source.uri(), target.uri(), CloneSpec.DEFAULTS);

            assertThat(reasons(plan)).isEqualTo(WHY);
            String oid = "SELECT oid FROM pg_type WHERE typname = 'mood'";
            assertThat(target.value(oid)).isNotEqualTo(source.value(oid));
            assertThat(Sides.contents(target.endpoint())).isEqualTo(Sides.contents(source.endpoint()));
        }
    }

    /** The same statements then give other OIDs here; each enum label takes one. */
    private static void useUpOids(LocalServer server) {
        server.createDatabase("other");
        server.execute("other", "CREATE TYPE public.taker AS ENUM ('1', '2', '3', '4', '5', '6', '7')");
    }

    private static Map<String, String> reasons(Plan plan) {
        Map<String, String> reasons = new TreeMap<>();
        plan.jobs().stream()
                .filter(CopyTables.class::isInstance)
                .flatMap(job -> ((CopyTables) job).copies().stream())
                .forEach(copy -> reasons.put(
                        copy.table().name(), copy.format() == CopyFormat.BINARY ? "" : "text for no reason"));
        Map<TableName, String> said = plan.decisions().stream()
                .filter(d -> d.decision().equals("text"))
                .collect(Collectors.toMap(PlanDecision::table, PlanDecision::reason));
        said.forEach((table, why) -> assertThat(reasons.put(table.name(), why)).isEqualTo("text for no reason"));
        return reasons;
    }
}
