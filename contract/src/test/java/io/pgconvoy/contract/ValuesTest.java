package io.pgconvoy.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "7, 7, 7",
        "7B, 7, 7",
        "1k, 1000, 1000",
        "1kB, 1024, 1Ki",
        "1 Ki, 1024, 1Ki",
        "512Mi, 536870912, 512Mi",
        "10GB, 10737418240, 10Gi",
        "1G, 1000000000, 1953125Ki/2",
        "1Ti, 1099511627776, 1Ti",
        "8191Pi, 9222246136947933184, 8191Pi"
    })
    void aSizeIsReadAndPrintedExactly(String text, long bytes, String printed) {
        ByteSize size = ByteSize.parse(text);

        assertThat(size.bytes()).isEqualTo(bytes);
        assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
        if (!printed.contains("/")) {
            assertThat(size).hasToString(printed);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "-1", "1.5G", "1KiB", "1 0", "8192Pi", "999999999999999999P", "1000000000000000000000"})
    void whatIsNoSizeIsRefusedInWords(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void positionsAreOrderedAsUnsignedNumbers() {
        Lsn low = Lsn.parse("0/16B3748");
        Lsn high = Lsn.parse("FFFFFFFF/FFFFFFFF");

        assertThat(List.of(high, low).stream().sorted()).containsExactly(low, high);
        assertThat(high).hasToString("FFFFFFFF/FFFFFFFF");
        assertThat(low).hasToString("0/16B3748");
        assertThat(high.isAtLeast(low)).isTrue();
        assertThat(low.isAtLeast(low)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "1", "0/", "/0", "0/x", "-1/0", "0/-1", "100000000/0", "0/100000000", "0/0/0"})
    void whatIsNoPositionIsRefused(String text) {
        assertThatThrownBy(() -> Lsn.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not an LSN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../x", "a/b", "", ".hidden", "a..b", "a\n", "a b"})
    void aReferenceCannotLeaveTheSecretsFolder(String part) {
        assertThatThrownBy(() -> new SecretKeyRef(part, "key")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SecretKeyRef("name", part)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void generationsCountFromOne() {
        assertThat(Generation.FIRST.next()).isEqualTo(new Generation(2));
        assertThatThrownBy(() -> new Generation(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theWriterOfAFactIsKnownWhereItIsAWorker() {
        assertThat(Messages.events())
                .allSatisfy(event -> assertThat(MigrationEvent.workerOf(event).isPresent())
                        .isEqualTo(event instanceof MigrationEvent.WorkerEvent));
    }

    @Test
    void messagesKeepNoLinkToTheListsTheyWereMadeOf() {
        List<String> remedy = new java.util.ArrayList<>(List.of("mend it"));
        Failure failure =
                new Failure(ErrorCode.INTERNAL, Failure.Kind.FATAL, java.util.Optional.empty(), "it failed", remedy);

        remedy.clear();

        assertThat(failure.remedy()).containsExactly("mend it");
    }
}
