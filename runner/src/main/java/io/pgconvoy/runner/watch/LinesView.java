package io.pgconvoy.runner.watch;

import io.pgconvoy.status.domain.MigrationStatus;
import io.pgconvoy.status.domain.Projection;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One line for each new phase and stage, and one every ten seconds. Stages that last less than a second are passed over. */
final class LinesView implements ProgressView {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintStream out;
    private final Speed speed = new Speed();
    private String phase = "";
    private Optional<String> stage = Optional.empty();
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
        boolean newStage = status.stage().isPresent() && !status.stage().equals(stage);
        if (status.startedAt().isPresent() && (newPhase || newStage || !now.isBefore(said.plus(EVERY)))) {
            out.println(ProgressText.line(status, speed.bytesPerSecond(), now));
            phase = status.phase();
            stage = status.stage();
            said = now;
        }
    }

    @Override
    public void note(String line) {
        out.println("pgconvoy: " + Printable.of(line));
    }

    @Override
    public void close() {
        out.flush();
    }
}
