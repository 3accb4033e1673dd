package io.pgconvoy.contract;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How the base copy is done. Names are the seed operator's; unset means that pgconvoy decides, never zero.
 *
 * @param tableJobs copy jobs at the same time, 1 to 1024; unset: as many as the workers that take part have processors, at least 4
 * @param indexJobs index and constraint builds at the same time, 1 to 1024; unset: 4
 * @param restoreJobs foreign keys validated at the same time, 1 to 1024; unset: 4
 * @param largeObjectsJobs large-object jobs at the same time, 1 to 1024; unset: 4
 * @param maxWritersPerTable parts of one table copied at the same time, 1 to 1024; unset: as many as there are table jobs
 * @param maxBytesPerSecond most bytes that the copy jobs of the migration move in a second; unset: no limit
 * @param indexMaintenanceWorkMem {@code maintenance_work_mem} of each session that builds indexes; unset: the target's own
 * @param splitTablesLargerThan table size from which a table is copied in parts; 0 turns it off; unset: 512Mi
 * @param splitMaxParts most parts of one table, 1 to 10000; unset: 8
 * @param estimateTableSizes changes nothing: sizes are always those of the files, without an ANALYZE of the source
 * @param useCopyBinary binary COPY where every column's type is safe in it; unset: true
 * @param dropIfExists objects on the target that the clone is about to make are dropped first
 * @param roles roles of the source that the target lacks are made there
 * @param noRolePasswords those roles get no password, and none is read
 * @param noOwner objects belong to the role that restores them
 * @param noACL grants are not restored
 * @param noComments comments are not restored
 * @param noTablespaces everything goes to the target's default tablespace
 * @param failFast the first job that fails for good ends the migration; unset: what is under way is finished first
 * @param skip what is left undone; unset: nothing
 * @param filters what of the source is taken; unset: everything
 * @param onSnapshotLoss what happens when every holder of the snapshot is gone; unset: restart
 */
public record CloneSpec(
        OptionalInt tableJobs,
        OptionalInt indexJobs,
        OptionalInt restoreJobs,
        OptionalInt largeObjectsJobs,
        OptionalInt maxWritersPerTable,
        Optional<ByteSize> maxBytesPerSecond,
        Optional<ByteSize> indexMaintenanceWorkMem,
        Optional<ByteSize> splitTablesLargerThan,
        OptionalInt splitMaxParts,
        Optional<Boolean> estimateTableSizes,
        Optional<Boolean> useCopyBinary,
        Optional<Boolean> dropIfExists,
        Optional<Boolean> roles,
        Optional<Boolean> noRolePasswords,
        Optional<Boolean> noOwner,
        Optional<Boolean> noACL,
        Optional<Boolean> noComments,
        Optional<Boolean> noTablespaces,
        Optional<Boolean> failFast,
        Optional<Set<Skip>> skip,
        Optional<FilterSpec> filters,
        Optional<OnSnapshotLoss> onSnapshotLoss) {

    public static final CloneSpec DEFAULTS = with(choices -> {});

    public CloneSpec {
        skip = skip.map(Set::copyOf);
    }

    /** A specification with these choices and nothing else: {@code with(c -> c.tableJobs = OptionalInt.of(2))}. */
    public static CloneSpec with(Consumer<CloneChoices> made) {
        CloneChoices choices = new CloneChoices();
        made.accept(choices);
        return choices.spec();
    }

    /** What a clone does when its snapshot is lost: begin again under a new one, or stop. */
    public enum OnSnapshotLoss {
        RESTART,
        FAIL
    }

    /** @param processors of the workers that are known to take part */
    public int tableJobsOrDefault(int processors) {
        return tableJobs.orElse(Math.max(4, processors));
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

    /** Whether this is to be left undone. What belongs to an extension goes with it. */
    public boolean skips(Skip what) {
        Set<Skip> named = skip.orElse(Set.of());
        return named.contains(what) || (what == Skip.EXTENSION_COMMENTS && named.contains(Skip.EXTENSIONS));
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
