package io.pgconvoy.status.domain;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.CopyPart;
import io.pgconvoy.contract.Job.CopyTables;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.Job.TableCopy;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.contract.state.JobBoard;
import io.pgconvoy.contract.state.JobTrack;
import io.pgconvoy.status.domain.TableStatus.PartStatus;
import io.pgconvoy.status.domain.TableStatus.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** Sorts the jobs of a board by table. A table in a job that copies many is done when that job is. */
final class TableTally {
    private static final Comparator<TableStatus> LARGEST_FIRST =
            Comparator.comparingLong(TableStatus::plannedBytes).reversed().thenComparing(TableStatus::table);

    private final Map<TableName, OneTable> byTable = new TreeMap<>();
    private final LiveSamples live;

    private TableTally(LiveSamples live) {
        this.live = live;
    }

    static TableTally of(JobBoard board, LiveSamples live) {
        TableTally tally = new TableTally(live);
        board.all().forEach(tally::add);
        return tally;
    }

    List<TableStatus> tables() {
        return byTable.entrySet().stream()
                .map(e -> e.getValue().status(e.getKey()))
                .sorted(LARGEST_FIRST)
                .toList();
    }

    private void add(JobTrack track) {
        Job job = track.job();
        if (job instanceof CopyTables copy) {
            boolean shared = copy.copies().size() > 1;
            copy.copies().forEach(c -> of(c.table()).parts.add(part(track, c, 1, Optional.empty(), shared)));
        } else if (job instanceof CopyPart copy) {
            of(copy.copy().table()).parts.add(part(track, copy.copy(), copy.part(), Optional.of(copy.range()), false));
        } else if (job.stage() == Stage.INDEX || job.stage() == Stage.CONSTRAINT) {
            job.tables().forEach(t -> of(t).builds.add(track));
        }
    }

    private OneTable of(TableName table) {
        return byTable.computeIfAbsent(table, t -> new OneTable());
    }

    private PartStatus part(JobTrack track, TableCopy copy, int number, Optional<PartRange> range, boolean shared) {
        return new PartStatus(
                track.job().id(),
                number,
                range,
                track.status(),
                track.worker(),
                track.attempt(),
                shared,
                shared ? OptionalLong.empty() : OptionalLong.of(rows(track, live)),
                shared ? OptionalLong.empty() : OptionalLong.of(bytes(track, live)),
                copy.estimatedBytes(),
                track.started(),
                track.ended(),
                track.lastFailure());
    }

    /** The exact count of a finished job, the latest sample of a running one. */
    static long rows(JobTrack track, LiveSamples live) {
        return track.isDone()
                ? track.rows()
                : live.of(track).map(Progress::rows).orElse(0L);
    }

    static long bytes(JobTrack track, LiveSamples live) {
        return track.isDone()
                ? track.bytes()
                : live.of(track).map(Progress::bytes).orElse(0L);
    }

    /** What is known of one table while the board is read. */
    private static final class OneTable {
        private final List<PartStatus> parts = new ArrayList<>();
        private final List<JobTrack> builds = new ArrayList<>();

        TableStatus status(TableName table) {
            parts.sort(Comparator.comparingInt(PartStatus::part));
            int copied = (int) parts.stream()
                    .filter(p -> p.state() == JobTrack.Status.DONE)
                    .count();
            int built = (int) builds.stream().filter(JobTrack::isDone).count();
            Count partCount = new Count(copied, parts.size());
            Count indexes = new Count(built, builds.size());
            return new TableStatus(
                    table,
                    state(partCount, indexes),
                    sum(PartStatus::rows),
                    sum(PartStatus::bytes),
                    parts.stream().mapToLong(PartStatus::plannedBytes).sum(),
                    partCount,
                    parts,
                    indexes,
                    lastError());
        }

        private State state(Count copies, Count indexes) {
            boolean stuck = parts.stream().anyMatch(p -> p.state() == JobTrack.Status.STUCK)
                    || builds.stream().anyMatch(t -> t.status() == JobTrack.Status.STUCK);
            if (stuck) {
                return State.STUCK;
            }
            if (!copies.isComplete()) {
                boolean begun = copies.done() > 0 || parts.stream().anyMatch(p -> p.state() == JobTrack.Status.RUNNING);
                return begun ? State.COPYING : State.PLANNED;
            }
            if (indexes.isComplete()) {
                return State.DONE;
            }
            boolean building = builds.stream().anyMatch(t -> t.status() == JobTrack.Status.RUNNING);
            if (building) {
                return State.BUILDING;
            }
            return parts.isEmpty() ? State.PLANNED : State.COPIED;
        }

        /** Absent as soon as one part's number is only known as part of a larger sum. */
        private OptionalLong sum(Function<PartStatus, OptionalLong> number) {
            boolean known = parts.stream().map(number).allMatch(OptionalLong::isPresent);
            return known && !parts.isEmpty()
                    ? OptionalLong.of(parts.stream()
                            .map(number)
                            .mapToLong(OptionalLong::getAsLong)
                            .sum())
                    : OptionalLong.empty();
        }

        /** The failure of a job that is not done counts more than one that was overcome. */
        private Optional<Failure> lastError() {
            Optional<Failure> ofParts = parts.stream()
                    .filter(p -> p.state() != JobTrack.Status.DONE)
                    .flatMap(p -> p.lastError().stream())
                    .findFirst();
            Optional<Failure> ofBuilds = builds.stream()
                    .filter(t -> !t.isDone())
                    .flatMap(t -> t.lastFailure().stream())
                    .findFirst();
            return ofParts.or(() -> ofBuilds)
                    .or(() ->
                            parts.stream().flatMap(p -> p.lastError().stream()).findFirst());
        }
    }
}
