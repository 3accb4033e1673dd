package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a piece of a request is shown in an answer: short, on one line, and never where a secret could stand. */
final class Shown {
    private static final int MOST_CHARACTERS = 80;
    private static final Pattern SECRET_PLACE = Pattern.compile("(?i)secret|passw|pwd|token|tls");

    private Shown() {}

    /** What stands at a place; only of what kind it is where that place is meant for secrets. */
    static Optional<String> value(String pointer, JsonNode node) {
        boolean plain = node.isValueNode() && !node.isNull();
        boolean secret = SECRET_PLACE.matcher(pointer).find() || Credentials.isIn(node.asText());
        return Optional.of(plain && !secret ? shorten(oneLine(node.toString())) : kind(node));
    }

    static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            case BOOLEAN -> "true or false";
            case NUMBER -> "a number";
            case STRING -> "text";
            default -> node.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    }

    static String quoted(String name) {
        return shorten("'" + oneLine(name) + "'");
    }

    /** A JSON pointer (RFC 6901) to a field, with an overlong name shortened. */
    static String pointer(String parent, String name) {
        return parent + "/" + shorten(oneLine(name)).replace("~", "~0").replace("/", "~1");
    }

    private static String shorten(String text) {
        int end = text.offsetByCodePoints(0, Math.min(MOST_CHARACTERS, text.codePointCount(0, text.length())));
        return end == text.length() ? text : text.substring(0, end) + "...";
    }

    /** Control characters as escapes: an answer is one line, on a terminal too. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints()
                .forEach(c -> line.append(
                        Character.isISOControl(c) || c == 0x2028 || c == 0x2029
                                ? "\\u%04x".formatted(c)
                                : Character.toString(c)));
        return line.toString();
    }
}
