package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.RequestError;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** From bytes to a JSON object, or to the one reason why not. What is said about unreadable bytes never quotes them. Thread-safe. */
final class RequestText {
    /** A request with every field is under 4 KiB. */
    static final int MOST_BYTES = 256 * 1024;

    /** The deepest field of a request lies at level 6. */
    static final int MOST_LEVELS = 32;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MOST_LEVELS)
                            .maxNameLength(MOST_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RequestText() {}

    /** Says why bytes are no JSON object. */
    static final class Unreadable extends Exception {
        private final transient RequestError error;

        Unreadable(RequestError error) {
            super(error.toString());
            this.error = error;
        }

        RequestError error() {
            return error;
        }
    }

    static ObjectNode parse(byte[] bytes) throws Unreadable {
        if (bytes.length > MOST_BYTES) {
            throw new Unreadable(new RequestError(
                    ErrorCode.REQUEST_TOO_LARGE,
                    "",
                    Optional.of(bytes.length + " bytes"),
                    Optional.of("at most " + MOST_BYTES + " bytes"),
                    "send a smaller request"));
        }
        String text = decode(bytes);
        JsonNode document = parse(text);
        if (document.isMissingNode() || document.isNull()) {
            throw unreadable(document.isNull() ? "null" : "nothing");
        }
        if (!document.isObject()) {
            throw new Unreadable(new RequestError(
                    ErrorCode.REQUEST_SHAPE,
                    "",
                    Optional.of(Shown.kind(document)),
                    Optional.of("one JSON object"),
                    "send an object with apiVersion, kind, metadata and spec"));
        }
        if (hasHalfCharacter(document)) {
            throw unreadable("half of a surrogate pair, which is no character");
        }
        return (ObjectNode) document;
    }

    private static String decode(byte[] bytes) throws Unreadable {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (decoder.decode(in, out, true).isError()) {
            throw unreadable("no UTF-8 at byte " + in.position());
        }
        String text = out.flip().toString();
        if (text.startsWith("\uFEFF")) {
            throw unreadable("a byte order mark at byte 0");
        }
        return text;
    }

    private static JsonNode parse(String text) throws Unreadable {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw told(e, text);
        }
    }

    private static Unreadable told(JsonProcessingException e, String text) {
        String at = placeOf(e, text);
        String why = Optional.ofNullable(e.getOriginalMessage()).orElse("");
        return switch (e) {
            case StreamConstraintsException deep
            when why.contains("nesting depth") ->
                new Unreadable(new RequestError(
                        ErrorCode.REQUEST_TOO_DEEP,
                        "",
                        Optional.of("more than " + MOST_LEVELS + " levels" + at),
                        Optional.of("at most " + MOST_LEVELS + " levels"),
                        "send the fields of a request only"));
            case StreamConstraintsException big -> unreadable("a number that is too long" + at);
            case JsonEOFException end -> unreadable("a text that ends too early" + at);
            case MismatchedInputException trailing -> unreadable("more text after the object" + at);
            case JsonProcessingException duplicate
            when why.startsWith("Duplicate field '") -> new Unreadable(duplicate(why, at));
            default -> unreadable("no JSON" + at);
        };
    }

    private static RequestError duplicate(String why, String at) {
        String key = why.substring(why.indexOf('\'') + 1, Math.max(why.lastIndexOf('\''), why.indexOf('\'') + 1));
        return new RequestError(
                ErrorCode.REQUEST_DUPLICATE_KEY,
                "",
                Optional.of((Credentials.isIn(key) ? "a key" : "the key " + Shown.quoted(key)) + " twice" + at),
                Optional.of("each key once in an object"),
                "remove one of the two");
    }

    private static Unreadable unreadable(String found) {
        return new Unreadable(new RequestError(
                ErrorCode.REQUEST_UNREADABLE,
                "",
                Optional.of(found),
                Optional.of("one JSON object in UTF-8"),
                "mend the JSON and send it again"));
    }

    /** Byte, line and column, all that is told of a place: the text itself may hold a secret. */
    private static String placeOf(JsonProcessingException e, String text) {
        if (e.getLocation() == null || e.getLocation().getCharOffset() < 0) {
            return "";
        }
        int characters = (int) Math.min(text.length(), e.getLocation().getCharOffset());
        int offset = text.substring(0, characters).getBytes(StandardCharsets.UTF_8).length;
        return " at byte %d (line %d, column %d)"
                .formatted(offset, e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }

    /** JSON can write half a character as an escape; it could not be written again. */
    private static boolean hasHalfCharacter(JsonNode node) {
        return isHalf(node.asText())
                || node.properties().stream().anyMatch(f -> isHalf(f.getKey()) || hasHalfCharacter(f.getValue()))
                || (node.isArray() && node.valueStream().anyMatch(RequestText::hasHalfCharacter));
    }

    private static boolean isHalf(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
