package io.pgconvoy.status.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CatchUpTest {
    private final CatchUp catchUp = new CatchUp();

    @Test
    void isNotDoneBeforeTheEndsAreKnown() {
        catchUp.read(0, 10);

        assertThat(catchUp.isDone()).isFalse();
        assertThat(catchUp.waitingFor()).isPresent();
    }

    @Test
    void isDoneAtOnceOnAnEmptyTopic() {
        catchUp.until(Map.of());

        assertThat(catchUp.isDone()).isTrue();
    }

    @Test
    void isDoneWhenEveryPartitionIsReadToItsEnd() {
        catchUp.until(Map.of(0, 5L, 1, 3L));
        catchUp.read(0, 4);
        assertThat(catchUp.isDone()).isFalse();

        catchUp.read(1, 2);

        assertThat(catchUp.isDone()).isTrue();
    }

    @Test
    void countsWhatWasReadBeforeTheEndsWereKnown() {
        catchUp.read(0, 4);

        catchUp.until(Map.of(0, 5L));

        assertThat(catchUp.isDone()).isTrue();
    }
}
