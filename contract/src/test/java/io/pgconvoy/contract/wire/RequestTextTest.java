package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are no request: B1 and B2 of the operations page. */
class RequestTextTest {
    private static final String UNREADABLE =
            "REQUEST_UNREADABLE at /: found %s; allowed: one JSON object in UTF-8; mend the JSON and send it again";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                 | nothing",
                "`  `               | nothing",
                "null               | null",
                "{                  | a text that ends too early at byte 1 (line 1, column 2)",
                "{\"ä\":1           | a text that ends too early at byte 7 (line 1, column 7)",
                "{'a':1}            | no JSON at byte 1 (line 1, column 2)",
                "{\"a\":hunter2}    | no JSON at byte 5 (line 1, column 6)",
                "{\"a\":NaN}        | no JSON at byte 8 (line 1, column 9)",
                "{\"a\":1} {\"b\":2}| more text after the object at byte 8 (line 1, column 9)",
                "{\"a\":\"\\ud800\"}| half of a surrogate pair, which is no character",
                "{\"\\udc00\":1}    | half of a surrogate pair, which is no character"
            })
    void textThatIsNoJsonIsUnreadableWithItsPlace(String text, String found) {
        assertThat(Requests.answer(text)).containsExactly(UNREADABLE.formatted(found));
    }

    @Test
    void bytesThatAreNoUtf8AreUnreadable() {
        assertThat(Requests.answer(Requests.read(new byte[] {'{', (byte) 0xFF})))
                .containsExactly(UNREADABLE.formatted("no UTF-8 at byte 1"));
        assertThat(Requests.answer(Requests.read("{}".getBytes(StandardCharsets.UTF_16))))
                .containsExactly(UNREADABLE.formatted("no UTF-8 at byte 0"));
        assertThat(Requests.answer(Requests.read("{}".getBytes(StandardCharsets.UTF_16LE))))
                .singleElement()
                .asString()
                .startsWith("REQUEST_UNREADABLE at /: found no JSON at byte 2");
        assertThat(Requests.answer("\uFEFF" + Requests.SHORT))
                .containsExactly(UNREADABLE.formatted("a byte order mark at byte 0"));
    }

    @Test
    void aTombstoneIsUnreadable() {
        assertThat(Requests.answer(Requests.read((byte[]) null))).containsExactly(UNREADABLE.formatted("nothing"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[]|an array", "[{}]|an array", "5|a number", "\"x\"|text", "true|true or false"})
    void jsonThatIsNoObjectHasTheWrongShape(String text, String found) {
        assertThat(Requests.answer(text))
                .containsExactly("REQUEST_SHAPE at /: found " + found
                        + "; allowed: one JSON object; send an object with apiVersion, kind, metadata and spec");
    }

    @Test
    void aKeyThatStandsTwiceIsNamed() {
        assertThat(Requests.answer("{\"kind\":\"Migration\",\n \"kind\":\"Migration\"}"))
                .containsExactly(
                        "REQUEST_DUPLICATE_KEY at /: found the key 'kind' twice at byte 28 (line 2, column 8); "
                                + "allowed: each key once in an object; remove one of the two");
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 40, 100_000})
    void moreThan32LevelsAreTooDeep(int levels) {
        String text = "{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}";

        String answer = Requests.answer(text).getFirst();

        if (levels > 32) {
            assertThat(answer)
                    .isEqualTo("REQUEST_TOO_DEEP at /: found more than 32 levels; allowed: at most 32 levels; "
                            + "send the fields of a request only");
        } else {
            assertThat(answer).doesNotContain("REQUEST_TOO_DEEP");
        }
    }

    @Test
    void moreThan256KiBAreTooLarge() {
        String spaces = " ".repeat(256 * 1024 - Requests.SHORT.length());

        assertThat(Requests.answer(Requests.SHORT + spaces)).isEmpty();
        assertThat(Requests.answer(Requests.SHORT + spaces + " "))
                .containsExactly("REQUEST_TOO_LARGE at /: found 262145 bytes; allowed: at most 262144 bytes; "
                        + "send a smaller request");
    }

    @Test
    void aNumberOfThousandsOfDigitsIsUnreadable() {
        assertThat(Requests.answer("{\"a\":" + "1".repeat(2_000) + "}"))
                .containsExactly(UNREADABLE.formatted("a number that is too long"));
    }
}
