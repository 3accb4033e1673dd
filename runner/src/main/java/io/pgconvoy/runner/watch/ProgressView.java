package io.pgconvoy.runner.watch;

import io.pgconvoy.status.domain.Projection;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Map;

/** Shows how far a migration is while it runs. To be told often; decides itself what is worth writing. Not thread-safe. */
public interface ProgressView extends AutoCloseable {
    void show(Projection projection, Instant now);

    /** A line that stays. */
    void note(String line);

    /** Leaves the place it wrote to clean for what comes after. */
    @Override
    void close();

    /** Bars where standard error is a terminal that may be drawn on, lines elsewhere. */
    static ProgressView onStandardError() {
        return of(System.err, System.getenv(), Terminal.ofStandardError());
    }

    /** {@code NO_COLOR} asks for plain output, which a redrawn bar is not. */
    static ProgressView of(PrintStream out, Map<String, String> environment, Terminal terminal) {
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "dumb").equals("dumb")
                || !terminal.isPresent();
        return plain ? new LinesView(out) : new BarsView(out, terminal);
    }
}
