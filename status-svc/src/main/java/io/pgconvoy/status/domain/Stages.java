package io.pgconvoy.status.domain;

import io.pgconvoy.contract.Job.Stage;
import io.pgconvoy.contract.state.JobBoard;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Cancelling;
import io.pgconvoy.contract.state.MigrationState.Copying;
import io.pgconvoy.contract.state.MigrationState.Finalizing;
import io.pgconvoy.contract.state.MigrationState.Preparing;
import io.pgconvoy.contract.state.MigrationState.Requested;
import io.pgconvoy.contract.state.MigrationState.Terminal;
import io.pgconvoy.contract.state.MigrationState.Validating;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What goes on within a phase, in one word: so that nothing hides in a phase that lasts. Pure. */
final class Stages {
    /** The first of these that is not done is what the migration waits for; ANALYZE runs beside them and is named last. */
    private static final Map<Stage, String> BUILDS = builds();

    private Stages() {}

    static Optional<String> of(MigrationState state) {
        return switch (state) {
            case Requested s -> Optional.empty();
            case Validating s -> Optional.of("preflight");
            case Preparing s -> Optional.of(ofPreparing(s));
            case Copying s -> Optional.of(s.board().copiesAreDone() ? "confirm" : "copy");
            case Finalizing s -> Optional.of(ofFinalizing(s));
            case Cancelling s -> Optional.of("clean-up");
            case Terminal s -> Optional.empty();
        };
    }

    private static String ofPreparing(Preparing s) {
        if (s.snapshot().isEmpty()) {
            return "snapshot";
        }
        return s.schemaRestored() ? "plan" : "schema";
    }

    private static String ofFinalizing(Finalizing s) {
        JobBoard board = s.board();
        return BUILDS.entrySet().stream()
                .filter(e -> !board.isDone(Set.of(e.getKey())))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(s.schemaFinished() ? "confirm" : "post-data");
    }

    private static Map<Stage, String> builds() {
        Map<Stage, String> words = new LinkedHashMap<>();
        words.put(Stage.INDEX, "index");
        words.put(Stage.CONSTRAINT, "constraints");
        words.put(Stage.ATTACH, "constraints");
        words.put(Stage.FOREIGN_KEY, "foreign-keys");
        words.put(Stage.VALIDATE, "foreign-keys");
        words.put(Stage.ANALYZE, "analyze");
        return words;
    }
}
