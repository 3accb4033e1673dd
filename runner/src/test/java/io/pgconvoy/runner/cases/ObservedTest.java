package io.pgconvoy.runner.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.runner.cases.Observed.End;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ObservedTest {
    private static final List<String> NONE = List.of();
    private static final List<String> ONE = List.of("expect.sql lacks [1]");

    @ParameterizedTest
    @EnumSource(Right.class)
    void completedWithAnotherResultIsWrongInEveryClass(Right right) {
        Observed observed = new Observed(End.COMPLETED, ONE, true);

        assertThat(observed.isRight(right)).isFalse();
        assertThat(observed.word()).isEqualTo("SILENT-WRONG");
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED, EQUAL EQUAL_OR_LOUD REFUSE_OR_EQUAL",
        "REFUSED, EQUAL_OR_LOUD REFUSE_OR_EQUAL REFUSE LOUD",
        "FAILED, EQUAL_OR_LOUD LOUD",
        "NONE, ''"
    })
    void anEndIsRightInTheseClasses(End end, String classes) {
        Observed observed = new Observed(end, NONE, true);

        List<Right> right =
                Arrays.stream(Right.values()).filter(observed::isRight).toList();

        assertThat(right)
                .extracting(Right::name)
                .containsExactly(Arrays.stream(classes.split(" "))
                        .filter(w -> !w.isEmpty())
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource(value = Right.class, names = "EQUAL", mode = EnumSource.Mode.EXCLUDE)
    void aRefusalOrFailureThatNamesNothingIsWrong(Right right) {
        assertThat(new Observed(End.REFUSED, NONE, false).isRight(right)).isFalse();
        assertThat(new Observed(End.FAILED, NONE, false).isRight(right)).isFalse();
    }

    @Test
    void aRefusalThatChangedTheTargetIsWrong() {
        Observed observed = new Observed(End.REFUSED, ONE, true);

        assertThat(observed.isRight(Right.REFUSE_OR_EQUAL)).isFalse();
        assertThat(observed.word()).isEqualTo("REFUSED-BUT-CHANGED");
    }
}
