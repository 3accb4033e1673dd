package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.status.domain.Facts;
import io.pgconvoy.status.domain.Projection;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewsTest {
    private static final Instant NOW = Facts.START;
    private static final Map<String, String> XTERM = Map.of("TERM", "xterm-256color");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final Facts facts = new Facts("shop");

    /** A terminal of 80 columns. */
    private record Eighty() implements Terminal {
        @Override
        public boolean isPresent() {
            return true;
        }

        @Override
        public int width() {
            return 80;
        }
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private ProgressView view(Map<String, String> environment, Terminal terminal) {
        return ProgressView.of(out, environment, terminal);
    }

    @Test
    void barsAreOnlyForTerminalsThatMayBeDrawnOn() {
        assertThat(view(XTERM, new Eighty())).isInstanceOf(BarsView.class);
        assertThat(view(XTERM, Terminal.none())).isInstanceOf(LinesView.class);
        assertThat(view(Map.of("TERM", "dumb"), new Eighty())).isInstanceOf(LinesView.class);
        assertThat(view(Map.of("TERM", "xterm", "NO_COLOR", "1"), new Eighty())).isInstanceOf(LinesView.class);
    }

    @Test
    void linesComeForEachPhaseAndEveryTenSeconds() {
        Projection planned = facts.fold(facts.untilPlanned());
        try (ProgressView view = view(XTERM, Terminal.none())) {
            view.show(facts.fold(List.of(facts.accepted())), NOW);
            for (int tenth = 1; tenth <= 250; tenth++) {
                view.show(planned, NOW.plusMillis(tenth * 100L));
            }
        }

        assertThat(written().lines().map(l -> l.substring(0, 16)))
                .containsExactly("shop: Validating", "shop: Cloning (c", "shop: Cloning (c", "shop: Cloning (c");
    }

    @Test
    void linesHoldNoEscapes() {
        try (ProgressView view = view(XTERM, Terminal.none())) {
            view.show(facts.fold(facts.untilPlanned()), NOW);
        }

        assertThat(written()).doesNotContain("\033");
    }

    @Test
    void nothingIsShownOfAMigrationThatIsNotAccepted() {
        try (ProgressView view = view(XTERM, new Eighty());
                ProgressView lines = view(XTERM, Terminal.none())) {
            view.show(facts.fold(List.of(facts.rejected())), NOW);
            lines.show(facts.fold(List.of(facts.rejected())), NOW);
        }

        assertThat(written()).isEmpty();
    }

    @Test
    void barsAreDrawnAtMostFiveTimesASecond() {
        Projection planned = facts.fold(facts.untilPlanned());
        ProgressView view = view(XTERM, new Eighty());
        for (int hundredth = 0; hundredth < 100; hundredth++) {
            view.show(planned, NOW.plusMillis(hundredth * 10L));
        }

        assertThat(written().split("shop: Cloning", -1)).hasSize(1 + 5);
        view.close();
    }

    @Test
    void aFrameReplacesTheLastOneAndOneLineStays() {
        List<MigrationEvent> events = facts.untilPlanned();
        Projection planned = facts.fold(events);
        try (ProgressView view = view(XTERM, new Eighty())) {
            view.show(planned, NOW);
            view.show(planned, NOW.plusSeconds(1));
        }

        Golden.check("bars.txt", written().replace("\033", "<ESC>").replace("\r", "<CR>"));
    }

    @Test
    void linesComeForEachStageThatLasts() {
        List<MigrationEvent> events = facts.untilPlanned();
        try (ProgressView view = view(XTERM, Terminal.none())) {
            for (int known = 1; known <= events.size(); known++) {
                view.show(facts.fold(events.subList(0, known)), NOW.plusSeconds(2L * known));
            }
        }

        Golden.check("lines.txt", written());
    }

    @Test
    void aNoteStaysAboveTheBars() {
        Projection planned = facts.fold(facts.untilPlanned());
        try (ProgressView view = view(XTERM, new Eighty())) {
            view.show(planned, NOW);
            view.note("generation 1: the snapshot is lost: \033[2J");
            view.show(planned, NOW.plusMillis(10));
        }

        Golden.check("bars-and-note.txt", written().replace("\033", "<ESC>").replace("\r", "<CR>"));
    }
}
