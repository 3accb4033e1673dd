package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Collectors;

/** A rule of the request schema in words for people. */
final class SchemaWords {
    private SchemaWords() {}

    /** What the rule allows; empty where it has no words. */
    static Optional<String> describe(JsonNode rule) {
        if (rule.has("enum")) {
            return Optional.of(
                    rule.get("enum").valueStream().map(JsonNode::asText).collect(Collectors.joining(", ")));
        }
        if (rule.has("description")) {
            return Optional.of(rule.get("description").asText());
        }
        return switch (rule.path("type").asText()) {
            case "integer" -> Optional.of("an integer" + range(rule, "minimum", "maximum", ""));
            case "string" -> Optional.of("text" + range(rule, "minLength", "maxLength", " characters"));
            case "boolean" -> Optional.of("true or false");
            case "object" -> Optional.of("an object with " + names(rule));
            default -> Optional.empty();
        };
    }

    /** What to do about a value of the wrong type. */
    static String mendType(JsonNode rule, JsonNode found) {
        boolean quoted = found.isTextual() && !rule.path("type").asText().equals("string");
        return quoted && found.asText().matches("-?\\d{1,18}|true|false")
                ? "write " + found.asText() + " without quotes"
                : "write a value of that type";
    }

    private static String range(JsonNode rule, String least, String most, String unit) {
        return rule.has(least) && rule.has(most)
                ? " from " + rule.get(least).asText() + " to " + rule.get(most).asText() + unit
                : "";
    }

    private static String names(JsonNode rule) {
        return rule.path("properties").propertyStream().map(p -> p.getKey()).collect(Collectors.joining(", "));
    }
}
