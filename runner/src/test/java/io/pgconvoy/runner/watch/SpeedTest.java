package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.status.domain.Facts;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpeedTest {
    private static final Instant START = Facts.START;

    private final Speed speed = new Speed();

    @Test
    void isUnknownBeforeASecondHasPassed() {
        speed.read(START, 0);
        speed.read(START.plusMillis(900), 1000);

        assertThat(speed.bytesPerSecond()).isEmpty();
    }

    @Test
    void isThatOfTheLastTenSeconds() {
        for (int second = 0; second <= 30; second++) {
            speed.read(START.plusSeconds(second), second <= 20 ? 0 : (second - 20) * 500L);
        }

        assertThat(speed.bytesPerSecond()).hasValue(500);
    }

    @Test
    void aStallIsSeen() {
        for (int second = 0; second <= 15; second++) {
            speed.read(START.plusSeconds(second), Math.min(second, 3) * 1000L);
        }

        assertThat(speed.bytesPerSecond()).hasValue(0);
    }

    @Test
    void isNeverNegative() {
        speed.read(START, 5000);
        speed.read(START.plusSeconds(2), 1000);

        assertThat(speed.bytesPerSecond()).isEmpty();
    }
}
