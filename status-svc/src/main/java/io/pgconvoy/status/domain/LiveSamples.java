package io.pgconvoy.status.domain;

import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobFailed;
import io.pgconvoy.contract.MigrationEvent.JobStarted;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.Progress;
import io.pgconvoy.contract.state.JobTrack;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The latest sample of each running job. Samples may be lost, late or repeated; what the facts say always wins. Immutable. */
record LiveSamples(PMap<JobId, Progress> byJob) {
    static final LiveSamples NONE = new LiveSamples(HashTreePMap.empty());

    /** The sample that counts for this job now: of its running attempt, by the worker that runs it. */
    Optional<Progress> of(JobTrack track) {
        return Optional.ofNullable(byJob.get(track.job().id())).filter(s -> fits(s, track));
    }

    /** With this sample; empty when it does not count. Samples of one attempt by one worker only grow: an old one says nothing. */
    Optional<LiveSamples> with(Progress sample, JobTrack track) {
        Optional<Progress> known = of(track).filter(k -> k.worker().equals(sample.worker()));
        boolean grows = known.isEmpty()
                || sample.bytes() > known.get().bytes()
                || sample.rows() > known.get().rows();
        return fits(sample, track) && grows
                ? Optional.of(new LiveSamples(byJob.plus(sample.job(), sample)))
                : Optional.empty();
    }

    /** Without the samples that this fact has made history. */
    LiveSamples after(MigrationEvent event) {
        return switch (event) {
            case JobStarted e -> without(e.job());
            case JobSucceeded e -> without(e.job());
            case JobFailed e -> without(e.job());
            default -> this;
        };
    }

    private LiveSamples without(JobId job) {
        return byJob.containsKey(job) ? new LiveSamples(byJob.minus(job)) : this;
    }

    private static boolean fits(Progress sample, JobTrack track) {
        return track.isOutstanding()
                && track.attempt() == sample.attempt()
                && track.worker().map(sample.worker()::equals).orElse(true);
    }
}
