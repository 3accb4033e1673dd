package io.pgconvoy.planner.domain;

import static io.pgconvoy.planner.domain.Tables.MIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.RunStatements;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BuildPlannerTest {
    private static List<RunStatements> jobs(
            Map<String, Long> bytes, List<SourceIndex> indexes, List<SourceForeignKey> keys) {
        Map<TableName, Long> sizes =
                bytes.entrySet().stream().collect(Collectors.toMap(e -> Tables.name(e.getKey()), Map.Entry::getValue));
        List<Job> jobs = new BuildPlanner(Tables.catalog(List.of(), indexes, keys), sizes).jobs();
        return jobs.stream().map(RunStatements.class::cast).toList();
    }

    private static List<String> sql(List<RunStatements> jobs, Stage stage) {
        return jobs.stream()
                .filter(j -> j.stage() == stage)
                .flatMap(j -> j.statements().stream())
                .map(Statement::sql)
                .toList();
    }

    @Test
    void eachIndexOfALargeTableIsAJobAndItsKeysTakeOverInOneMore() {
        List<RunStatements> jobs = jobs(
                Map.of("big", 5 * MIB),
                List.of(
                        Tables.primaryKey("big", "big_pkey"),
                        Tables.index("big", "big_a"),
                        Tables.index("big", "big_b")),
                List.of());

        assertThat(jobs)
                .extracting(j -> j.id().value(), Job::stage)
                .containsExactly(
                        tuple("index/public.big_pkey", Stage.INDEX),
                        tuple("index/public.big_a", Stage.INDEX),
                        tuple("index/public.big_b", Stage.INDEX),
                        tuple("constraint/public.big", Stage.CONSTRAINT));
        assertThat(jobs).allMatch(j -> j.tables().equals(Set.of(Tables.name("big"))));
        assertThat(sql(jobs, Stage.CONSTRAINT)).containsExactly("ALTER TABLE big ADD PRIMARY KEY USING big_pkey");
    }

    @Test
    void theIndexesOfSmallTablesShareJobsAndEachIsMadeBeforeItsKey() {
        List<SourceIndex> indexes = IntStream.range(0, 500)
                .mapToObj(i -> Tables.primaryKey("t" + i, "t" + i + "_pkey"))
                .toList();

        List<RunStatements> jobs = jobs(Map.of(), indexes, List.of());

        assertThat(jobs)
                .hasSize(10)
                .allMatch(j -> j.stage() == Stage.INDEX)
                .allMatch(j -> j.statements().size() == 100);
        List<String> all = sql(jobs, Stage.INDEX);
        assertThat(all).hasSize(1000).doesNotHaveDuplicates();
        for (int i = 0; i < 500; i++) {
            String index = "t" + i + "_pkey";
            assertThat(all.indexOf("CREATE UNIQUE INDEX " + index))
                    .isLessThan(all.indexOf("ALTER TABLE t" + i + " ADD PRIMARY KEY USING " + index));
        }
    }

    @Test
    void aSharedJobHoldsNotMuchMoreThanAHundredThousandCharacters() {
        List<SourceIndex> indexes = IntStream.range(0, 100)
                .mapToObj(i -> new SourceIndex(
                        Tables.name("t" + i),
                        Tables.name("i" + i),
                        0,
                        List.of(new Statement("index", "CREATE INDEX i" + i + " ON t ((" + "x".repeat(10_000) + "))")),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()))
                .toList();

        List<RunStatements> jobs = jobs(Map.of(), indexes, List.of());

        assertThat(sql(jobs, Stage.INDEX)).hasSize(100);
        assertThat(jobs)
                .allMatch(j ->
                        j.statements().stream().mapToInt(s -> s.sql().length()).sum() < 115_000);
    }

    @Test
    void indexesOfPartitionsAreAttachedFromTheLeavesUp() {
        List<SourceIndex> indexes = List.of(
                Tables.index("root", "root_i"),
                Tables.attached("mid", "mid_i", "root_i"),
                Tables.attached("leaf1", "leaf1_i", "mid_i"),
                Tables.attached("leaf2", "leaf2_i", "mid_i"),
                Tables.attached("other", "other_i", "root_i"));

        List<RunStatements> jobs = jobs(Map.of(), indexes, List.of());

        assertThat(sql(jobs, Stage.ATTACH))
                .containsExactly(
                        "ATTACH leaf1_i TO mid_i",
                        "ATTACH leaf2_i TO mid_i",
                        "ATTACH mid_i TO root_i",
                        "ATTACH other_i TO root_i");
    }

    @Test
    void thousandsOfAttachmentsAreSeveralJobs() {
        List<SourceIndex> indexes = new ArrayList<>(List.of(Tables.index("root", "root_i")));
        IntStream.range(0, 1200).forEach(i -> indexes.add(Tables.attached("p" + i, "p" + i + "_i", "root_i")));

        List<RunStatements> jobs = jobs(Map.of(), indexes, List.of());

        assertThat(jobs.stream().filter(j -> j.stage() == Stage.ATTACH)).hasSize(3);
        assertThat(sql(jobs, Stage.ATTACH)).hasSize(1200).doesNotHaveDuplicates();
    }

    @Test
    void foreignKeysAreAddedTogetherAndLargeOnesValidatedEachOnItsOwn() {
        List<RunStatements> jobs = jobs(
                Map.of(),
                List.of(),
                List.of(
                        Tables.foreignKey("small1", "a", 8192),
                        Tables.foreignKey("big", "b", 5 * MIB),
                        Tables.foreignKey("small2", "c", 8192),
                        Tables.checkedWhenAdded("not_valid", "d", 0)));

        assertThat(sql(jobs, Stage.FOREIGN_KEY)).containsExactly("ADD a", "ADD b", "ADD c", "ADD d");
        assertThat(jobs.stream().filter(j -> j.stage() == Stage.FOREIGN_KEY)).hasSize(1);
        assertThat(jobs.stream().filter(j -> j.stage() == Stage.VALIDATE))
                .extracting(j -> j.statements().stream().map(Statement::sql).toList(), Job::estimatedBytes)
                .containsExactly(tuple(List.of("VALIDATE b"), 5 * MIB), tuple(List.of("VALIDATE a", "VALIDATE c"), 0L));
    }

    @Test
    void aLargeKeyThatIsCheckedWhenItIsAddedIsAJobOfItsOwn() {
        List<RunStatements> jobs = jobs(
                Map.of(),
                List.of(),
                List.of(Tables.checkedWhenAdded("parts", "a", 5 * MIB), Tables.foreignKey("t", "b", 8192)));

        assertThat(jobs.stream().filter(j -> j.stage() == Stage.FOREIGN_KEY))
                .extracting(j -> j.statements().stream().map(Statement::sql).toList())
                .containsExactly(List.of("ADD a"), List.of("ADD b"));
    }

    @Test
    void keysOfTablesWithHostileNamesHaveJobsOfTheirOwn() {
        List<RunStatements> jobs = jobs(
                Map.of(),
                List.of(),
                List.of(
                        Tables.foreignKey("a/b", "c", 5 * MIB),
                        Tables.foreignKey("a", "b/c", 5 * MIB),
                        Tables.foreignKey("a", "b", 5 * MIB)));

        assertThat(jobs).extracting(j -> j.id().value()).doesNotHaveDuplicates();
    }
}
