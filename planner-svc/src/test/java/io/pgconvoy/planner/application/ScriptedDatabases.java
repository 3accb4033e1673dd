package io.pgconvoy.planner.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.PreflightPassed;
import io.pgconvoy.contract.state.Course;
import io.pgconvoy.planner.domain.JobPlanner.Plan;
import io.pgconvoy.postgres.FailureException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Two servers as far as the planner can tell: receipts, generations, snapshots with views. Operations fail as scripted. */
final class ScriptedDatabases implements Databases {
    /** Receipt of a job: the view of the source that it copied from. */
    final Map<JobId, Integer> receipts = new TreeMap<>((a, b) -> a.value().compareTo(b.value()));

    final Map<String, Integer> viewBySnapshot = new HashMap<>();
    final Set<String> importable = new HashSet<>();
    final List<String> calls = new ArrayList<>();
    Generation generation = Generation.FIRST;
    boolean schemaFinished;
    private boolean cleanedUp;
    private final Map<String, Deque<Failure>> scripted = new HashMap<>();
    private int snapshots;
    private int views;

    /** The operation's next call fails so; called again, the one after it too. */
    void failOnce(String operation, ErrorCode code) {
        scripted.computeIfAbsent(operation, o -> new ArrayDeque<>()).add(Failure.of(code, operation + " as scripted"));
    }

    /** Names and views that another history used are not used again. */
    void continueFrom(ScriptedDatabases history) {
        snapshots = history.snapshots;
        views = history.views;
    }

    /** Every session that holds a snapshot ends. */
    void loseSnapshots() {
        importable.clear();
    }

    /** What a copy worker does: holds the snapshot itself, under another name. */
    String share(String snapshot) {
        return export(viewBySnapshot.get(snapshot));
    }

    private synchronized String export(int view) {
        String id = "s" + ++snapshots;
        viewBySnapshot.put(id, view);
        importable.add(id);
        return id;
    }

    private void called(String operation) {
        calls.add(operation);
        Deque<Failure> failures = scripted.get(operation);
        if (failures != null && !failures.isEmpty()) {
            throw new FailureException(failures.poll());
        }
    }

    private void requireImportable(String snapshot) {
        if (!importable.contains(snapshot)) {
            throw new FailureException(Failure.of(ErrorCode.SNAPSHOT_GONE, snapshot + " has no holder"));
        }
    }

    @Override
    public PreflightResult preflight(Course course) {
        called("preflight");
        return new PreflightResult.Passed(new PreflightPassed(course.migration(), Instant.EPOCH, "15.0", "15.0", 1));
    }

    @Override
    public HeldSnapshot openSnapshot(Course course, Generation wanted, Set<JobId> keep) {
        called("openSnapshot");
        generation = wanted.number() > generation.number() ? wanted : generation;
        receipts.keySet().removeIf(job -> !keep.contains(job) && !job.value().startsWith("g" + wanted + "/"));
        return new Held(export(++views));
    }

    @Override
    public HeldSnapshot adoptSnapshot(Course course, Generation wanted, List<String> candidates) {
        called("adoptSnapshot");
        return candidates.stream()
                .filter(importable::contains)
                .findFirst()
                .map(id -> new Held(export(viewBySnapshot.get(id))))
                .orElseThrow(() -> new FailureException(Failure.of(ErrorCode.SNAPSHOT_GONE, "no holder is left")));
    }

    @Override
    public void restoreSchema(Course course, Generation wanted, String snapshot) {
        called("restoreSchema");
        requireImportable(snapshot);
    }

    @Override
    public Plan plan(Course course, Generation wanted, String snapshot, boolean withBuilds) {
        called("plan");
        requireImportable(snapshot);
        List<Job> jobs = new ArrayList<>(Jobs.copies(wanted));
        if (withBuilds) {
            jobs.addAll(Jobs.builds());
        }
        return new Plan(jobs, List.of());
    }

    @Override
    public Set<JobId> durableReceipts(Course course) {
        called("durableReceipts");
        if (cleanedUp) {
            throw new FailureException(Failure.of(ErrorCode.SERVER_BUSY, "schema pgconvoy is gone"));
        }
        return Set.copyOf(receipts.keySet());
    }

    @Override
    public void finishSchema(Course course, Generation wanted) {
        called("finishSchema");
        schemaFinished = true;
    }

    @Override
    public void cleanUp(Course course) {
        called("cleanUp");
        cleanedUp = true;
    }

    @Override
    public List<String> cancel(Course course) {
        called("cancel");
        return List.of();
    }

    /** Views that this generation's copies were made from: one, or the copy is a mix. */
    Set<Integer> viewsOfCopies() {
        return receipts.entrySet().stream()
                .filter(r -> r.getKey().value().startsWith("g"))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    private final class Held implements HeldSnapshot {
        private final String id;

        Held(String id) {
            this.id = id;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public boolean isAlive() {
            return importable.contains(id);
        }

        @Override
        public void close() {
            importable.remove(id);
        }
    }
}
