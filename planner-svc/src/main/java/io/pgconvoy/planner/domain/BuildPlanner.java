package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.RunStatements;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Plans index builds and constraints. Each index of a large table is a job of its own, so that they are built side by side;
 * primary and unique keys then take their index over. All of a small table's are one job, and small tables share jobs.
 */
final class BuildPlanner {
    private static final int MOST_STATEMENTS_IN_A_SHARED_JOB = 100;

    /** A job must fit into a Kafka record of 1 MiB several times over. */
    private static final int MOST_TEXT_IN_A_SHARED_JOB = 100_000;

    /** Attachments are short and quick. */
    private static final int MOST_ATTACHMENTS_IN_A_JOB = 500;

    private final SourceCatalog catalog;
    private final Map<TableName, Long> bytes;

    BuildPlanner(SourceCatalog catalog, Map<TableName, Long> bytes) {
        this.catalog = catalog;
        this.bytes = bytes;
    }

    List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        Map<TableName, List<SourceIndex>> byTable = new LinkedHashMap<>();
        catalog.indexes().forEach(i -> byTable.computeIfAbsent(i.table(), t -> new ArrayList<>())
                .add(i));
        Shared shared = new Shared();
        byTable.forEach((table, indexes) -> {
            if (sizeOf(table) >= JobPlanner.SMALL_TABLE) {
                jobs.addAll(ofLargeTable(table, indexes));
            } else {
                shared.add(table, indexes);
            }
        });
        jobs.addAll(shared.jobs());
        jobs.addAll(attachments());
        jobs.addAll(foreignKeys());
        return jobs;
    }

    private long sizeOf(TableName table) {
        return bytes.getOrDefault(table, 0L);
    }

    private List<Job> ofLargeTable(TableName table, List<SourceIndex> indexes) {
        List<Job> jobs = new ArrayList<>();
        for (SourceIndex index : indexes) {
            if (!index.build().isEmpty()) {
                jobs.add(new RunStatements(
                        new JobId("index/" + Ids.of(index.name())),
                        Stage.INDEX,
                        Set.of(table),
                        index.build(),
                        sizeOf(table) + index.bytes()));
            }
        }
        List<Statement> completions =
                indexes.stream().flatMap(i -> i.complete().stream()).toList();
        if (!completions.isEmpty()) {
            jobs.add(new RunStatements(
                    new JobId("constraint/" + Ids.of(table)),
                    Stage.CONSTRAINT,
                    Set.of(table),
                    completions,
                    sizeOf(table)));
        }
        return jobs;
    }

    /** Collects the indexes of small tables into few jobs. */
    private final class Shared {
        private final List<Job> jobs = new ArrayList<>();
        private final Set<TableName> tables = new LinkedHashSet<>();
        private final List<Statement> statements = new ArrayList<>();
        private long size;

        void add(TableName table, List<SourceIndex> indexes) {
            tables.add(table);
            size += sizeOf(table);
            indexes.forEach(i ->
                    Stream.concat(i.build().stream(), i.complete().stream()).forEach(statements::add));
            int text = statements.stream().mapToInt(s -> s.sql().length()).sum();
            if (statements.size() >= MOST_STATEMENTS_IN_A_SHARED_JOB || text >= MOST_TEXT_IN_A_SHARED_JOB) {
                flush();
            }
        }

        List<Job> jobs() {
            flush();
            return jobs;
        }

        private void flush() {
            if (!tables.isEmpty()) {
                String id = "index-small/" + Ids.of(tables.iterator().next());
                jobs.add(new RunStatements(new JobId(id), Stage.INDEX, tables, statements, size));
                tables.clear();
                statements.clear();
                size = 0;
            }
        }
    }

    /** Indexes of partitions become parts of their parents' indexes, deepest first so that each parent turns valid. */
    private List<Job> attachments() {
        Map<TableName, SourceIndex> byName = new LinkedHashMap<>();
        catalog.indexes().forEach(i -> byName.put(i.name(), i));
        List<Statement> statements = catalog.indexes().stream()
                .filter(i -> i.parent().isPresent())
                .sorted(Comparator.comparingInt((SourceIndex i) -> depth(i, byName))
                        .reversed()
                        .thenComparing(i -> i.parent().get())
                        .thenComparing(SourceIndex::name))
                .flatMap(i -> i.attach().stream())
                .toList();
        return numbered("attach", Stage.ATTACH, statements, MOST_ATTACHMENTS_IN_A_JOB);
    }

    private static int depth(SourceIndex index, Map<TableName, SourceIndex> byName) {
        int depth = 0;
        Optional<TableName> parent = index.parent();
        while (parent.isPresent()) {
            depth++;
            parent = Optional.ofNullable(byName.get(parent.get())).flatMap(SourceIndex::parent);
        }
        return depth;
    }

    /** Adding takes no time, except where PostgreSQL cannot add a key without checking the rows: then it is a job of its own. */
    private List<Job> foreignKeys() {
        List<Job> jobs = new ArrayList<>();
        List<Statement> add = new ArrayList<>();
        List<Statement> validate = new ArrayList<>();
        for (SourceForeignKey key : catalog.foreignKeys()) {
            boolean large = key.bytes() >= JobPlanner.SMALL_TABLE;
            if (large && key.validate().isEmpty()) {
                jobs.add(alone("foreign-key/", Stage.FOREIGN_KEY, key, key.add()));
                continue;
            }
            add.add(key.add());
            if (large) {
                jobs.add(alone("validate/", Stage.VALIDATE, key, key.validate().get()));
            } else {
                key.validate().ifPresent(validate::add);
            }
        }
        jobs.addAll(numbered("foreign-keys", Stage.FOREIGN_KEY, add, MOST_STATEMENTS_IN_A_SHARED_JOB));
        jobs.addAll(numbered("validate-small", Stage.VALIDATE, validate, MOST_STATEMENTS_IN_A_SHARED_JOB));
        return jobs;
    }

    private static List<Job> numbered(String id, Stage stage, List<Statement> statements, int most) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < statements.size(); i += most) {
            List<Statement> some = statements.subList(i, Math.min(statements.size(), i + most));
            jobs.add(new RunStatements(new JobId(id + "/" + (jobs.size() + 1)), stage, Set.of(), some, 0));
        }
        return jobs;
    }

    private static Job alone(String prefix, Stage stage, SourceForeignKey key, Statement statement) {
        String id = prefix + Ids.of(key.table(), key.name());
        return new RunStatements(new JobId(id), stage, Set.of(key.table()), List.of(statement), key.bytes());
    }
}
