package io.pgconvoy.contract;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The choices of a {@link CloneSpec} by name while it is made; what is not chosen stays unset. */
public final class CloneChoices {
    public OptionalInt tableJobs = OptionalInt.empty();
    public OptionalInt indexJobs = OptionalInt.empty();
    public OptionalInt restoreJobs = OptionalInt.empty();
    public OptionalInt largeObjectsJobs = OptionalInt.empty();
    public OptionalInt maxWritersPerTable = OptionalInt.empty();
    public Optional<ByteSize> maxBytesPerSecond = Optional.empty();
    public Optional<ByteSize> indexMaintenanceWorkMem = Optional.empty();
    public Optional<ByteSize> splitTablesLargerThan = Optional.empty();
    public OptionalInt splitMaxParts = OptionalInt.empty();
    public Optional<Boolean> estimateTableSizes = Optional.empty();
    public Optional<Boolean> useCopyBinary = Optional.empty();
    public Optional<Boolean> dropIfExists = Optional.empty();
    public Optional<Boolean> roles = Optional.empty();
    public Optional<Boolean> noRolePasswords = Optional.empty();
    public Optional<Boolean> noOwner = Optional.empty();
    public Optional<Boolean> noACL = Optional.empty();
    public Optional<Boolean> noComments = Optional.empty();
    public Optional<Boolean> noTablespaces = Optional.empty();
    public Optional<Boolean> failFast = Optional.empty();
    public Optional<Set<Skip>> skip = Optional.empty();
    public Optional<FilterSpec> filters = Optional.empty();
    public Optional<CloneSpec.OnSnapshotLoss> onSnapshotLoss = Optional.empty();

    CloneChoices() {}

    CloneSpec spec() {
        return new CloneSpec(
                tableJobs,
                indexJobs,
                restoreJobs,
                largeObjectsJobs,
                maxWritersPerTable,
                maxBytesPerSecond,
                indexMaintenanceWorkMem,
                splitTablesLargerThan,
                splitMaxParts,
                estimateTableSizes,
                useCopyBinary,
                dropIfExists,
                roles,
                noRolePasswords,
                noOwner,
                noACL,
                noComments,
                noTablespaces,
                failFast,
                skip,
                filters,
                onSnapshotLoss);
    }
}
