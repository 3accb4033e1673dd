package io.pgconvoy.contract.state;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent.Dispatch;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.ReceiptsMissing;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** Every planned job of a migration and where it stands. Immutable: each fact gives a new board that shares the rest. */
public record JobBoard(PMap<JobId, JobTrack> tracks) {
    /** Stages whose work depends on the snapshot, so that a new generation plans them anew. */
    static final Set<Stage> OF_THE_SNAPSHOT = Set.copyOf(EnumSet.of(Stage.COPY, Stage.LARGE_OBJECTS));

    public static final JobBoard EMPTY = new JobBoard(HashTreePMap.empty());

    /** Whether a job of this stage reads rows under the generation's snapshot. */
    public static boolean dependsOnSnapshot(Stage stage) {
        return OF_THE_SNAPSHOT.contains(stage);
    }

    public Collection<JobTrack> all() {
        return tracks.values();
    }

    public Optional<JobTrack> find(JobId id) {
        return Optional.ofNullable(tracks.get(id));
    }

    /** Whether every job of these stages is done; true when there is none. */
    public boolean isDone(Set<Stage> stages) {
        return all().stream().filter(t -> stages.contains(t.job().stage())).allMatch(JobTrack::isDone);
    }

    public boolean isDone() {
        return all().stream().allMatch(JobTrack::isDone);
    }

    public boolean copiesAreDone() {
        return isDone(OF_THE_SNAPSHOT);
    }

    /** What stopped the jobs that only a person can help, worst first by job id. */
    public List<Failure> failures() {
        return all().stream()
                .filter(t -> t.status() == JobTrack.Status.STUCK)
                .sorted((a, b) -> a.job().id().value().compareTo(b.job().id().value()))
                .flatMap(t -> t.lastFailure().stream())
                .toList();
    }

    public boolean hasPlanOf(Set<Stage> stages) {
        return all().stream().anyMatch(t -> stages.contains(t.job().stage()));
    }

    JobBoard plan(List<Job> jobs) {
        PMap<JobId, JobTrack> next = tracks;
        for (Job job : jobs) {
            if (!next.containsKey(job.id())) {
                next = next.plus(job.id(), JobTrack.planned(job));
            }
        }
        return new JobBoard(next);
    }

    /** Whether one of these ids already stands for other work: then the plan was begun anew, and its first begin is void. */
    boolean contradicts(List<Job> jobs) {
        return jobs.stream()
                .anyMatch(
                        job -> find(job.id()).filter(t -> !t.job().equals(job)).isPresent());
    }

    /** The board of the next generation: what depended on the snapshot is gone, built indexes stay built. */
    JobBoard withoutSnapshotWork() {
        return without(OF_THE_SNAPSHOT);
    }

    JobBoard onlySnapshotWork() {
        return without(EnumSet.complementOf(EnumSet.copyOf(OF_THE_SNAPSHOT)));
    }

    private JobBoard without(Set<Stage> stages) {
        PMap<JobId, JobTrack> next = tracks;
        for (JobTrack track : all()) {
            if (stages.contains(track.job().stage())) {
                next = next.minus(track.job().id());
            }
        }
        return new JobBoard(next);
    }

    /** Only a higher attempt counts: the same fact read twice would take a job out of its worker's hands. */
    JobBoard dispatched(List<Dispatch> dispatches) {
        JobBoard next = this;
        for (Dispatch d : dispatches) {
            next = next.with(
                    d.job(), t -> t.isOwedOrOutstanding() && d.attempt() > t.attempt() ? t.dispatched(d.attempt()) : t);
        }
        return next;
    }

    /** Counts only for the attempt that is open: a job that waits for its retry must not look busy. */
    JobBoard started(JobStarted e) {
        return with(
                e.job(),
                t -> t.isOpen(e.attempt()) && t.isNewStart(e.attempt(), e.at())
                        ? t.running(e.attempt(), e.worker(), e.at())
                        : t);
    }

    /** A success counts whatever its attempt, for the receipt is committed; unless that receipt was found lost since. */
    JobBoard succeeded(JobSucceeded e) {
        return with(
                e.job(),
                t -> t.isDone() || t.lostReceiptOf(e.attempt())
                        ? t
                        : t.done(e.attempt(), e.worker(), e.at(), e.rows(), e.bytes(), e.took()));
    }

    /** A failure counts only for the attempt that is open: an older one was answered already. */
    JobBoard failed(JobFailed e, Retry retry) {
        return with(e.job(), t -> t.isOpen(e.attempt()) ? t.failed(e.attempt(), e.failure(), e.at(), retry) : t);
    }

    JobBoard owedAgain(ReceiptsMissing e) {
        JobBoard next = this;
        for (JobId id : e.jobs()) {
            next = next.with(id, t -> t.isDone() && !t.lostReceiptAt(e.at()) ? t.owedAgain(e.at()) : t);
        }
        return next;
    }

    private JobBoard with(JobId id, UnaryOperator<JobTrack> change) {
        JobTrack track = tracks.get(id);
        if (track == null) {
            return this;
        }
        JobTrack changed = change.apply(track);
        return changed.equals(track) ? this : new JobBoard(tracks.plus(id, changed));
    }
}
