package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.TableName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CopySqlTest {
    private static final TableName TABLE = new TableName("S", "t\"x");

    @Test
    void aWholeTableIsCopiedByItsName() {
        CopySql sql = CopySql.of(TABLE, List.of("a", "B c"), CopyFormat.BINARY, Optional.empty(), true);
        assertThat(sql.out()).isEqualTo("COPY \"S\".\"t\"\"x\" (\"a\", \"B c\") TO STDOUT WITH (FORMAT binary)");
        assertThat(sql.in())
                .isEqualTo("COPY \"S\".\"t\"\"x\" (\"a\", \"B c\") FROM STDIN WITH (FORMAT binary, FREEZE)");
    }

    @Test
    void aTableWithoutColumnsHasNoList() {
        CopySql sql = CopySql.of(TABLE, List.of(), CopyFormat.TEXT, Optional.empty(), false);
        assertThat(sql.out()).isEqualTo("COPY \"S\".\"t\"\"x\" TO STDOUT WITH (FORMAT text)");
        assertThat(sql.in()).isEqualTo("COPY \"S\".\"t\"\"x\" FROM STDIN WITH (FORMAT text)");
    }

    @Test
    void aPartIsAConditionOnTheTablesOwnRows() {
        String select = "COPY (SELECT \"a\" FROM ONLY \"S\".\"t\"\"x\" WHERE ";
        String end = ") TO STDOUT WITH (FORMAT text)";
        assertThat(out(new PartRange.KeyRange("K", OptionalLong.of(-5), OptionalLong.of(7))))
                .isEqualTo(select + "\"K\" >= '-5'::bigint AND \"K\" < '7'::bigint" + end);
        assertThat(out(new PartRange.KeyRange("K", OptionalLong.empty(), OptionalLong.of(7))))
                .isEqualTo(select + "\"K\" < '7'::bigint" + end);
        assertThat(out(new PartRange.KeyRange("K", OptionalLong.empty(), OptionalLong.empty())))
                .isEqualTo(select + "\"K\" IS NOT NULL" + end);
        assertThat(out(new PartRange.NullKeys("K"))).isEqualTo(select + "\"K\" IS NULL" + end);
        assertThat(out(new PartRange.CtidRange(3, OptionalLong.of(9))))
                .isEqualTo(select + "ctid >= '(3,0)'::tid AND ctid < '(9,0)'::tid" + end);
        assertThat(out(new PartRange.CtidRange(9, OptionalLong.empty())))
                .isEqualTo(select + "ctid >= '(9,0)'::tid" + end);
    }

    private static String out(PartRange part) {
        return CopySql.of(TABLE, List.of("a"), CopyFormat.TEXT, Optional.of(part), false)
                .out();
    }
}
