package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.status.domain.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final Facts facts = new Facts("shop");

    /** The exit code after facts of which the last {@code fresh} were written while somebody watched. */
    private Optional<ExitCode> after(Optional<String> hash, List<MigrationEvent> events, int fresh) {
        Verdict verdict = Verdict.on(hash);
        for (int i = 0; i < events.size(); i++) {
            verdict = verdict.after(events.get(i), i >= events.size() - fresh);
        }
        return verdict.on(facts.fold(events));
    }

    private List<MigrationEvent> whole() {
        List<MigrationEvent> whole = new ArrayList<>(facts.untilPlanned());
        whole.addAll(facts.fromDispatchToEnd());
        return whole;
    }

    @Test
    void thereIsNoneWhileItRuns() {
        assertThat(after(Optional.of("hash"), facts.untilPlanned(), 6)).isEmpty();
    }

    @Test
    void theEndOfTheRequestedMigrationIsOne() {
        assertThat(after(Optional.of("hash"), whole(), 20)).contains(ExitCode.DONE);
    }

    @Test
    void theSameRequestSentAgainGetsTheSameAnswer() {
        assertThat(after(Optional.of("hash"), whole(), 0)).contains(ExitCode.DONE);
    }

    @Test
    void theEndOfAnEarlierMigrationOfThatNameIsNone() {
        assertThat(after(Optional.of("another"), whole(), 0)).isEmpty();
    }

    @Test
    void aNameInUseIsARefusalThoughTheOtherMigrationGoesOn() {
        List<MigrationEvent> events = new ArrayList<>(whole());
        events.add(facts.rejected());

        assertThat(after(Optional.of("hash"), events, 1)).contains(ExitCode.REJECTED);
    }

    @Test
    void anOldRefusalIsNoAnswerToANewRequest() {
        assertThat(after(Optional.of("hash"), List.of(facts.rejected()), 0)).isEmpty();
    }

    @Test
    void whoOnlyWatchesTakesAnyEnd() {
        assertThat(after(Optional.empty(), whole(), 0)).contains(ExitCode.DONE);
        assertThat(after(Optional.empty(), List.of(facts.rejected()), 0)).contains(ExitCode.REJECTED);
    }
}
