package io.pgconvoy.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pgconvoy.contract.CheckedFile;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Messages;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.Request;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that went wrong in every way: each gets one verdict that can travel. A seed that failed becomes a case. */
class RequestFuzzTest {
    private static final int MUTANTS = Integer.getInteger("contract.mutants", 400);

    /** JSON values that have broken readers before. */
    private static final List<String> ODD_VALUES = List.of(
            "null",
            "true",
            "0",
            "-1",
            "4.0",
            "1e400",
            "1E-9",
            "99999999999999999999",
            "2147483648",
            "\"\"",
            "\"\\u0000\"",
            "\"a\\n\"",
            "\"shop\\u2028\"",
            "\"..\"",
            "\"a..b\"",
            "\"0\"",
            "\"1 GB\"",
            "\"999999999999999999P\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"RESTART\"",
            "\"restart\"",
            "\"4\"",
            "[]",
            "[1]",
            "{}",
            "{\"name\":\"a\",\"key\":\"b\"}",
            "{\"kind\":\"x\"}",
            "1.0",
            "100",
            "\"postgres://u:p@h\"");

    private static final List<String> NAMES = List.of(
            "source",
            "clone",
            "host",
            "username",
            "uriSecretRef",
            "secretRef",
            "password",
            "follow",
            "a/b",
            "a~b",
            "",
            "\n",
            "by",
            "spec",
            "port",
            "tls",
            "keys");

    private final Codec codec = new Codec("pgconvoy/test");

    @ParameterizedTest
    @ValueSource(longs = {1, 20_260_301})
    void whateverIsSentGetsOneVerdict(long seed) throws Exception {
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String text = mutant(random);
            read += hasOneVerdict(text, "seed " + seed + ", mutant " + i) ? 1 : 0;
        }
        assertThat(read).as("some mutants are still good requests").isBetween(1, MUTANTS - 1);
    }

    @Test
    void everyFieldWithEveryOddValueGetsOneVerdict() throws Exception {
        for (String place : places(golden(), "")) {
            for (String value : ODD_VALUES) {
                ObjectNode document = golden();
                int slash = place.lastIndexOf('/');
                ((ObjectNode) document.at(place.substring(0, slash)))
                        .set(place.substring(slash + 1), Json.MAPPER.readTree(value));
                hasOneVerdict(escaped(document), place + " = " + value);
            }
        }
    }

    private static ObjectNode golden() throws Exception {
        return (ObjectNode)
                Json.MAPPER.readTree(CheckedFile.golden("SubmitMigration").text());
    }

    private static List<String> places(JsonNode node, String at) {
        return node.properties().stream()
                .flatMap(f -> Stream.concat(
                        Stream.of(at + "/" + f.getKey()), places(f.getValue(), at + "/" + f.getKey()).stream()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void whateverBytesAreSentGetOneVerdict(long seed) throws Exception {
        Random random = new Random(seed);
        byte[] good = CheckedFile.golden("SubmitMigration").text().getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < MUTANTS; i++) {
            byte[] bytes = good.clone();
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            hasOneVerdict(Requests.read(bytes), "seed " + seed + ", bytes " + i);
        }
    }

    @Test
    void aLongRunOfColonsIsAnsweredSoon() {
        String colons = ("://" + ":".repeat(300)).repeat(800);
        long before = System.nanoTime();

        assertThat(Requests.answer(Requests.withSource("\"" + colons + "\""))).isNotEmpty();

        assertThat(System.nanoTime() - before).isLessThan(20_000_000_000L);
    }

    private boolean hasOneVerdict(String text, String which) throws Exception {
        return hasOneVerdict(Requests.read(text), which + ": " + text);
    }

    private boolean hasOneVerdict(Reading reading, String which) throws Exception {
        return switch (reading) {
            case Reading.Read(Request request, String hash) -> {
                if (request instanceof SubmitMigration submit) {
                    travels(new MigrationAccepted(Messages.SHOP, Messages.NOON, submit.spec(), hash), which);
                }
                yield true;
            }
            case Reading.Refused refused -> {
                assertThat(refused.errors())
                        .as(which)
                        .isNotEmpty()
                        .noneMatch(e -> e.code() == ErrorCode.INTERNAL)
                        .noneMatch(e -> e.toString().chars().anyMatch(Character::isISOControl));
                travels(new MigrationRejected(Messages.SHOP, Messages.NOON, refused.errors(), refused.hash()), which);
                yield false;
            }
        };
    }

    private void travels(MigrationEvent verdict, String which) throws Exception {
        Envelope envelope = codec.event(verdict);
        assertThat(codec.readEvent(Optional.of(envelope.headers().get(Envelope.TYPE)), envelope.value()))
                .as(which)
                .contains(verdict);
    }

    /** A good request with up to three of its values replaced, removed or added to. */
    private static String mutant(Random random) throws Exception {
        String good = random.nextBoolean()
                ? Requests.SHORT
                : CheckedFile.golden("SubmitMigration").text();
        ObjectNode document = (ObjectNode) Json.MAPPER.readTree(good);
        for (int n = random.nextBoolean() ? 1 : 3; n > 0; n--) {
            List<ObjectNode> objects = new ArrayList<>();
            collect(document, objects);
            ObjectNode object = objects.get(random.nextInt(objects.size()));
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            names.add(NAMES.get(random.nextInt(NAMES.size())));
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(4) == 0) {
                object.remove(name);
            } else {
                object.set(name, Json.MAPPER.readTree(ODD_VALUES.get(random.nextInt(ODD_VALUES.size()))));
            }
        }
        return escaped(document);
    }

    /** Half characters can be written as escapes only. */
    private static String escaped(ObjectNode document) throws Exception {
        return Json.MAPPER
                .writer()
                .with(com.fasterxml.jackson.core.json.JsonWriteFeature.ESCAPE_NON_ASCII)
                .writeValueAsString(document);
    }

    private static void collect(JsonNode node, List<ObjectNode> objects) {
        if (node instanceof ObjectNode object) {
            objects.add(object);
            object.properties().forEach(f -> collect(f.getValue(), objects));
        } else if (node instanceof ArrayNode array) {
            array.forEach(e -> collect(e, objects));
        }
    }
}
