package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.AnalyzeTables;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.planner.domain.SourceCatalog.PartitionTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Plans the gathering of statistics: a job per large table and per partition tree, small tables share jobs. */
final class AnalyzePlanner {
    /** A job is one Kafka record of at most 1 MiB; a name may take 126 bytes and more with its escapes. */
    static final int MOST_LEAVES_NAMED = 2000;

    private AnalyzePlanner() {}

    /** @param tables largest first */
    static List<Job> jobs(List<SourceTable> tables, SourceCatalog catalog) {
        List<Job> jobs = new ArrayList<>();
        // ANALYZE of a table that foreign tables inherit from goes to their servers, which need not be reachable.
        Set<TableName> avoided = catalog.overForeignTables();
        List<PartitionTree> trees = catalog.partitionTrees().stream()
                .filter(tree -> !avoided.contains(tree.root()))
                .toList();
        Set<TableName> partitions = new HashSet<>();
        trees.forEach(tree -> partitions.addAll(tree.leaves()));
        List<SourceTable> alone = tables.stream()
                .filter(t -> !partitions.contains(t.name()) && !avoided.contains(t.name()))
                .toList();
        for (SourceTable table : alone) {
            if (table.bytes() >= JobPlanner.SMALL_TABLE) {
                jobs.add(new AnalyzeTables(
                        new JobId("analyze/" + Ids.of(table.name())),
                        Set.of(table.name()),
                        List.of(table.name()),
                        table.bytes()));
            }
        }
        List<SourceTable> small =
                alone.stream().filter(t -> t.bytes() < JobPlanner.SMALL_TABLE).toList();
        for (List<SourceTable> batch : Batches.of(small)) {
            List<TableName> names = batch.stream().map(SourceTable::name).toList();
            jobs.add(new AnalyzeTables(
                    new JobId("analyze-small/" + Ids.of(names.getFirst())),
                    new LinkedHashSet<>(names),
                    names,
                    batch.stream().mapToLong(SourceTable::bytes).sum()));
        }
        trees.forEach(tree -> jobs.add(ofTree(tree, tables)));
        return jobs;
    }

    /** ANALYZE of a partitioned table reads all its partitions and keeps their statistics too. */
    private static Job ofTree(PartitionTree tree, List<SourceTable> tables) {
        Set<TableName> leaves = new LinkedHashSet<>(tree.leaves());
        long bytes = tables.stream()
                .filter(t -> leaves.contains(t.name()))
                .mapToLong(SourceTable::bytes)
                .sum();
        // A job that names no table waits for all of them.
        Set<TableName> awaited = leaves.size() > MOST_LEAVES_NAMED ? Set.of() : leaves;
        return new AnalyzeTables(
                new JobId("analyze-partitioned/" + Ids.of(tree.root())), awaited, List.of(tree.root()), bytes);
    }
}
