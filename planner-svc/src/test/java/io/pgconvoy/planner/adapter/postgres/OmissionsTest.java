package io.pgconvoy.planner.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What goes from an archive's table of contents with what filters leave out. */
class OmissionsTest {
    private static final String SCHEMA = "5; 2615 100 SCHEMA - shop postgres";
    private static final String TABLE = "200; 1259 16385 TABLE shop t postgres";
    private static final String COMMENT = "201; 0 0 COMMENT shop TABLE t postgres";
    private static final String OTHER = "202; 1259 16386 TABLE shop u postgres";
    private static final String OTHER_GRANT = "203; 0 0 ACL shop TABLE u postgres";
    private static final String SEQUENCE = "204; 1259 16387 SEQUENCE shop s t postgres";
    private static final String OWNED = "205; 0 0 SEQUENCE OWNED BY shop s t postgres";
    private static final String VIEW = "206; 1259 16388 MATERIALIZED VIEW shop m postgres";
    private static final String REFRESH = "207; 0 16388 MATERIALIZED VIEW DATA shop m postgres";
    private static final List<String> LIST = List.of(
            ";",
            SCHEMA,
            TABLE,
            ";\tdepends on: 5",
            COMMENT,
            ";\tdepends on: 200",
            OTHER,
            ";\tdepends on: 5 200",
            OTHER_GRANT,
            ";\tdepends on: 202",
            SEQUENCE,
            ";\tdepends on: 5",
            OWNED,
            ";\tdepends on: 204",
            VIEW,
            ";\tdepends on: 5",
            REFRESH,
            ";\tdepends on: 206");

    private static List<String> omitted(Set<String> catalogIds, Set<String> disowned) {
        return LIST.stream()
                .filter(new Omissions(catalogIds, disowned, Set.of()).among(LIST))
                .toList();
    }

    @Test
    void whatGoesByItsTypeTakesItsSatellitesAlong() {
        assertThat(LIST.stream().filter(new Omissions(Set.of(), Set.of(), Set.of("TABLE ")).among(LIST)))
                .containsExactly(TABLE, COMMENT, OTHER, OTHER_GRANT);
    }

    @Test
    void whatHasNoCatalogIdGoesWithWhatItDependsOnAndTheRestByItsId() {
        assertThat(omitted(Set.of("1259 16385"), Set.of())).containsExactly(TABLE, COMMENT);
        assertThat(omitted(Set.of("1259 16387"), Set.of())).containsExactly(SEQUENCE, OWNED);
        assertThat(omitted(Set.of("2615 100"), Set.of())).containsExactly(SCHEMA);
    }

    @Test
    void aMaterializedViewMayStayUnfilled() {
        assertThat(omitted(Set.of("0 16388"), Set.of())).containsExactly(REFRESH);
    }

    @Test
    void aSequenceMayLoseItsOwnerOnly() {
        assertThat(omitted(Set.of(), Set.of("shop s t"))).containsExactly(OWNED);
        assertThat(omitted(Set.of(), Set.of("shop s2"))).isEmpty();
    }

    @Test
    void withoutFiltersNothingGoes() {
        assertThat(omitted(Set.of(), Set.of())).isEmpty();
    }
}
