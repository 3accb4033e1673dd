package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.FilterSection;
import io.pgconvoy.contract.FilterSpec;
import io.pgconvoy.contract.Request.SubmitMigration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters in requests: each section is read, and what is wrong with one is said precisely. */
class FilterRulesTest {
    private static String withFilters(String filters) {
        return Requests.withClone("\"filters\":{" + filters + "}");
    }

    @ParameterizedTest
    @EnumSource
    void eachSectionIsRead(FilterSection section) {
        String entry = section.entries() == FilterSection.Entries.RELATION ? "a.b" : "a";

        RequestReader.Reading reading = Requests.read(withFilters("\"" + section.field() + "\":[\"" + entry + "\"]"));

        assertThat(((SubmitMigration) ((RequestReader.Reading.Read) reading).request())
                        .spec()
                        .cloning()
                        .filtersOrDefault())
                .isEqualTo(new FilterSpec(Map.of(section, List.of(entry))));
    }

    @ParameterizedTest
    @CsvSource({
        "includeOnlyTables,excludeTables",
        "includeOnlyTables,excludeSchemas",
        "includeOnlySchemas,excludeSchemas",
        "includeOnlyExtensions,excludeExtensions"
    })
    void sectionsThatContradictEachOtherAreRefused(String one, String other) {
        String entry = one.endsWith("Tables") ? "[\"a.b\"]" : "[\"a\"]";
        String otherEntry = other.endsWith("Tables") ? "[\"a.b\"]" : "[\"a\"]";

        assertThat(Requests.answer(withFilters("\"" + one + "\":" + entry + ",\"" + other + "\":" + otherEntry)))
                .containsExactly("FILTER_CONFLICT at /spec/clone/filters/" + other + ": found " + other + " beside "
                        + one + "; allowed: one of the two; remove " + other + ", or " + one);
        assertThat(Requests.answer(withFilters("\"" + one + "\":" + entry + ",\"" + other + "\":[]")))
                .isEmpty();
    }

    @Test
    void eachBadEntryIsNamed() {
        assertThat(Requests.answer(
                        withFilters("\"excludeTables\":[\"orders\",\"a.b\",\"a.~/(/\"],\"excludeSchemas\":[\"a.b\"]")))
                .containsExactlyInAnyOrder(
                        "FIELD_VALUE at /spec/clone/filters/excludeTables/0: found \"orders\": no dot at character 7; allowed:"
                                + " schema.name, each part a name such as orders or \"Odd.Name\", or an expression such as ~/^tmp_/;"
                                + " write the schema before the name: public.orders",
                        "FILTER_REGEX at /spec/clone/filters/excludeTables/2: found \"a.~/(/\": a ( that nothing closes at"
                                + " character 1 of the expression; allowed: a group as (...), or \\( for the character;"
                                + " mend the regular expression",
                        "FIELD_VALUE at /spec/clone/filters/excludeSchemas/0: found \"a.b\": a dot at character 2; allowed:"
                                + " a name such as orders or \"Odd.Name\", or an expression such as ~/^tmp_/;"
                                + " name a schema only; quote a name that holds a dot");
    }

    @Test
    void aSectionOfAnotherNameIsRefused() {
        assertThat(Requests.answer(withFilters("\"excludeTable\":[\"a.b\"]")))
                .singleElement()
                .asString()
                .startsWith("FIELD_UNKNOWN at /spec/clone/filters/excludeTable")
                .endsWith("did you mean excludeTables?");
    }

    @Test
    void aSectionThatIsNoListIsRefused() {
        assertThat(Requests.answer(withFilters("\"excludeTables\":\"a.b\"")))
                .singleElement()
                .asString()
                .startsWith("FIELD_TYPE at /spec/clone/filters/excludeTables");
    }
}
