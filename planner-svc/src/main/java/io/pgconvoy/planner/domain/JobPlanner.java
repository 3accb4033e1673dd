package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyLargeObjects;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.PlanDecision;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.contract.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the source's catalog into jobs. Pure and deterministic: the same catalog, sample and request give the same plan. */
public final class JobPlanner {
    /** A smaller table shares its job with others: a job costs a few round trips, which a small table does not repay. */
    static final long SMALL_TABLE = 1L << 20;

    /** A plan's decisions are one Kafka record; beyond this the small tables, which come last, are counted only. */
    private static final int MOST_DECISIONS = 1000;

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
            if (catalog.withoutRows().containsKey(table.name())) {
                decisions.add(new PlanDecision(
                        table.name(), "no rows", catalog.withoutRows().get(table.name())));
            } else if (table.bytes() < SMALL_TABLE && (threshold() == 0 || table.bytes() < threshold())) {
                small.add(table);
            } else {
                jobs.addAll(copyJobs(table, partPlanner.cut(table), generation, decisions));
            }
        }
        jobs.addAll(sharedCopyJobs(small, generation, decisions));
        if (!spec.skips(Skip.LARGE_OBJECTS)) {
            jobs.addAll(largeObjectJobs(catalog, generation));
        }
        if (withBuilds) {
            jobs.addAll(new BuildPlanner(catalog, bytesByTable(tables)).jobs());
        }
        if (withBuilds && !spec.skips(Skip.ANALYZE)) {
            jobs.addAll(AnalyzePlanner.jobs(tables, catalog));
            catalog.overForeignTables().stream()
                    .sorted()
                    .forEach(t -> decisions.add(new PlanDecision(
                            t,
                            "not analyzed",
                            "ANALYZE would read foreign tables that belong to it from their servers")));
        }
        return new Plan(List.copyOf(jobs), bounded(decisions));
    }

    private static List<Job> largeObjectJobs(SourceCatalog catalog, Generation generation) {
        return catalog.largeObjects().ranges().stream()
                .<Job>map(range -> new CopyLargeObjects(
                        new JobId("g" + generation + "/large-objects/" + range.firstOid()),
                        range.firstOid(),
                        range.lastOid(),
                        range.bytes()))
                .toList();
    }

    private static List<PlanDecision> bounded(List<PlanDecision> decisions) {
        if (decisions.size() <= MOST_DECISIONS) {
            return List.copyOf(decisions);
        }
        List<PlanDecision> some = new ArrayList<>(decisions.subList(0, MOST_DECISIONS));
        PlanDecision next = decisions.get(MOST_DECISIONS);
        int more = decisions.size() - MOST_DECISIONS - 1;
        some.add(new PlanDecision(next.table(), next.decision(), next.reason() + "; and " + more + " decisions more"));
        return List.copyOf(some);
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
        for (List<SourceTable> batch : Batches.of(small)) {
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

    private static Map<TableName, Long> bytesByTable(List<SourceTable> tables) {
        Map<TableName, Long> bytes = new HashMap<>();
        tables.forEach(t -> bytes.put(t.name(), t.bytes()));
        return Map.copyOf(bytes);
    }
}
