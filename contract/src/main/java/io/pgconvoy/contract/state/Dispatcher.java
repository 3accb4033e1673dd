package io.pgconvoy.contract.state;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Working;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which jobs go out next: at most as many of each kind as the request allows are outstanding, the largest first, and none
 * before what it builds on is done. Pure; cost grows with the number of jobs.
 */
public final class Dispatcher {
    /** ANALYZE reads a sample and is cheap; two at a time keep statistics from becoming a tail. */
    private static final int ANALYZE_JOBS = 2;

    private final Map<Window, Integer> limits = new EnumMap<>(Window.class);

    /** @param processors of the workers that take part so far: more copies go out as more workers come */
    Dispatcher(CloneSpec spec, int processors) {
        limits.put(Window.COPY, spec.tableJobsOrDefault(processors));
        limits.put(Window.LARGE_OBJECTS, spec.largeObjectsJobsOrDefault());
        limits.put(Window.BUILD, spec.indexJobsOrDefault());
        limits.put(Window.ANALYZE, ANALYZE_JOBS);
        limits.put(Window.RESTORE, spec.restoreJobsOrDefault());
    }

    public static Dispatcher of(Working state) {
        return new Dispatcher(
                state.course().spec().cloning(),
                state instanceof Copying copying ? copying.holders().processors() : 0);
    }

    /** Stages that share one limit. */
    private enum Window {
        COPY,
        LARGE_OBJECTS,
        BUILD,
        ANALYZE,
        RESTORE;

        static Window of(Stage stage) {
            return switch (stage) {
                case COPY -> COPY;
                case LARGE_OBJECTS -> LARGE_OBJECTS;
                case INDEX, CONSTRAINT, ATTACH -> BUILD;
                case ANALYZE -> ANALYZE;
                case FOREIGN_KEY, VALIDATE -> RESTORE;
            };
        }
    }

    /** Jobs to send now, and when to ask again if some only wait for their retry pause. */
    public record Outgoing(List<JobTrack> jobs, Optional<Instant> askAgainAt) {}

    public Outgoing next(JobBoard board, Instant now) {
        Map<Window, Integer> free = new EnumMap<>(limits);
        board.all().stream()
                .filter(JobTrack::isOutstanding)
                .forEach(t -> free.merge(Window.of(t.job().stage()), -1, Integer::sum));
        Unfinished unfinished = new Unfinished(board.all());
        List<JobTrack> owed = board.all().stream()
                .filter(t -> t.status() == JobTrack.Status.PLANNED)
                .filter(t -> unfinished.allows(t.job()))
                .sorted(LARGEST_FIRST)
                .toList();
        List<JobTrack> out = new ArrayList<>();
        Optional<Instant> askAgainAt = Optional.empty();
        for (JobTrack track : owed) {
            Optional<Instant> notBefore = track.notBefore().filter(t -> Retry.isPause(now, t));
            Window window = Window.of(track.job().stage());
            if (notBefore.isPresent()) {
                askAgainAt = askAgainAt.filter(notBefore.get()::isAfter).or(() -> notBefore);
            } else if (free.get(window) > 0) {
                free.merge(window, -1, Integer::sum);
                out.add(track);
            }
        }
        return new Outgoing(List.copyOf(out), askAgainAt);
    }

    private static final Comparator<JobTrack> LARGEST_FIRST = Comparator.comparingLong(
                    (JobTrack t) -> t.job().estimatedBytes())
            .reversed()
            .thenComparing(t -> t.job().id().value());

    /** Counts of unfinished jobs, per stage and per stage and table: what a job still has to wait for. */
    private static final class Unfinished {
        private final Map<Stage, Integer> byStage = new EnumMap<>(Stage.class);
        private final Map<Stage, Map<TableName, Integer>> byTable = new EnumMap<>(Stage.class);

        Unfinished(Collection<JobTrack> tracks) {
            for (JobTrack track : tracks) {
                if (!track.isDone()) {
                    Stage stage = track.job().stage();
                    byStage.merge(stage, 1, Integer::sum);
                    Map<TableName, Integer> tables = byTable.computeIfAbsent(stage, s -> new HashMap<>());
                    track.job().tables().forEach(t -> tables.merge(t, 1, Integer::sum));
                }
            }
        }

        boolean allows(Job job) {
            return switch (job.stage()) {
                case COPY, LARGE_OBJECTS -> true;
                case INDEX -> noneOf(job, Stage.COPY);
                case CONSTRAINT -> noneOf(job, Stage.COPY, Stage.INDEX);
                case ANALYZE ->
                    job.tables().isEmpty()
                            ? noneAtAll(Stage.COPY, Stage.INDEX, Stage.CONSTRAINT)
                            : noneOf(job, Stage.COPY, Stage.INDEX, Stage.CONSTRAINT);
                // ANALYZE of several tables in one transaction and DDL on two tables would lock each other out.
                case ATTACH -> noneAtAll(Stage.COPY, Stage.INDEX, Stage.CONSTRAINT, Stage.ANALYZE);
                case FOREIGN_KEY -> noneAtAll(Stage.COPY, Stage.INDEX, Stage.CONSTRAINT, Stage.ANALYZE, Stage.ATTACH);
                case VALIDATE ->
                    noneAtAll(
                            Stage.COPY, Stage.INDEX, Stage.CONSTRAINT, Stage.ANALYZE, Stage.ATTACH, Stage.FOREIGN_KEY);
            };
        }

        private boolean noneOf(Job job, Stage... stages) {
            for (Stage stage : stages) {
                Map<TableName, Integer> tables = byTable.getOrDefault(stage, Map.of());
                if (job.tables().stream().anyMatch(tables::containsKey)) {
                    return false;
                }
            }
            return true;
        }

        private boolean noneAtAll(Stage... stages) {
            for (Stage stage : stages) {
                if (byStage.containsKey(stage)) {
                    return false;
                }
            }
            return true;
        }
    }
}
