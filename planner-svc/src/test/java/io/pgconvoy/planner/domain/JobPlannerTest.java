package io.pgconvoy.planner.domain;

import static io.pgconvoy.planner.domain.Tables.MIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.AnalyzeTables;
import io.pgconvoy.contract.Job.CopyLargeObjects;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.planner.domain.SourceCatalog.LargeObjects;
import io.pgconvoy.planner.domain.SourceCatalog.OidRange;
import io.pgconvoy.planner.domain.SourceCatalog.PartitionTree;
import io.pgconvoy.planner.domain.SourceTable.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JobPlannerTest {
    private static final KeySample EVEN = (table, column, parts) ->
            LongStream.range(1, parts).map(i -> i * 1000).toArray();

    private static Plan plan(SourceCatalog catalog) {
        return new JobPlanner(Tables.splitting(100 * MIB, 4), EVEN).plan(catalog, Generation.FIRST, true);
    }

    private static <T extends Job> List<T> jobs(Plan plan, Class<T> type) {
        return plan.jobs().stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static List<TableName> copied(Plan plan) {
        List<TableName> names = new ArrayList<>();
        jobs(plan, CopyTables.class).forEach(j -> j.copies().forEach(c -> names.add(c.table())));
        jobs(plan, CopyPart.class).stream()
                .filter(j -> j.part() == 1)
                .forEach(j -> names.add(j.copy().table()));
        return names;
    }

    @Test
    void everyTableIsCopiedOnce() {
        List<SourceTable> tables = List.of(
                Tables.table("empty", 0),
                Tables.table("small", 8192),
                Tables.table("medium", 5 * MIB),
                Tables.withKey("large", 1000 * MIB, true),
                Tables.table("heap", 400 * MIB));

        Plan plan = plan(Tables.catalog(tables));

        assertThat(copied(plan))
                .containsExactlyInAnyOrderElementsOf(
                        tables.stream().map(SourceTable::name).toList());
        assertThat(jobs(plan, CopyPart.class)).hasSize(5 + 4).allSatisfy(p -> {
            assertThat(p.copy().freeze()).isFalse();
            assertThat(p.parts()).isIn(4, 5);
        });
    }

    @Test
    void aWholeTableOfItsOwnIsFrozenAndSmallOnesThatShareAJobAreNot() {
        Plan plan = plan(Tables.catalog(List.of(Tables.table("small", 8192), Tables.table("medium", 5 * MIB))));

        assertThat(jobs(plan, CopyTables.class))
                .extracting(
                        j -> j.copies().getFirst().table().name(),
                        j -> j.copies().getFirst().freeze())
                .containsExactly(tuple("medium", true), tuple("small", false));
    }

    @Test
    void thousandsOfSmallTablesAreDozensOfJobs() {
        List<SourceTable> tables = IntStream.range(0, 2000)
                .mapToObj(i -> Tables.table("t" + i, 8192))
                .toList();
        List<SourceIndex> keys = IntStream.range(0, 2000)
                .mapToObj(i -> Tables.primaryKey("t" + i, "t" + i + "_pkey"))
                .toList();

        Plan plan = plan(Tables.catalog(tables, keys, List.of()));

        assertThat(copied(plan)).hasSize(2000);
        assertThat(plan.jobs()).hasSizeLessThan(110);
        assertThat(jobs(plan, CopyTables.class)).allMatch(j -> j.copies().size() <= 64);
    }

    @Test
    void aSharedJobStaysSmallInBytesAndInColumns() {
        List<Column> many = IntStream.range(0, 1600)
                .mapToObj(i -> new Column("column_" + i, Optional.empty()))
                .toList();
        List<SourceTable> tables = new ArrayList<>();
        IntStream.range(0, 20).forEach(i -> tables.add(Tables.table("half" + i, MIB / 2)));
        IntStream.range(0, 5).forEach(i -> tables.add(Tables.withColumns("wide" + i, many)));

        Plan plan = plan(Tables.catalog(tables));

        assertThat(copied(plan)).hasSize(25).doesNotHaveDuplicates();
        assertThat(jobs(plan, CopyTables.class)).allSatisfy(j -> {
            assertThat(j.estimatedBytes()).isLessThanOrEqualTo(4 * MIB);
            assertThat(j.copies().stream().mapToInt(c -> c.columns().size()).sum())
                    .isLessThanOrEqualTo(2000);
        });
    }

    @Test
    void thePlanIsTheSameInWhateverOrderTheCatalogIsRead() {
        List<SourceTable> tables = new ArrayList<>();
        IntStream.range(0, 300).forEach(i -> tables.add(Tables.table("t" + i, (i % 7) * 8192L)));
        tables.add(Tables.withKey("large", 500 * MIB, false));
        Plan wanted = plan(Tables.catalog(tables));

        Collections.shuffle(tables, new Random(7));

        assertThat(plan(Tables.catalog(tables))).isEqualTo(wanted);
    }

    @Test
    void differentTablesHaveDifferentJobsWhateverTheyAreCalled() {
        List<SourceTable> tables = new ArrayList<>();
        for (String name :
                List.of("a.b", "A.b", "a-b", "a/1", "a", "é", "e\u0301", "a b", "x".repeat(63), "a\n", "~", "T", "t")) {
            tables.add(Tables.withKey(name, 200 * MIB, false));
        }
        tables.add(new SourceTable(new TableName("public.a", "b"), 200 * MIB, 1, true, List.of(), Optional.empty()));
        tables.add(new SourceTable(new TableName("public", "a.b.c"), 200 * MIB, 1, true, List.of(), Optional.empty()));
        tables.add(new SourceTable(new TableName("public.a", "b.c"), 200 * MIB, 1, true, List.of(), Optional.empty()));

        Plan plan = plan(Tables.catalog(tables));

        assertThat(plan.jobs()).extracting(j -> j.id().value()).doesNotHaveDuplicates();
        assertThat(copied(plan)).hasSize(tables.size());
    }

    @Test
    void whatDependsOnTheSnapshotIsNamedAfterTheGenerationAndTheRestIsNot() {
        SourceCatalog catalog = new SourceCatalog(
                15,
                List.of(Tables.table("t", 8192), Tables.withKey("large", 500 * MIB, false)),
                List.of(),
                Set.of(),
                List.of(Tables.index("t", "i")),
                List.of(),
                new LargeObjects(List.of(new OidRange(1, 5, 3))),
                Map.of());

        Plan second = new JobPlanner(Tables.splitting(100 * MIB, 4), EVEN).plan(catalog, new Generation(2), false);

        assertThat(second.jobs()).extracting(Job::stage).containsOnly(Stage.COPY, Stage.LARGE_OBJECTS);
        assertThat(second.jobs()).allMatch(j -> j.id().value().startsWith("g2/"));
        assertThat(plan(catalog).jobs())
                .filteredOn(j -> j.stage() != Stage.COPY && j.stage() != Stage.LARGE_OBJECTS)
                .isNotEmpty()
                .noneMatch(j -> j.id().value().startsWith("g"));
        assertThat(jobs(second, CopyLargeObjects.class)).singleElement().matches(j -> j.lastOid() == 5);
    }

    @Test
    void whatIsSkippedHasNoJobs() {
        SourceCatalog catalog = new SourceCatalog(
                15,
                List.of(Tables.table("t", 8192)),
                List.of(),
                Set.of(Tables.name("p")),
                List.of(Tables.index("t", "i")),
                List.of(),
                new LargeObjects(List.of(new OidRange(1, 5, 3))),
                Map.of());

        Plan whole = plan(catalog);
        Plan less = new JobPlanner(Tables.skipping(Skip.LARGE_OBJECTS, Skip.ANALYZE), EVEN)
                .plan(catalog, Generation.FIRST, true);

        assertThat(whole.jobs())
                .extracting(Job::stage)
                .containsExactly(Stage.COPY, Stage.LARGE_OBJECTS, Stage.INDEX, Stage.ANALYZE);
        assertThat(less.jobs()).extracting(Job::stage).containsExactly(Stage.COPY, Stage.INDEX);
        assertThat(whole.decisions()).extracting(PlanDecision::decision).containsExactly("not analyzed");
        assertThat(less.decisions()).isEmpty();
    }

    @Test
    void aTableWithAColumnThatIsUnsafeInBinaryIsCopiedAsTextAndSaysWhichColumn() {
        SourceTable unsafe = Tables.withColumns(
                "docs",
                List.of(new Column("id", Optional.empty()), new Column("ts", Optional.of("tsvector is unchecked"))));

        Plan plan = plan(Tables.catalog(List.of(unsafe, Tables.table("plain", 8192))));

        assertThat(jobs(plan, CopyTables.class).getFirst().copies())
                .extracting(c -> c.table().name(), TableCopy::format)
                .containsExactlyInAnyOrder(tuple("docs", CopyFormat.TEXT), tuple("plain", CopyFormat.BINARY));
        assertThat(plan.decisions())
                .containsExactly(new PlanDecision(unsafe.name(), "text", "column ts: tsvector is unchecked"));
    }

    @Test
    void withoutBinaryEverythingIsTextAndNobodyWonders() {
        Plan plan = new JobPlanner(Tables.splitting(100 * MIB, 4, false), EVEN)
                .plan(Tables.catalog(List.of(Tables.table("t", 8192))), Generation.FIRST, true);

        assertThat(jobs(plan, CopyTables.class).getFirst().copies()).allMatch(c -> c.format() == CopyFormat.TEXT);
        assertThat(plan.decisions()).isEmpty();
    }

    @Test
    void decisionsAreBoundedAndSayHowManyAreLeftOut() {
        List<SourceTable> tables = IntStream.range(0, 5000)
                .mapToObj(i -> Tables.withColumns("t" + i, List.of(new Column("c", Optional.of("no binary form")))))
                .toList();

        List<PlanDecision> decisions = plan(Tables.catalog(tables)).decisions();

        assertThat(decisions).hasSize(1001);
        assertThat(decisions.getLast().reason()).endsWith("; and 3999 decisions more");
    }

    @Test
    void aPartitionTreeIsAnalyzedOnceAfterAllItsPartitions() {
        List<SourceTable> tables =
                List.of(Tables.table("p1", 5 * MIB), Tables.table("p2", 8192), Tables.table("other", 5 * MIB));
        PartitionTree tree = new PartitionTree(Tables.name("p"), List.of(Tables.name("p1"), Tables.name("p2")));

        Plan plan = plan(Tables.partitioned(tables, tree, Set.of()));

        assertThat(jobs(plan, AnalyzeTables.class))
                .extracting(AnalyzeTables::targets)
                .containsExactlyInAnyOrder(List.of(Tables.name("p")), List.of(Tables.name("other")));
        assertThat(jobs(plan, AnalyzeTables.class))
                .filteredOn(j -> j.targets().contains(Tables.name("p")))
                .singleElement()
                .matches(j -> j.tables().equals(Set.of(Tables.name("p1"), Tables.name("p2"))));
    }

    @Test
    void theAnalyzeJobOfAVastTreeFitsIntoARecordAndWaitsForEveryTable() {
        List<TableName> leaves =
                IntStream.range(0, 15_001).mapToObj(i -> Tables.name("p" + i)).toList();
        PartitionTree tree = new PartitionTree(Tables.name("p"), leaves);

        Plan plan = plan(Tables.partitioned(List.of(Tables.table("p1", 5 * MIB)), tree, Set.of()));

        AnalyzeTables job = jobs(plan, AnalyzeTables.class).getFirst();
        assertThat(job.targets()).containsExactly(Tables.name("p"));
        assertThat(job.tables()).isEmpty();
        assertThat(job.estimatedBytes()).isEqualTo(5 * MIB);
    }

    @Test
    void aTreeWithAForeignTableIsAnalyzedLeafByLeafAndSaysSo() {
        List<SourceTable> tables = List.of(Tables.table("p1", 5 * MIB), Tables.table("p2", 8192));
        PartitionTree tree = new PartitionTree(Tables.name("p"), List.of(Tables.name("p1"), Tables.name("p2")));

        Plan plan = plan(Tables.partitioned(tables, tree, Set.of(Tables.name("p"))));

        assertThat(jobs(plan, AnalyzeTables.class).stream().flatMap(j -> j.targets().stream()))
                .containsExactlyInAnyOrder(Tables.name("p1"), Tables.name("p2"));
        assertThat(plan.decisions()).extracting(PlanDecision::decision).containsExactly("not analyzed");
    }
}
