package io.pgconvoy.runner.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HumanTest {
    @Test
    void bytesAreInPowersOf1024() {
        assertThat(Human.bytes(0)).isEqualTo("0 B");
        assertThat(Human.bytes(1023)).isEqualTo("1023 B");
        assertThat(Human.bytes(1024)).isEqualTo("1.0 KiB");
        assertThat(Human.bytes(197L << 20)).isEqualTo("197.0 MiB");
        assertThat(Human.bytes(Long.MAX_VALUE)).isEqualTo("8192.0 PiB");
    }

    @Test
    void durationsKeepWhatMatters() {
        assertThat(Human.duration(Duration.ofMillis(-3))).isEqualTo("0.000 s");
        assertThat(Human.duration(Duration.ofMillis(1234))).isEqualTo("1.234 s");
        assertThat(Human.duration(Duration.ofMillis(12_345))).isEqualTo("12.3 s");
        assertThat(Human.duration(Duration.ofSeconds(125))).isEqualTo("2 min 05 s");
        assertThat(Human.duration(Duration.ofMinutes(125))).isEqualTo("2 h 05 min");
    }

    @Test
    void clocksCountSeconds() {
        assertThat(Human.clock(Duration.ofMillis(61_900))).isEqualTo("1:01");
        assertThat(Human.clock(Duration.ofSeconds(3661))).isEqualTo("1:01:01");
    }
}
