package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void aNameCannotSteerTheTerminal() {
        assertThat(Printable.of("evil\033[2J\007\u009b31m\r\nname")).isEqualTo("evil?[2J??31m??name");
    }

    @Test
    void aNameCannotTurnTheReadingDirection() {
        assertThat(Printable.of("a\u202Eb\u2028c")).isEqualTo("a?b?c");
    }

    @Test
    void lettersOfAnyScriptStay() {
        assertThat(Printable.of("Größe 注文 🐘")).isEqualTo("Größe 注文 🐘");
    }

    @Test
    void wideCharactersTakeTwoColumns() {
        assertThat(Printable.columns("注文")).isEqualTo(4);
        assertThat(Printable.columns("e\u0301")).isEqualTo(1);
        assertThat(Printable.columns("🐘")).isEqualTo(2);
    }

    @Test
    void aCutTextNeverTakesMoreThanItsColumns() {
        for (String text : new String[] {"a long table name", "注文注文注文", "🐘🐘🐘🐘", "x"}) {
            for (int columns = 0; columns < 20; columns++) {
                assertThat(Printable.columns(Printable.cut(text, columns))).isLessThanOrEqualTo(columns);
            }
        }
        assertThat(Printable.cut("a long name", 8)).isEqualTo("a long..");
    }
}
