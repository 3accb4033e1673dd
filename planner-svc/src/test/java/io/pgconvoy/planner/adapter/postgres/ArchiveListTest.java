package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How an archive's table of contents is cut into pieces. */
class ArchiveListTest {
    private static final String TABLE = "200; 1259 16385 TABLE public t postgres";
    private static final String TABLE_GRANT = "201; 0 0 ACL public TABLE t postgres";
    private static final String INDEX = "300; 1259 16390 INDEX public t_a postgres";
    private static final String STATISTICS = "301; 3381 16391 STATISTICS public s postgres";
    private static final String INDEX_ATTACH = "302; 0 0 INDEX ATTACH public p1_a postgres";
    private static final String TRIGGER = "303; 2620 16392 TRIGGER public t check_it postgres";
    private static final String REFRESH = "304; 0 16393 MATERIALIZED VIEW DATA public mv postgres";
    private static final String EVENT_TRIGGER = "305; 3466 16394 EVENT TRIGGER - watch postgres";
    private static final String DEFAULT_GRANT =
            "306; 826 16395 DEFAULT ACL public DEFAULT PRIVILEGES FOR TABLES postgres";

    private static ArchiveList list(List<String> preData, List<String> postData, String... madeByJobs) {
        return ArchiveList.of(preData, postData, Set.of(madeByJobs));
    }

    @Test
    void commentsAndBlankLinesAreNoEntries() {
        ArchiveList list = list(List.of(";", "; Archive created at 2026-01-01", "", TABLE), List.of());

        assertThat(list.preDataPieces()).containsExactly(List.of(TABLE));
        assertThat(list.postDataPieces()).isEmpty();
    }

    @Test
    void whatJobsBuildIsLeftToThem() {
        ArchiveList list = list(List.of(), List.of(INDEX, TRIGGER, INDEX_ATTACH), "1259 16390");

        assertThat(list.postDataPieces()).containsExactly(List.of(TRIGGER));
    }

    @Test
    void anIndexThatNoJobBuildsStays() {
        assertThat(list(List.of(), List.of(INDEX), "1259 1639").postDataPieces())
                .containsExactly(List.of(INDEX));
    }

    @Test
    void extendedStatisticsComeBeforeTheRowsSoThatAnalyzeFindsThem() {
        ArchiveList list = list(List.of(TABLE), List.of(STATISTICS, TRIGGER));

        assertThat(list.preDataPieces()).containsExactly(List.of(TABLE, STATISTICS));
        assertThat(list.postDataPieces()).containsExactly(List.of(TRIGGER));
    }

    @Test
    void aSmallSchemaIsOnePiece() {
        List<String> entries = many(ArchiveList.MOST_ENTRIES_IN_A_PIECE - 1);
        entries.add(TABLE_GRANT);

        assertThat(list(entries, List.of()).preDataPieces()).hasSize(1);
    }

    @Test
    void aLargeSchemaIsCutWithGrantsAndWhatNeedsEverythingElseLast() {
        List<String> entries = new ArrayList<>(List.of(EVENT_TRIGGER, REFRESH, TABLE_GRANT, DEFAULT_GRANT));
        entries.addAll(many(2 * ArchiveList.MOST_ENTRIES_IN_A_PIECE + 1));

        List<List<String>> pieces = list(List.of(), entries).postDataPieces();

        assertThat(pieces).hasSize(5);
        assertThat(pieces.subList(0, 3).stream().flatMap(List::stream))
                .containsExactlyElementsOf(many(2 * ArchiveList.MOST_ENTRIES_IN_A_PIECE + 1));
        assertThat(pieces.get(3)).containsExactly(TABLE_GRANT, DEFAULT_GRANT);
        assertThat(pieces.get(4)).containsExactly(EVENT_TRIGGER, REFRESH);
        assertThat(pieces).allMatch(piece -> piece.size() <= ArchiveList.MOST_ENTRIES_IN_A_PIECE);
    }

    private static List<String> many(int count) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> (1000 + i) + "; 2620 " + (20000 + i) + " TRIGGER public t t" + i + " postgres")
                .toList());
    }
}
