package io.pgconvoy.planner.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.planner.domain.ColumnType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which types COPY may move in binary. */
class BinaryFormsTest {
    private final List<ColumnType> types = new ArrayList<>();

    private long builtIn(String name, Kind kind, Long... madeOf) {
        return type(name, kind, true, madeOf);
    }

    private long ofUsers(String name, Kind kind, Long... madeOf) {
        return type(name, kind, false, madeOf);
    }

    private long type(String name, Kind kind, boolean isBuiltIn, Long... madeOf) {
        long oid = types.size() + 1L;
        types.add(new ColumnType(oid, name, name, kind, isBuiltIn, Arrays.asList(madeOf)));
        return oid;
    }

    private String why(long oid) {
        return new BinaryForms(types).unsafe(oid).orElse("safe");
    }

    @Test
    void builtInTypesAreSafeIfTheListHasThem() {
        assertThat(why(builtIn("int4", Kind.BASE))).isEqualTo("safe");
        assertThat(why(builtIn("jsonb", Kind.BASE))).isEqualTo("safe");
        assertThat(why(builtIn("tsvector", Kind.BASE))).contains("tsvector is not known to mean the same");
        assertThat(why(builtIn("made_in_the_next_major", Kind.BASE))).contains("not known");
    }

    @Test
    void aTypeWithTheNameOfABuiltInOneIsNotThatType() {
        assertThat(why(ofUsers("int4", Kind.BASE))).contains("int4 is not built in");
    }

    @Test
    void c1_whatNamesAnObjectIsAnOidInBinary() {
        long regclass = builtIn("regclass", Kind.BASE);
        long array = builtIn("regclass[]", Kind.ARRAY, regclass);
        assertThat(why(regclass)).contains("regclass is an OID in binary");
        assertThat(why(array)).contains("regclass is an OID in binary");
        assertThat(why(ofUsers("watched", Kind.DOMAIN, array))).contains("regclass is an OID in binary");
        assertThat(why(ofUsers("pair", Kind.COMPOSITE, builtIn("text", Kind.BASE), regclass)))
                .contains("regclass is an OID in binary");
    }

    @Test
    void anEnumAndADomainTravelWithoutTheirOids() {
        assertThat(why(ofUsers("mood", Kind.ENUM))).isEqualTo("safe");
        long numbers = builtIn("int4[]", Kind.ARRAY, builtIn("int4", Kind.BASE));
        assertThat(why(ofUsers("numbers", Kind.DOMAIN, numbers))).isEqualTo("safe");
    }

    @Test
    void containersOfBuiltInTypesAreSafeWhoeverMadeThem() {
        long number = builtIn("int4", Kind.BASE);
        long range = builtIn("int4range", Kind.RANGE, number);
        assertThat(why(builtIn("int4range[]", Kind.ARRAY, range))).isEqualTo("safe");
        assertThat(why(ofUsers("prices", Kind.RANGE, builtIn("numeric", Kind.BASE))))
                .isEqualTo("safe");
        assertThat(why(ofUsers("address", Kind.COMPOSITE, number, builtIn("int4[]", Kind.ARRAY, number))))
                .isEqualTo("safe");
    }

    @Test
    void containersOfUserTypesAreTextBecauseTheirOidsDiffer() {
        long mood = ofUsers("mood", Kind.ENUM);
        long positive = ofUsers("positive", Kind.DOMAIN, builtIn("int4", Kind.BASE));
        assertThat(why(ofUsers("mood[]", Kind.ARRAY, mood))).isEqualTo("mood[] holds mood, which is not built in");
        assertThat(why(ofUsers("positive[]", Kind.ARRAY, positive))).contains("holds positive");
        assertThat(why(ofUsers("pair", Kind.COMPOSITE, positive))).contains("holds positive");
        assertThat(why(ofUsers("moods", Kind.RANGE, mood))).contains("holds mood");
        assertThat(why(ofUsers("many moods", Kind.MULTIRANGE, mood))).contains("holds mood");
    }

    @Test
    void rowsOfSystemCatalogsDifferBetweenVersions() {
        assertThat(why(builtIn("pg_class", Kind.COMPOSITE, builtIn("name", Kind.BASE))))
                .contains("differs between versions");
    }
}
