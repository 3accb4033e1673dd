package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.MigrationCancelled;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.state.MigrationState.Terminal;
import io.pgconvoy.status.domain.Facts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
    private static final Failure FAILURE = Failure.of(ErrorCode.SOURCE_UNREACHABLE, "no route to host");

    private final Facts facts = new Facts("shop");

    private ExitCode after(List<MigrationEvent> events) {
        return ExitCode.of((Terminal) facts.fold(events).state());
    }

    @Test
    void aCompleteMigrationIsDone() {
        List<MigrationEvent> whole = Stream.concat(facts.untilPlanned().stream(), facts.fromDispatchToEnd().stream())
                .toList();

        assertThat(after(whole)).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aRefusedRequestIsRejected() {
        assertThat(after(List.of(facts.rejected()))).isEqualTo(ExitCode.REJECTED);
    }

    @Test
    void aFailureBeforeDataMovedIsAFailedPreflight() {
        assertThat(after(List.of(facts.accepted(), facts.failed(FAILURE)))).isEqualTo(ExitCode.PREFLIGHT_FAILED);
    }

    @Test
    void aLaterFailureIsAFailedMigration() {
        assertThat(after(List.of(facts.accepted(), facts.preflightPassed(), facts.failed(FAILURE))))
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aCancelledMigrationIsCancelled() {
        MigrationId shop = new MigrationId("shop");

        assertThat(after(List.of(
                        facts.accepted(),
                        new CancelRequested(shop, Facts.START, "somebody"),
                        new MigrationCancelled(shop, Facts.START, List.of()))))
                .isEqualTo(ExitCode.CANCELLED);
    }

    @Test
    void theNumbersAreThoseThatScriptsRelyOn() {
        assertThat(Arrays.stream(ExitCode.values()).map(c -> c.code() + " " + c.name()))
                .containsExactly(
                        "0 DONE",
                        "1 INTERNAL",
                        "2 USAGE",
                        "3 REJECTED",
                        "4 PREFLIGHT_FAILED",
                        "6 DIFFERENCES",
                        "7 FAILED",
                        "8 TIMED_OUT",
                        "9 UNREACHABLE",
                        "12 CANCELLED",
                        "130 INTERRUPTED");
    }
}
