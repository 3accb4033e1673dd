package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.runner.watch.MigrationWatcher.Outcome;
import io.pgconvoy.status.domain.Facts;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureLinesTest {
    private final Facts facts = new Facts("shop");

    @Test
    void aFailureIsOneLineWithItsRemedy() {
        Failure failure = Failure.of(
                ErrorCode.PRIVILEGE,
                "role app may not read shop.orders\n",
                "GRANT SELECT ON shop.orders TO app",
                "or exclude it");
        Outcome outcome =
                new Outcome(ExitCode.PREFLIGHT_FAILED, facts.fold(List.of(facts.accepted(), facts.failed(failure))));

        assertThat(FailureLines.of(outcome))
                .containsExactly("PRIVILEGE: role app may not read shop.orders?; GRANT SELECT ON shop.orders TO app;"
                        + " or exclude it");
    }

    @Test
    void aRefusedRequestNamesThePlaceOfEachError() {
        Outcome outcome = new Outcome(ExitCode.REJECTED, facts.fold(List.of(facts.rejected())));

        assertThat(FailureLines.of(outcome))
                .containsExactly("FIELD_UNKNOWN: /spec/sorce: found sorce; did you mean 'source'?");
    }

    @Test
    void successHasNoLines() {
        assertThat(FailureLines.of(new Outcome(ExitCode.TIMED_OUT, facts.fold(facts.untilPlanned()))))
                .isEmpty();
    }
}
