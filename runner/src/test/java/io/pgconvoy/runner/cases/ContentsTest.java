package io.pgconvoy.runner.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.runner.cases.Programs.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContentsTest {
    private static Contents expect(int exitCode, String output) {
        return new Contents(Map.of(Contents.EXPECT, new Answer(exitCode, output)));
    }

    @Test
    void linesThatOneSideLacksOrHasAreNamed() {
        assertThat(expect(0, "b\nc\n").differencesOf(expect(0, "a\nb\n")))
                .containsExactly("expect.sql lacks [a]", "expect.sql has [c]");
    }

    @Test
    void aLineThatIsThereTwiceIsADifference() {
        assertThat(expect(0, "a\na\n").differencesOf(expect(0, "a\n"))).hasSize(1);
    }

    @Test
    void aQueryThatFailsOnOneSideIsADifference() {
        assertThat(expect(3, "ERROR: relation gone").differencesOf(expect(0, "a\n")))
                .containsExactly("expect.sql fails: ERROR: relation gone");
    }

    @Test
    void theSameIsNone() {
        assertThat(expect(0, "a\nb\n").differencesOf(expect(0, "a\nb\n"))).isEmpty();
    }
}
