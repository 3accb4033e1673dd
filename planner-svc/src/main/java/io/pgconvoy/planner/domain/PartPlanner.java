package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.CloneSpec;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.PartRange.CtidRange;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.PartRange.NullKeys;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.planner.domain.SourceTable.SplitKey;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Cuts a large table into disjoint parts of about equal work: {@code size / threshold} of them, capped; by an integer key
 * whose bounds come from a sample, else by heap pages. A part for NULL keys exists only where the key may be NULL.
 */
final class PartPlanner {
    /** TID range scans came with PostgreSQL 14; before, each ctid part would read the whole table. */
    private static final int FIRST_WITH_TID_RANGE_SCAN = 14;

    private final long threshold;
    private final int maxParts;
    private final boolean skipsCtidSplit;
    private final int majorVersion;
    private final KeySample sample;

    PartPlanner(CloneSpec spec, int majorVersion, KeySample sample) {
        this.threshold = spec.splitTablesLargerThanOrDefault().bytes();
        this.maxParts = spec.splitMaxPartsOrDefault();
        this.skipsCtidSplit = spec.skips(Skip.CTID_SPLIT);
        this.majorVersion = majorVersion;
        this.sample = sample;
    }

    /** The parts, or none when the table travels whole; {@code why} says what an operator may wonder about, or is empty. */
    record Cut(List<PartRange> ranges, String why) {
        static Cut whole(String why) {
            return new Cut(List.of(), why);
        }
    }

    Cut cut(SourceTable table) {
        if (threshold == 0 || table.bytes() < threshold) {
            return Cut.whole("");
        }
        int parts = Math.clamp(table.bytes() / threshold, 2, Math.max(2, maxParts));
        if (maxParts < 2) {
            return Cut.whole("splitMaxParts is " + maxParts);
        }
        if (table.splitKey().isPresent()) {
            Cut byKey = byKey(table, table.splitKey().get(), parts);
            if (!byKey.ranges().isEmpty()) {
                return byKey;
            }
        }
        return byPages(table, parts);
    }

    private Cut byKey(SourceTable table, SplitKey key, int parts) {
        long[] bounds = sample.bounds(table.name(), key.column(), parts);
        if (bounds.length == 0) {
            return Cut.whole("");
        }
        List<PartRange> ranges = new ArrayList<>();
        if (key.nullable()) {
            ranges.add(new NullKeys(key.column()));
        }
        OptionalLong from = OptionalLong.empty();
        for (long bound : bounds) {
            ranges.add(new KeyRange(key.column(), from, OptionalLong.of(bound)));
            from = OptionalLong.of(bound);
        }
        ranges.add(new KeyRange(key.column(), from, OptionalLong.empty()));
        return new Cut(List.copyOf(ranges), "");
    }

    private Cut byPages(SourceTable table, int parts) {
        if (skipsCtidSplit) {
            return Cut.whole("not split: no integer key, and clone.skip has ctidSplit");
        }
        if (!table.isHeap()) {
            return Cut.whole("not split: no integer key, and its access method has no heap pages");
        }
        if (majorVersion < FIRST_WITH_TID_RANGE_SCAN) {
            return Cut.whole("not split: no integer key, and PostgreSQL " + majorVersion + " has no TID range scan");
        }
        int count = (int) Math.min(parts, table.heapPages());
        if (count < 2) {
            return Cut.whole("not split: no integer key, and its rows are in one heap page");
        }
        List<PartRange> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = table.heapPages() * i / count;
            boolean last = i == count - 1;
            ranges.add(new CtidRange(
                    from, last ? OptionalLong.empty() : OptionalLong.of(table.heapPages() * (i + 1) / count)));
        }
        return new Cut(List.copyOf(ranges), "");
    }
}
