package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.JobSucceeded;
import io.pgconvoy.contract.MigrationEvent.JobsPlanned;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.SchemaRestored;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void anUnknownTypeOfEventIsSkipped() throws Exception {
        byte[] value = "{\"migration\":\"shop\"}".getBytes(StandardCharsets.UTF_8);

        assertThat(codec.readEvent(Optional.of("io.pgconvoy.CutoverApproved.v1"), value))
                .isEmpty();
        assertThat(codec.readEvent(Optional.of("io.pgconvoy.SchemaRestored.v2"), value))
                .isEmpty();
        assertThat(codec.readEvent(Optional.of("SchemaRestored"), value)).isEmpty();
        assertThat(codec.readEvent(Optional.empty(), value)).isEmpty();
    }

    @Test
    void fieldsOfALaterVersionAreIgnored() throws Exception {
        byte[] value = """
                {"migration":"shop","at":"2026-03-01T12:00:00.123Z","later":{"a":[1]},"another":null}""".getBytes(StandardCharsets.UTF_8);

        assertThat(codec.readEvent(Optional.of("io.pgconvoy.SchemaRestored.v1"), value))
                .contains(new SchemaRestored(Messages.SHOP, Messages.NOON));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"migration\":\"shop\"}",
                "{\"migration\":null,\"at\":\"2026-03-01T12:00:00Z\"}",
                "{\"migration\":\"Not A Name\",\"at\":\"2026-03-01T12:00:00Z\"}",
                "{\"migration\":\"shop\",\"at\":\"noon\"}",
                "{\"migration\":\"shop\",\"at\":\"2026-03-01T12:00:00Z\"} trailing",
                "{\"migration\":\"shop\",\"migration\":\"shop\",\"at\":\"2026-03-01T12:00:00Z\"}"
            })
    void whatIsNotTheEventIsUnreadableAndNotQuoted(String value) {
        assertThatThrownBy(() -> codec.readEvent(
                        Optional.of("io.pgconvoy.SchemaRestored.v1"), value.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Codec.UnreadableRecord.class)
                .hasMessage("not a readable SchemaRestored");
    }

    @Test
    void aNumberThatIsMissingIsNotZero() {
        byte[] value = new String(codec.event(succeeded()).value(), StandardCharsets.UTF_8)
                .replace("\"rows\":7,", "")
                .getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> codec.readEvent(Optional.of("io.pgconvoy.JobSucceeded.v1"), value))
                .isInstanceOf(Codec.UnreadableRecord.class);
    }

    @Test
    void aJobOfAnUnknownKindIsNotSkippedInAPlan() {
        byte[] value = """
                {"migration":"shop","at":"2026-03-01T12:00:00Z","generation":1,"jobs":[{"kind":"Reindex","id":"1"}]}""".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> codec.readEvent(Optional.of("io.pgconvoy.JobsPlanned.v1"), value))
                .isInstanceOf(Codec.UnreadableRecord.class);
    }

    @Test
    void aTombstoneIsUnreadable() {
        assertThatThrownBy(() -> codec.readOrder(null)).isInstanceOf(Codec.UnreadableRecord.class);
    }

    @Test
    void theSameFactHasTheSameIdAndAnotherFactOfTheSameMomentAnother() {
        MigrationEvent one = new JobsPlanned(
                Messages.SHOP, Messages.NOON, Generation.FIRST, Messages.jobs().subList(0, 1));
        MigrationEvent other = new JobsPlanned(
                Messages.SHOP, Messages.NOON, Generation.FIRST, Messages.jobs().subList(1, 2));

        assertThat(idOf(one)).isEqualTo(idOf(one)).isNotEqualTo(idOf(other));
    }

    @Test
    void aResultSaidAgainLaterHasTheSameId() {
        JobSucceeded first = succeeded();
        JobSucceeded again = new JobSucceeded(
                first.migration(),
                first.at().plusSeconds(9),
                first.generation(),
                first.job(),
                first.attempt(),
                first.worker(),
                first.rows(),
                first.bytes(),
                first.took(),
                true);

        assertThat(idOf(again)).isEqualTo(idOf(first));
    }

    @Test
    void anEnvelopeIsACloudEvent() {
        Envelope envelope = codec.order(Messages.order(Messages.jobs().getFirst()), Messages.NOON);

        assertThat(envelope.topic()).isEqualTo(Topic.JOBS);
        assertThat(envelope.key()).isEqualTo("shop/copy:small:1");
        assertThat(envelope.headers())
                .containsEntry("ce_specversion", "1.0")
                .containsEntry("ce_type", "io.pgconvoy.Order.v1")
                .containsEntry("ce_source", "pgconvoy/test")
                .containsEntry("ce_subject", "shop/copy:small:1")
                .containsEntry("ce_id", "shop/2/copy:small:1/3")
                .containsEntry("ce_time", "2026-03-01T12:00:00.123Z")
                .containsEntry("content-type", "application/json");
    }

    private String idOf(MigrationEvent event) {
        return codec.event(event).headers().get("ce_id");
    }

    private static JobSucceeded succeeded() {
        return new JobSucceeded(
                Messages.SHOP,
                Messages.NOON,
                Generation.FIRST,
                Messages.PART,
                1,
                "worker-1",
                7,
                70,
                Duration.ofSeconds(1),
                false);
    }
}
