package io.pgconvoy.planner.domain;

import static io.pgconvoy.planner.domain.Tables.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.PartRange.CtidRange;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.PartRange.NullKeys;
import io.pgconvoy.contract.Skip;
import io.pgconvoy.planner.domain.PartPlanner.Cut;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartPlannerTest {
    private static final KeySample NO_KEYS = (table, column, parts) -> new long[0];

    /** As many bounds as asked for, a thousand apart. */
    private static final KeySample EVEN = (table, column, parts) ->
            LongStream.range(1, parts).map(i -> i * 1000).toArray();

    private static Cut cut(SourceTable table, long threshold, int maxParts, KeySample sample) {
        return new PartPlanner(Tables.splitting(threshold, maxParts), 15, sample).cut(table);
    }

    @ParameterizedTest(name = "{0} MiB by {1} MiB, at most {2}: {3} parts")
    @CsvSource({
        "99, 100, 8, 0", // below the threshold: whole
        "100, 100, 8, 2", // at the threshold: split, and one part would be no split
        "250, 100, 8, 2",
        "300, 100, 8, 3",
        "5000, 100, 8, 8", // the cap
        "5000, 100, 2, 2",
        "5000, 100, 1, 0", // a cap of one turns it off
        "5000, 0, 8, 0", // a threshold of zero too
        "4000000, 1, 10000, 10000"
    })
    void thePartsAreSizeByThresholdUpToTheCap(long mib, long threshold, int cap, int parts) {
        Cut cut = cut(Tables.withKey("t", mib * MIB, false), threshold * MIB, cap, EVEN);

        assertThat(cut.ranges()).hasSize(parts);
    }

    @RepeatedTest(50)
    void everyKeyIsInExactlyOnePart(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        boolean nullable = random.nextBoolean();
        KeySample sample = (table, column, parts) ->
                random.longs(random.nextInt(1, parts)).sorted().distinct().toArray();

        List<PartRange> parts = cut(Tables.withKey("t", 900 * MIB, nullable), 100 * MIB, 9, sample)
                .ranges();

        List<Long> keys = Stream.concat(
                        Stream.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE),
                        parts.stream()
                                .filter(KeyRange.class::isInstance)
                                .flatMap(p -> ((KeyRange) p).below().stream().boxed())
                                .flatMap(b -> Stream.of(b - 1, b, b + 1)))
                .toList();
        for (Long key : keys) {
            assertThat(parts.stream().filter(p -> holds(p, Optional.of(key)))).hasSize(1);
        }
        assertThat(parts.stream().filter(p -> holds(p, Optional.empty()))).hasSize(nullable ? 1 : 0);
    }

    private static boolean holds(PartRange part, Optional<Long> key) {
        return switch (part) {
            case NullKeys p -> key.isEmpty();
            case KeyRange p ->
                key.filter(k -> k >= p.from().orElse(Long.MIN_VALUE))
                        .filter(k -> p.below().isEmpty() || k < p.below().getAsLong())
                        .isPresent();
            case CtidRange p -> false;
        };
    }

    @Test
    void aPartForNullsExistsOnlyWhereTheKeyMayBeNull() {
        assertThat(cut(Tables.withKey("t", 500 * MIB, false), 100 * MIB, 8, EVEN)
                        .ranges())
                .hasOnlyElementsOfType(KeyRange.class);
        assertThat(cut(Tables.withKey("t", 500 * MIB, true), 100 * MIB, 8, EVEN).ranges())
                .contains(new NullKeys("id"))
                .hasSize(6);
    }

    @ParameterizedTest
    @CsvSource({"12800, 5", "7, 5", "2, 8", "12801, 8"})
    void everyPageIsInExactlyOnePartAndPagesAddedLaterToo(long pages, int parts) {
        SourceTable table =
                new SourceTable(Tables.name("t"), parts * 100L * MIB, pages, true, List.of(), Optional.empty());

        List<PartRange> ranges = cut(table, 100 * MIB, 8, NO_KEYS).ranges();

        assertThat(ranges).hasSize((int) Math.min(parts, pages));
        long next = 0;
        for (PartRange range : ranges) {
            CtidRange ctids = (CtidRange) range;
            assertThat(ctids.fromPage()).isEqualTo(next);
            next = ctids.belowPage().orElse(Long.MAX_VALUE);
            assertThat(next).isGreaterThan(ctids.fromPage());
        }
        assertThat(next).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aKeyWithTooFewValuesLeavesThePages() {
        assertThat(cut(Tables.withKey("t", 500 * MIB, false), 100 * MIB, 8, NO_KEYS)
                        .ranges())
                .hasSize(5)
                .hasOnlyElementsOfType(CtidRange.class);
    }

    @Test
    void aTableThatCannotBeSplitSaysWhy() {
        SourceTable onePage = new SourceTable(Tables.name("t"), 500 * MIB, 1, true, List.of(), Optional.empty());
        SourceTable noHeap = new SourceTable(Tables.name("t"), 500 * MIB, 9999, false, List.of(), Optional.empty());
        PartPlanner ofThirteen = new PartPlanner(Tables.splitting(100 * MIB, 8), 13, NO_KEYS);

        assertThat(cut(onePage, 100 * MIB, 8, NO_KEYS).why()).contains("one heap page");
        assertThat(cut(noHeap, 100 * MIB, 8, NO_KEYS).why()).contains("access method has no heap pages");
        assertThat(ofThirteen.cut(Tables.table("t", 500 * MIB)).why()).contains("PostgreSQL 13 has no TID range scan");
        assertThat(cut(Tables.withKey("t", 500 * MIB, false), 100 * MIB, 1, EVEN)
                        .why())
                .isEqualTo("splitMaxParts is 1");
    }

    @Test
    void aTableWithoutAKeyTravelsWholeWhereSplittingByCtidIsSkipped() {
        PartPlanner planner = new PartPlanner(Tables.skipping(Skip.CTID_SPLIT), 15, EVEN);

        assertThat(planner.cut(Tables.table("t", 4000 * MIB)))
                .isEqualTo(Cut.whole("not split: no integer key, and clone.skip has ctidSplit"));
        assertThat(planner.cut(Tables.withKey("t", 4000 * MIB, false)).ranges()).hasSize(7);
    }
}
