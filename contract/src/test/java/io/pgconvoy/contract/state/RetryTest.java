package io.pgconvoy.contract.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.JobId;
import io.pgconvoy.contract.Messages;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryTest {
    private static final Instant SINCE = Messages.NOON;

    @ParameterizedTest
    @CsvSource({
        // code, backoffLimit, failures so far, seconds since the first, again?
        "CONNECTION_LOST,   3,   1,   0, true",
        "CONNECTION_LOST,   3,   3, 900, true",
        "CONNECTION_LOST,   3,   4, 299, true",
        "CONNECTION_LOST,   3,   4, 300, false",
        "CONNECTION_LOST,   0,   1,   0, true",
        "CONNECTION_LOST,   0,  99, 299, true",
        "CONNECTION_LOST,   0,   1, 300, false",
        "CONNECTION_LOST, 100, 100, 900, true",
        "SERVER_BUSY,       3,   4, 300, false",
        "SNAPSHOT_GONE,     3,   1,   0, true",
        "SNAPSHOT_GONE,     3,   4, 300, false",
        "STALE_GENERATION,  3,   1,   0, true",
        "PRIVILEGE,       100,   1,   0, false",
        "DISK_FULL,       100,   1,   0, false",
        "DATA_REJECTED,   100,   1,   0, false",
        "INTERNAL,        100,   1,   0, false"
    })
    void whatMayPassIsTriedAgainAndNothingElse(
            ErrorCode code, int backoffLimit, int failures, long seconds, boolean again) {
        assertThat(new Retry(backoffLimit)
                        .allows(Failure.of(code, "it failed"), failures, SINCE, SINCE.plusSeconds(seconds)))
                .isEqualTo(again);
    }

    @ParameterizedTest
    @CsvSource({"1,250", "2,500", "3,1000", "4,2000", "5,4000", "6,8000", "7,10000", "8,10000", "1000000,10000"})
    void pausesDoubleUpToTenSecondsAndAreSpreadByAFifth(int failures, long least) {
        Retry retry = new Retry(3);
        for (int job = 0; job < 200; job++) {
            assertThat(retry.pause(new JobId("copy:" + job), failures))
                    .isBetween(Duration.ofMillis(least), Duration.ofMillis(least + least / 5));
        }
    }

    @Test
    void jobsThatFailTogetherDoNotComeBackTogether() {
        Retry retry = new Retry(3);

        assertThat(java.util.stream.IntStream.range(0, 100)
                        .mapToObj(job -> retry.pause(new JobId("copy:" + job), 7))
                        .distinct()
                        .count())
                .isGreaterThan(50);
    }

    @Test
    void aPauseFromAWrongClockIsNotWaitedFor() {
        assertThat(Retry.isPause(SINCE, SINCE.plusSeconds(12))).isTrue();
        assertThat(Retry.isPause(SINCE, SINCE)).isFalse();
        assertThat(Retry.isPause(SINCE, SINCE.minusSeconds(1))).isFalse();
        assertThat(Retry.isPause(SINCE, SINCE.plus(Duration.ofHours(1)))).isFalse();
    }
}
