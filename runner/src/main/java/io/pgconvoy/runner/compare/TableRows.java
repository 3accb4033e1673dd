package io.pgconvoy.runner.compare;

/**
 * The fingerprint of one table's rows.
 *
 * @param populated false for a materialized view that was never refreshed; then there is nothing to count
 * @param count number of rows
 * @param checksum sum of a 64-bit hash of every row, in decimal; the order of rows does not matter
 */
public record TableRows(boolean populated, long count, String checksum) {
    static final TableRows NOT_POPULATED = new TableRows(false, 0, "0");

    /** @return empty text if both are the same */
    String differenceTo(TableRows target) {
        if (equals(target)) {
            return "";
        }
        if (populated != target.populated) {
            return populated ? "not populated on the target" : "populated on the target only";
        }
        return count == target.count
                ? "%,d rows on both sides, but not the same rows".formatted(count)
                : "%,d rows on the source, %,d on the target".formatted(count, target.count);
    }
}
