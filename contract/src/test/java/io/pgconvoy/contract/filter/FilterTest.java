package io.pgconvoy.contract.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.FilterSection;
import io.pgconvoy.contract.FilterSpec;
import io.pgconvoy.contract.TableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What filters take and leave out, section by section. */
class FilterTest {
    private static Filter filter(FilterSection section, String... entries) {
        return Filter.of(new FilterSpec(Map.of(section, List.of(entries))));
    }

    private static boolean takes(Filter filter, String schema, String table) {
        return filter.leavesOutTable(new TableName(schema, table), List.of()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "public.orders public orders",
                "Public.Orders Public Orders",
                "\"public\".\"or.ders\" public or.ders",
                "\"a\"\"b\".c a\"b c",
                "\"~/x/\".c ~/x/ c",
                "public.~/^tmp_/ public tmp_1",
                "~/^log/.audit_log logs_eu audit_log",
                "~/archive/.~/_bak$/ my_archive x_bak",
                "~/^a/~/.b$/.t axb t",
                "public.~#a/b# public xa/by",
                "public.~[^t] public t1",
                "public.~{x} public x",
                "public.~(x) public x",
                "public.~<x> public x",
                "public.~\"x\" public x",
                "public.~'x' public x",
                "public.~|x| public x",
                "public.~$x$ public x"
            })
    void anEntryMatchesItsTable(String entry, String schema, String table) {
        assertThat(takes(filter(FilterSection.EXCLUDE_TABLES, entry), schema, table))
                .isFalse();
        assertThat(takes(filter(FilterSection.INCLUDE_ONLY_TABLES, entry), schema, table))
                .isTrue();
        assertThat(takes(filter(FilterSection.EXCLUDE_TABLES, entry), "other", "another"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "orders;no dot at character 7",
                ".orders;an empty name at character 1",
                "public.;an empty name at character 8",
                "a.b.c;a second dot at character 4",
                "\"a.b;a quote that nothing closes at character 1",
                "a.\"b\"c;'c' at character 6",
                "a.b\"c;'\"' at character 4",
                "a.~x;a ~ without a delimiter at character 3",
                "a.~/x;an expression that nothing closes at character 3",
                "a.~//;an empty expression at character 3",
                "a.~/(/;a ( that nothing closes at character 1 of the expression",
            })
    void anEntryThatCannotBeReadIsRefusedWithItsPlace(String entry, String found) {
        assertThatThrownBy(() -> FilterEntry.parse(FilterSection.EXCLUDE_TABLES, entry))
                .isInstanceOfSatisfying(
                        BadFilter.class, e -> assertThat(e.found()).isEqualTo(found));
        assertThatIllegalArgumentException().isThrownBy(() -> filter(FilterSection.EXCLUDE_TABLES, entry));
    }

    @Test
    void schemasAreTakenByNameOrPattern() {
        Filter excluding = filter(FilterSection.EXCLUDE_SCHEMAS, "log", "~/^tmp_/");
        Filter including = filter(FilterSection.INCLUDE_ONLY_SCHEMAS, "log", "~/^tmp_/");

        for (String schema : List.of("log", "tmp_1")) {
            assertThat(takes(excluding, schema, "t")).isFalse();
            assertThat(takes(including, schema, "t")).isTrue();
        }
        assertThat(takes(excluding, "logs", "t")).isTrue();
        assertThat(takes(including, "logs", "t")).isFalse();
        assertThat(excluding.leavesOutSchema("tmp_1")).hasValue("excludeSchemas has ~/^tmp_/");
        assertThat(including.leavesOutSchema("logs")).hasValue("it is not in includeOnlySchemas");
    }

    @Test
    void aTableMustBeInBothIncludeLists() {
        Filter filter = Filter.of(new FilterSpec(Map.of(
                FilterSection.INCLUDE_ONLY_SCHEMAS, List.of("a"),
                FilterSection.INCLUDE_ONLY_TABLES, List.of("a.x", "b.y"))));

        assertThat(takes(filter, "a", "x")).isTrue();
        assertThat(takes(filter, "a", "z")).isFalse();
        assertThat(takes(filter, "b", "y")).isFalse();
    }

    @Test
    void aPartitionIsWhatItsAncestorsAre() {
        TableName leaf = new TableName("parts", "sales_2026");
        List<TableName> ancestors = List.of(new TableName("public", "sales"));

        assertThat(filter(FilterSection.INCLUDE_ONLY_TABLES, "public.sales").leavesOutTable(leaf, ancestors))
                .isEmpty();
        assertThat(filter(FilterSection.EXCLUDE_TABLES, "public.sales").leavesOutTable(leaf, ancestors))
                .isPresent();
        assertThat(filter(FilterSection.EXCLUDE_TABLE_DATA, "public.sales").leavesOutRows(leaf, ancestors))
                .isPresent();
    }

    @Test
    void excludedDataLeavesTheTable() {
        Filter filter = filter(FilterSection.EXCLUDE_TABLE_DATA, "public.~/_log$/");
        TableName log = new TableName("public", "web_log");

        assertThat(filter.leavesOutTable(log, List.of())).isEmpty();
        assertThat(filter.leavesOutRows(log, List.of())).hasValue("excludeTableData has public.~/_log$/");
        assertThat(filter.leavesOutRows(new TableName("public", "logs"), List.of()))
                .isEmpty();
    }

    @Test
    void indexesAndExtensionsAreNamed() {
        assertThat(filter(FilterSection.EXCLUDE_INDEXES, "public.i").leavesOutIndex(new TableName("public", "i")))
                .isPresent();
        assertThat(filter(FilterSection.EXCLUDE_INDEXES, "public.i").leavesOutIndex(new TableName("public", "j")))
                .isEmpty();
        assertThat(filter(FilterSection.EXCLUDE_EXTENSIONS, "uuid-ossp").leavesOutExtension("uuid-ossp"))
                .isPresent();
        assertThat(filter(FilterSection.INCLUDE_ONLY_EXTENSIONS, "\"uuid-ossp\"")
                        .leavesOutExtension("uuid-ossp"))
                .isEmpty();
        assertThat(filter(FilterSection.INCLUDE_ONLY_EXTENSIONS, "uuid-ossp").leavesOutExtension("hstore"))
                .isPresent();
        assertThatIllegalArgumentException().isThrownBy(() -> filter(FilterSection.EXCLUDE_EXTENSIONS, "~/x/"));
    }

    @Test
    void entriesThatMatchNothingAreTold() {
        Map<FilterSection, List<String>> sections = Map.of(
                FilterSection.INCLUDE_ONLY_TABLES, List.of("a.t", "a.u", "a.~/^t/", "a.~/^v/"),
                FilterSection.INCLUDE_ONLY_SCHEMAS, List.of("a", "~/^b/"),
                FilterSection.EXCLUDE_INDEXES, List.of("a.i", "a.j"),
                FilterSection.EXCLUDE_TABLE_DATA, List.of("A.t"),
                FilterSection.EXCLUDE_EXTENSIONS, List.of("hstore", "nope"));
        Filter.Inventory inventory = new Filter.Inventory(
                Set.of("a"), Set.of(new TableName("a", "t")), Set.of(new TableName("a", "i")), Set.of("hstore"));

        assertThat(Filter.of(new FilterSpec(sections)).unmatched(inventory))
                .extracting(FilterEntry::toString)
                .containsExactlyInAnyOrder(
                        "includeOnlyTables a.u",
                        "includeOnlyTables a.~/^v/",
                        "includeOnlySchemas ~/^b/",
                        "excludeIndexes a.j",
                        "excludeTableData A.t",
                        "excludeExtensions nope");
    }

    @Test
    void emptySectionsFilterNothing() {
        assertThat(filter(FilterSection.INCLUDE_ONLY_TABLES).isEmpty()).isTrue();
        assertThat(takes(Filter.NONE, "any", "table")).isTrue();
    }
}
