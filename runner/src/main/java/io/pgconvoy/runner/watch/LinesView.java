package io.pgconvoy.runner.watch;

import io.pgconvoy.status.domain.MigrationStatus;
import io.pgconvoy.status.domain.Projection;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/** One line for each new phase, and one every ten seconds. */
final class LinesView implements ProgressView {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintStream out;
    private final Speed speed = new Speed();
    private String phase = "";
    private Instant read = Instant.EPOCH;
    private Instant said = Instant.EPOCH;

    LinesView(PrintStream out) {
        this.out = out;
    }

    @Override
    public void show(Projection projection, Instant now) {
        boolean newPhase = !projection.state().phase().equals(phase);
        boolean aSecondLater = !now.isBefore(read.plusSeconds(1));
        if (!newPhase && !aSecondLater) {
            return; // making a status costs something
        }
        MigrationStatus status = projection.status();
        status.progress().ifPresent(p -> speed.read(now, p.bytes().done()));
        read = now;
        if (status.startedAt().isPresent() && (newPhase || !now.isBefore(said.plus(EVERY)))) {
            out.println(ProgressText.line(status, speed.bytesPerSecond(), now));
            phase = status.phase();
            said = now;
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}
