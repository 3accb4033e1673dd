package io.pgconvoy.contract;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the base copy is done. Names are the seed operator's; unset means that pgconvoy decides, never zero.
 *
 * @param tableJobs copy jobs at the same time, 1 to 1024; unset: the workers' processors, at least 4
 * @param indexJobs index and constraint builds at the same time, 1 to 1024; unset: 4
 * @param restoreJobs foreign keys validated at the same time, 1 to 1024; unset: 4
 * @param largeObjectsJobs large-object jobs at the same time, 1 to 1024; unset: 4
 * @param splitTablesLargerThan table size from which a table is copied in parts; 0 turns it off; unset: 512Mi
 * @param splitMaxParts most parts of one table, 1 to 10000; unset: 8
 * @param useCopyBinary binary COPY where every column's type is safe in it; unset: true
 * @param noOwner objects belong to the role that restores them
 * @param noACL grants are not restored
 * @param noComments comments are not restored
 * @param noTablespaces everything goes to the target's default tablespace
 * @param filters what of the source is taken; unset: everything
 * @param onSnapshotLoss what happens when every holder of the snapshot is gone; unset: restart
 */
public record CloneSpec(
        OptionalInt tableJobs,
        OptionalInt indexJobs,
        OptionalInt restoreJobs,
        OptionalInt largeObjectsJobs,
        Optional<ByteSize> splitTablesLargerThan,
        OptionalInt splitMaxParts,
        Optional<Boolean> useCopyBinary,
        Optional<Boolean> noOwner,
        Optional<Boolean> noACL,
        Optional<Boolean> noComments,
        Optional<Boolean> noTablespaces,
        Optional<FilterSpec> filters,
        Optional<OnSnapshotLoss> onSnapshotLoss) {

    public static final CloneSpec DEFAULTS = new CloneSpec(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** What a clone does when its snapshot is lost: begin again under a new one, or stop. */
    public enum OnSnapshotLoss {
        RESTART,
        FAIL
    }

    public int tableJobsOrDefault() {
        return tableJobs.orElseGet(() -> Math.max(4, Runtime.getRuntime().availableProcessors()));
    }

    public int indexJobsOrDefault() {
        return indexJobs.orElse(4);
    }

    public int restoreJobsOrDefault() {
        return restoreJobs.orElse(4);
    }

    public int largeObjectsJobsOrDefault() {
        return largeObjectsJobs.orElse(4);
    }

    public ByteSize splitTablesLargerThanOrDefault() {
        return splitTablesLargerThan.orElse(new ByteSize(512L << 20));
    }

    public int splitMaxPartsOrDefault() {
        return splitMaxParts.orElse(8);
    }

    public boolean useCopyBinaryOrDefault() {
        return useCopyBinary.orElse(true);
    }

    public FilterSpec filtersOrDefault() {
        return filters.orElse(FilterSpec.NONE);
    }

    public OnSnapshotLoss onSnapshotLossOrDefault() {
        return onSnapshotLoss.orElse(OnSnapshotLoss.RESTART);
    }

    /** Whether an optional switch was asked for. */
    public static boolean isOn(Optional<Boolean> flag) {
        return flag.orElse(false);
    }
}
