package io.pgconvoy.contract.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regular expressions of filters: what they match, what they refuse, and that no expression takes long. */
class RegexTest {
    private static final List<String> ATOMS =
            List.of("a", "b", "_", "1", ".", "[ab]", "[^a]", "[a-c_]", "[[:digit:]]", "\\.", "^", "$", "\\d", "\\w");
    private static final List<String> QUANTIFIERS = List.of("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "{1,}");

    /** java.util.regex is the oracle: on this subset it means the same. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 20_261_201})
    void whatIsMatchedIsWhatAnotherEngineMatches(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            String expression = alternatives(random, 3);
            Regex regex = Regex.compile(expression);
            Pattern oracle = Pattern.compile(expression.replace("[[:digit:]]", "[0-9]"), Pattern.DOTALL);
            for (int n = 0; n < 10; n++) {
                String name = name(random);
                assertThat(regex.isIn(name))
                        .as("seed " + seed + ": '" + name + "' ~ '" + expression + "'")
                        .isEqualTo(oracle.matcher(name).find());
            }
        }
    }

    private static String alternatives(Random random, int depth) {
        StringBuilder text = new StringBuilder(sequence(random, depth));
        while (random.nextInt(3) == 0) {
            text.append('|').append(sequence(random, depth));
        }
        return text.toString();
    }

    private static String sequence(Random random, int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            String atom = depth > 0 && random.nextInt(4) == 0
                    ? "(" + alternatives(random, depth - 1) + ")"
                    : ATOMS.get(random.nextInt(ATOMS.size()));
            text.append(atom).append(QUANTIFIERS.get(random.nextInt(QUANTIFIERS.size())));
        }
        return text.toString();
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            name.append("abc_1.".charAt(random.nextInt(6)));
        }
        return name.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "^tmp_ tmp_1 true",
                "^tmp_ a_tmp_ false",
                "_bak$ x_bak true",
                "^audit_[0-9]{4}$ audit_2024 true",
                "^audit_[0-9]{4}$ audit_20245 false",
                "[]x] ] true",
                "[^]x] ] false",
                "[a-] - true",
                "[.x.] . true",
                "[[.-.]a] - true",
                "[[=a=]] a true",
                "a{ a{ true",
                "^(?:a|b)+$ abab true",
                "^[[:upper:][:space:]]+$ ÄB true",
                "^[\\w.]+$ a.b_1 true",
                "^.$ 𝕏 true",
                "a*?b aab true"
            })
    void expressionsMeanWhatPostgresMeans(String expression, String name, boolean matches) throws Exception {
        assertThat(Regex.compile(expression).isIn(name)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "(a 1",
                "a) 2",
                "[a 1",
                "*a 1",
                "a** 3",
                "a{2,1} 2",
                "a{256} 2",
                "a{1 2",
                "a\\ 2",
                "a\\b 2",
                "(a)\\1 4",
                "[[:alfa:]] 2",
                "[z-a] 2",
                "[[.ab.]] 2",
                "(?=a) 1",
                "|* 2"
            })
    void aBadExpressionIsRefusedWithItsPlace(String expression, int place) {
        assertThatThrownBy(() -> Regex.compile(expression))
                .isInstanceOfSatisfying(BadFilter.class, e -> assertThat(e.found())
                        .endsWith(" at character " + place + " of the expression"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)(.*)b", "((a{1,30}){1,30})b"})
    void noExpressionTakesLong(String expression) throws Exception {
        Regex regex = Regex.compile(expression);

        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertThat(regex.isIn("a".repeat(63)))
                .isFalse());
    }

    @Test
    void repetitionsThatMultiplyAreRefused() {
        for (String expression : List.of("((((a{99}){99}){99}){99}){99}", "((((){255}){255}){255}){255}")) {
            assertThatThrownBy(() -> Regex.compile(expression)).hasMessageContaining("repetitions that multiply");
        }
    }
}
