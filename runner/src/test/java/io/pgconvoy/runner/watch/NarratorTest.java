package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.status.domain.Facts;
import io.pgconvoy.status.domain.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NarratorTest {
    private static final Instant NOW = Facts.START;

    private final Facts facts = new Facts("shop");
    private final ListedView view = new ListedView();
    private final Narrator narrator = new Narrator(view);

    /** Keeps what it was told. */
    private static final class ListedView implements ProgressView {
        private final List<String> notes = new ArrayList<>();
        private int shown;

        @Override
        public void show(Projection projection, Instant now) {
            shown++;
        }

        @Override
        public void note(String line) {
            notes.add(line);
        }

        @Override
        public void close() {}
    }

    @Test
    void aRequestThatNobodyAnswersIsSaidOnce() {
        Projection nothing = Projection.of(new MigrationId("shop"));
        for (int second = 0; second < 60; second++) {
            narrator.seen(nothing, NOW.plusSeconds(second));
        }

        assertThat(view.notes).containsExactly("no answer to the request yet: is a planner running on this cluster?");
        assertThat(view.shown).isEqualTo(60);
    }

    @Test
    void anAnsweredRequestMayTakeItsTime() {
        Projection accepted = facts.fold(List.of(facts.accepted()));
        narrator.seen(accepted, NOW);
        narrator.seen(accepted, NOW.plusSeconds(3600));

        assertThat(view.notes).isEmpty();
    }

    @Test
    void manyFailuresThatAreTriedAgainDoNotFloodTheTerminal() {
        Failure lost = Failure.of(ErrorCode.CONNECTION_LOST, "the source closed the connection");
        for (int attempt = 1; attempt <= 1000; attempt++) {
            narrator.happened(facts.jobFailed(Facts.ORDERS_1, attempt, "w1", lost));
        }

        assertThat(view.notes).hasSize(Narrator.FAILURES_TOLD + 1);
        assertThat(view.notes.getLast()).isEqualTo("further failures that are tried again are not shown");
    }
}
