package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.RequestError;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** The request's JSON Schema (2020-12) and how its findings are told to people. Thread-safe. */
final class RequestSchema {
    static final String RESOURCE = "request.schema.json";

    /** Parts of the seed operator's object that have a meaning here but are not built. */
    private static final Set<String> NOT_BUILT =
            Set.of("/spec/follow", "/spec/cutover", "/spec/verification", "/spec/suspend");

    private final JsonNode document;
    private final JsonSchema schema;

    RequestSchema() {
        try (InputStream in = RequestSchema.class.getResourceAsStream(RESOURCE)) {
            document = Json.MAPPER.readTree(in);
        } catch (java.io.IOException e) {
            throw new IllegalStateException("the request schema is not in the jar", e);
        }
        schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(
                        document,
                        SchemaValidatorsConfig.builder()
                                .pathType(PathType.JSON_POINTER)
                                .build());
    }

    /** Everything wrong with it, credentials first; empty when it is a valid request. */
    List<RequestError> check(JsonNode request) {
        List<RequestError> errors = new ArrayList<>();
        findCredentials("", request, errors);
        for (ValidationMessage message : schema.validate(request)) {
            RequestError error = tell(message);
            boolean isSecret = errors.stream()
                    .anyMatch(e -> e.code() == ErrorCode.CREDENTIALS_IN_REQUEST
                            && e.pointer().equals(error.pointer()));
            if (!isSecret) {
                errors.add(error);
            }
        }
        return List.copyOf(errors);
    }

    private RequestError tell(ValidationMessage message) {
        String at = message.getInstanceLocation().toString();
        Optional<String> found = Optional.ofNullable(message.getInstanceNode())
                .filter(n -> n.isValueNode() && !n.isNull())
                .map(n -> shorten(n.toString()));
        return switch (message.getType()) {
            case "additionalProperties", "unevaluatedProperties" -> unknown(at + "/" + message.getProperty());
            case "required" ->
                new RequestError(
                        ErrorCode.FIELD_REQUIRED,
                        at + "/" + message.getProperty(),
                        Optional.empty(),
                        Optional.empty(),
                        "add the field " + message.getProperty());
            case "type" ->
                new RequestError(ErrorCode.FIELD_TYPE, at, found, allowed(message), "write a value of that type");
            case "minimum", "maximum", "minLength", "maxLength" ->
                new RequestError(ErrorCode.FIELD_RANGE, at, found, range(message), "write a value in that range");
            case "const", "enum" ->
                new RequestError(
                        at.equals("/apiVersion") ? ErrorCode.VERSION_UNSUPPORTED : ErrorCode.FIELD_VALUE,
                        at,
                        found,
                        allowed(message),
                        "write one of the allowed values");
            case "pattern" ->
                new RequestError(
                        at.equals("/metadata/name") ? ErrorCode.NAME_INVALID : ErrorCode.FIELD_VALUE,
                        at,
                        found,
                        Optional.of(describedPattern(message)),
                        "write a value of that form");
            case "oneOf" ->
                new RequestError(
                        ErrorCode.FIELD_VALUE,
                        at,
                        Optional.empty(),
                        Optional.of("exactly one of host with username, uriSecretRef, secretRef"),
                        "name the endpoint in one form");
            default ->
                new RequestError(ErrorCode.FIELD_VALUE, at, found, Optional.of(message.getMessage()), "mend the value");
        };
    }

    private RequestError unknown(String pointer) {
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        if (NOT_BUILT.contains(pointer)) {
            return new RequestError(
                    ErrorCode.NOT_SUPPORTED_YET,
                    pointer,
                    Optional.empty(),
                    Optional.of("a clone without " + name),
                    "leave out " + name + ": this version clones, it does not follow, cut over or verify");
        }
        List<String> known = knownNames(pointer.substring(0, pointer.lastIndexOf('/')));
        return new RequestError(
                ErrorCode.FIELD_UNKNOWN,
                pointer,
                Optional.of(shorten(name)),
                Optional.of(String.join(", ", known)),
                Nearest.to(name, known).map(n -> "did you mean " + n + "?").orElse("remove the field"));
    }

    /** The property names that the schema knows at an object of the request. */
    private List<String> knownNames(String pointer) {
        Iterable<String> names = () -> place(pointer).fieldNames();
        return StreamSupport.stream(names.spliterator(), false).sorted().toList();
    }

    private JsonNode place(String pointer) {
        JsonNode place = document;
        for (String step : pointer.split("/", -1)) {
            if (!step.isEmpty()) {
                place = resolve(place).path("properties").path(step);
            }
        }
        return resolve(place).path("properties");
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static Optional<String> allowed(ValidationMessage message) {
        Object[] arguments = message.getArguments();
        return arguments == null || arguments.length == 0
                ? Optional.of(message.getMessage())
                : Optional.of(String.valueOf(arguments[arguments.length - 1]));
    }

    private Optional<String> range(ValidationMessage message) {
        JsonNode node = Optional.ofNullable(message.getSchemaNode()).orElse(document);
        JsonNode parent = document.at(parentOf(message));
        JsonNode bounds = parent.isObject() ? parent : node;
        String least = bounds.has("minimum") ? bounds.get("minimum").asText() : "";
        String most = bounds.has("maximum") ? bounds.get("maximum").asText() : "";
        return least.isEmpty() && most.isEmpty() ? allowed(message) : Optional.of(least + " to " + most);
    }

    private String describedPattern(ValidationMessage message) {
        JsonNode parent = document.at(parentOf(message));
        return parent.has("description")
                ? parent.get("description").asText()
                : String.valueOf(allowed(message).orElse(""));
    }

    private static String parentOf(ValidationMessage message) {
        String fragment = message.getSchemaLocation().getFragment().toString();
        String pointer = fragment.startsWith("/") ? fragment : "/" + fragment;
        return pointer.substring(0, Math.max(0, pointer.lastIndexOf('/')));
    }

    private static void findCredentials(String at, JsonNode node, List<RequestError> errors) {
        node.properties().forEach(field -> {
            String pointer = at + "/" + field.getKey();
            JsonNode value = field.getValue();
            if (value.isTextual() && (namesSecret(field.getKey()) || holdsPassword(value.asText()))) {
                errors.add(new RequestError(
                        ErrorCode.CREDENTIALS_IN_REQUEST,
                        pointer,
                        Optional.empty(),
                        Optional.of("a Secret reference: passwordSecretRef, uriSecretRef or secretRef"),
                        "put the credential into a Secret and name it here; change it, since it was sent in clear"));
            }
            findCredentials(pointer, value, errors);
        });
    }

    private static boolean namesSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return lower.equals("password")
                || lower.equals("passwd")
                || lower.equals("pgpassword")
                || lower.equals("token");
    }

    private static boolean holdsPassword(String value) {
        return value.matches("(?is).*postgres(ql)?://[^/@\\s]*:[^@\\s]+@.*") || value.matches("(?is).*password\\s*=.*");
    }

    private static String shorten(String text) {
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }
}
