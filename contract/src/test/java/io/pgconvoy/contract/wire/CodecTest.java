package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read back equal. */
class CodecTest {
    private final Codec codec = new Codec("pgconvoy/test");

    static List<MigrationEvent> events() {
        return Messages.events();
    }

    static List<Job> jobs() {
        return Messages.jobs();
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventIsReadBackEqual(MigrationEvent event) throws Exception {
        Envelope envelope = codec.event(event);

        assertThat(codec.readEvent(Optional.of(envelope.headers().get(Envelope.TYPE)), envelope.value()))
                .contains(event);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void everyOrderIsReadBackEqual(Job job) throws Exception {
        Job.Order order = Messages.order(job);

        assertThat(codec.readOrder(codec.order(order, Messages.NOON).value())).isEqualTo(order);
    }

    @Test
    void progressIsReadBackEqual() throws Exception {
        assertThat(codec.readProgress(codec.progress(Messages.progress()).value()))
                .isEqualTo(Messages.progress());
    }

    @Test
    void aSpecificationThatLeavesEverythingOutIsReadBackEqual() throws Exception {
        MigrationEvent event = new MigrationAccepted(Messages.SHOP, Messages.NOON, Messages.plainSpec(), "00");
        Envelope envelope = codec.event(event);

        assertThat(codec.readEvent(Optional.of(envelope.headers().get(Envelope.TYPE)), envelope.value()))
                .contains(event);
    }
}
