package io.pgconvoy.runner.watch;

import io.pgconvoy.status.domain.MigrationStatus;
import io.pgconvoy.status.domain.Projection;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Bars that are drawn over the last ones, at most five times a second. When it closes, one line stays. */
final class BarsView implements ProgressView {
    private static final Duration EVERY = Duration.ofMillis(200);
    /** Asking for the width starts a process. */
    private static final Duration WIDTH_EVERY = Duration.ofSeconds(5);

    private static final String UP_ONE_LINE = "\033[A";
    private static final String CLEAR_TO_END = "\r\033[J";

    private final PrintStream out;
    private final Terminal terminal;
    private final Speed speed = new Speed();
    private int width;
    private int drawnLines;
    private Instant drawn = Instant.EPOCH;
    private Instant measured = Instant.EPOCH;
    private Optional<Shown> last = Optional.empty();

    private record Shown(Projection projection, Instant at) {}

    BarsView(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void show(Projection projection, Instant now) {
        last = Optional.of(new Shown(projection, now));
        if (now.isBefore(drawn.plus(EVERY))) {
            return;
        }
        drawn = now;
        if (!now.isBefore(measured.plus(WIDTH_EVERY))) {
            measured = now;
            width = terminal.width();
        }
        MigrationStatus status = projection.status();
        status.progress().ifPresent(p -> speed.read(now, p.bytes().done()));
        if (status.startedAt().isPresent()) {
            draw(ProgressText.frame(status, projection.tables(), speed.bytesPerSecond(), width, now));
        }
    }

    private void draw(List<String> lines) {
        out.print(erase() + String.join("\n", lines));
        out.flush();
        drawnLines = lines.size();
    }

    private String erase() {
        return drawnLines == 0 ? "" : UP_ONE_LINE.repeat(drawnLines - 1) + CLEAR_TO_END;
    }

    @Override
    public void note(String line) {
        out.println(erase() + "pgconvoy: " + Printable.of(line));
        drawnLines = 0;
        drawn = Instant.EPOCH;
    }

    @Override
    public void close() {
        out.print(erase());
        drawnLines = 0;
        last.filter(s -> s.projection().status().startedAt().isPresent())
                .ifPresent(s -> out.println(ProgressText.line(s.projection().status(), OptionalLong.empty(), s.at())));
        last = Optional.empty();
        out.flush();
    }
}
