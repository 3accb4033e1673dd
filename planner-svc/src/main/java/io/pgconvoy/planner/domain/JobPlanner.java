package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.AnalyzeTables;
import io.pgconvoy.contract.Job.CopyLargeObjects;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the source's catalog into jobs. Pure and deterministic: the same catalog, sample and request give the same plan. */
public final class JobPlanner {
    /** A smaller table shares its job with others: a job costs a few round trips, which a small table does not repay. */
    static final long SMALL_TABLE = 1L << 20;

    private static final int MOST_TABLES_IN_A_JOB = 64;
    private static final long MOST_BYTES_IN_A_SHARED_JOB = 4L << 20;

    private final CloneSpec spec;
    private final KeySample sample;

    public JobPlanner(CloneSpec spec, KeySample sample) {
        this.spec = spec;
        this.sample = sample;
    }

    public record Plan(List<Job> jobs, List<PlanDecision> decisions) {}

    /**
     * @param withBuilds also plan indexes, constraints and statistics, which do not depend on the generation
     */
    public Plan plan(SourceCatalog catalog, Generation generation, boolean withBuilds) {
        List<Job> jobs = new ArrayList<>();
        List<PlanDecision> decisions = new ArrayList<>();
        PartPlanner partPlanner = new PartPlanner(spec, catalog.majorVersion(), sample);
        List<SourceTable> tables = catalog.tables().stream()
                .sorted(Comparator.comparingLong(SourceTable::bytes).reversed().thenComparing(SourceTable::name))
                .toList();
        List<SourceTable> small = new ArrayList<>();
        for (SourceTable table : tables) {
            if (table.bytes() < SMALL_TABLE && (threshold() == 0 || table.bytes() < threshold())) {
                small.add(table);
            } else {
                jobs.addAll(copyJobs(table, partPlanner.cut(table), generation, decisions));
            }
        }
        jobs.addAll(sharedCopyJobs(small, generation, decisions));
        for (var range : catalog.largeObjects().ranges()) {
            jobs.add(new CopyLargeObjects(
                    new JobId("g" + generation + "/large-objects/" + range.firstOid()),
                    range.firstOid(),
                    range.lastOid(),
                    range.bytes()));
        }
        if (withBuilds) {
            jobs.addAll(new BuildPlanner(catalog, bytesByTable(tables)).jobs());
            jobs.addAll(analyzeJobs(tables, catalog.partitionedTables()));
        }
        return new Plan(List.copyOf(jobs), List.copyOf(decisions));
    }

    private long threshold() {
        return spec.splitTablesLargerThanOrDefault().bytes();
    }

    private List<Job> copyJobs(
            SourceTable table, PartPlanner.Cut cut, Generation generation, List<PlanDecision> decisions) {
        String id = "g" + generation + "/copy/" + Ids.of(table.name());
        if (!cut.why().isEmpty()) {
            decisions.add(new PlanDecision(table.name(), "whole", cut.why()));
        }
        CopyFormat format = format(table, decisions);
        if (cut.ranges().isEmpty()) {
            return List.of(new CopyTables(new JobId(id), List.of(copy(table, format, true, table.bytes()))));
        }
        List<Job> parts = new ArrayList<>();
        int count = cut.ranges().size();
        for (int i = 0; i < count; i++) {
            PartRange range = cut.ranges().get(i);
            long bytes = range instanceof PartRange.NullKeys ? 0 : table.bytes() / count;
            parts.add(new CopyPart(
                    new JobId(id + "/" + (i + 1)), copy(table, format, false, bytes), range, i + 1, count));
        }
        return parts;
    }

    private List<Job> sharedCopyJobs(List<SourceTable> small, Generation generation, List<PlanDecision> decisions) {
        List<Job> jobs = new ArrayList<>();
        for (List<SourceTable> batch : batches(small)) {
            List<TableCopy> copies = batch.stream()
                    .map(t -> copy(t, format(t, decisions), false, t.bytes()))
                    .toList();
            jobs.add(new CopyTables(
                    new JobId("g" + generation + "/copy-small/"
                            + Ids.of(batch.getFirst().name())),
                    copies));
        }
        return jobs;
    }

    private static List<List<SourceTable>> batches(List<SourceTable> tables) {
        List<List<SourceTable>> batches = new ArrayList<>();
        List<SourceTable> batch = new ArrayList<>();
        long bytes = 0;
        for (SourceTable table : tables) {
            boolean full = batch.size() == MOST_TABLES_IN_A_JOB || bytes + table.bytes() > MOST_BYTES_IN_A_SHARED_JOB;
            if (full && !batch.isEmpty()) {
                batches.add(List.copyOf(batch));
                batch.clear();
                bytes = 0;
            }
            batch.add(table);
            bytes += table.bytes();
        }
        if (!batch.isEmpty()) {
            batches.add(List.copyOf(batch));
        }
        return batches;
    }

    private static TableCopy copy(SourceTable table, CopyFormat format, boolean freeze, long bytes) {
        List<String> columns =
                table.columns().stream().map(SourceTable.Column::name).toList();
        return new TableCopy(table.name(), columns, format, freeze, bytes);
    }

    private CopyFormat format(SourceTable table, List<PlanDecision> decisions) {
        if (!spec.useCopyBinaryOrDefault()) {
            return CopyFormat.TEXT;
        }
        Optional<String> unsafe = table.columns().stream()
                .flatMap(c -> c.unsafeInBinary().stream().map(why -> "column " + c.name() + ": " + why))
                .findFirst();
        unsafe.ifPresent(why -> decisions.add(new PlanDecision(table.name(), "text", why)));
        return unsafe.isPresent() ? CopyFormat.TEXT : CopyFormat.BINARY;
    }

    private static List<Job> analyzeJobs(List<SourceTable> tables, List<TableName> partitioned) {
        List<Job> jobs = new ArrayList<>();
        for (SourceTable table : tables) {
            if (table.bytes() >= SMALL_TABLE) {
                jobs.add(new AnalyzeTables(
                        new JobId("analyze/" + Ids.of(table.name())),
                        Set.of(table.name()),
                        List.of(table.name()),
                        table.bytes()));
            }
        }
        List<SourceTable> small =
                tables.stream().filter(t -> t.bytes() < SMALL_TABLE).toList();
        for (List<SourceTable> batch : batches(small)) {
            List<TableName> names = batch.stream().map(SourceTable::name).toList();
            jobs.add(new AnalyzeTables(
                    new JobId("analyze-small/" + Ids.of(names.getFirst())),
                    new LinkedHashSet<>(names),
                    names,
                    batch.stream().mapToLong(SourceTable::bytes).sum()));
        }
        if (!partitioned.isEmpty()) {
            Set<TableName> all =
                    new LinkedHashSet<>(tables.stream().map(SourceTable::name).toList());
            jobs.add(new AnalyzeTables(new JobId("analyze-partitioned"), all, partitioned, 0));
        }
        return jobs;
    }

    private static Map<TableName, Long> bytesByTable(List<SourceTable> tables) {
        Map<TableName, Long> bytes = new HashMap<>();
        tables.forEach(t -> bytes.put(t.name(), t.bytes()));
        return Map.copyOf(bytes);
    }
}
