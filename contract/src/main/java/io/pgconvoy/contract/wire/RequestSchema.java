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
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The request's JSON Schema (2020-12) and how its findings are told to people. Thread-safe. */
final class RequestSchema {
    static final String RESOURCE = "request.schema.json";

    /** A request has fewer fields than this; its answer must fit into one record whatever was sent. */
    private static final int MOST_ERRORS = 100;

    /** Fields and kinds that have a meaning here but are not built: refused, also where the schema knows them. */
    private static final List<String> NOT_BUILT = List.of(
            "/spec/follow",
            "/spec/cutover",
            "/spec/verification",
            "/spec/suspend",
            "/spec/dryRun",
            "/spec/preflight",
            "/spec/runner",
            "/spec/ttlSecondsAfterFinished",
            "/spec/source/superuserSecretRef",
            "/spec/target/superuserSecretRef",
            "/spec/clone/maxWritersPerTable",
            "/spec/clone/maxBytesPerSecond",
            "/spec/clone/indexMaintenanceWorkMem",
            "/spec/clone/ownerAfterRestore",
            "/spec/clone/failFast",
            "/spec/clone/allDatabases",
            "ApproveCutover",
            "SuspendMigration",
            "ResumeMigration",
            "VerifyMigration");

    private static final String NOT_BUILT_YET = "this version clones a whole database and does nothing else yet";

    private final JsonNode document;
    private final JsonSchema schema;

    RequestSchema() {
        try (InputStream in = RequestSchema.class.getResourceAsStream(RESOURCE)) {
            document = Json.MAPPER.readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException("the request schema is not in the jar", e);
        }
        schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(
                        document,
                        SchemaValidatorsConfig.builder()
                                .pathType(PathType.JSON_POINTER)
                                .build());
    }

    /** Everything wrong with it, one error for each place, credentials first; empty when it is a valid request. */
    List<RequestError> check(JsonNode request) {
        Map<String, RequestError> byPlace = new LinkedHashMap<>();
        Credentials.in(request).forEach(e -> byPlace.putIfAbsent(e.pointer(), e));
        NOT_BUILT.stream()
                .filter(field -> field.startsWith("/") && !request.at(field).isMissingNode())
                .forEach(field -> byPlace.putIfAbsent(field, notBuilt(field)));
        for (ValidationMessage message : schema.validate(request)) {
            if (!isAboutForms(message)) {
                RequestError error = tell(message);
                byPlace.putIfAbsent(error.pointer(), error);
            }
        }
        RequestRules.check(request).forEach(e -> byPlace.putIfAbsent(e.pointer(), e));
        return bounded(List.copyOf(byPlace.values()));
    }

    /** {@link RequestRules} says it in better words. */
    private static boolean isAboutForms(ValidationMessage message) {
        return message.getEvaluationPath().toString().contains("/oneOf");
    }

    private static List<RequestError> bounded(List<RequestError> errors) {
        if (errors.size() <= MOST_ERRORS) {
            return errors;
        }
        List<RequestError> first = new ArrayList<>(errors.subList(0, MOST_ERRORS));
        first.add(new RequestError(
                ErrorCode.REQUEST_SHAPE,
                "",
                Optional.of(errors.size() + " errors"),
                Optional.of("a request that keeps to the schema"),
                "mend the " + MOST_ERRORS + " errors named here, then send it again"));
        return List.copyOf(first);
    }

    private RequestError tell(ValidationMessage message) {
        String at = message.getInstanceLocation().toString();
        Optional<String> found = Shown.value(at, message.getInstanceNode());
        JsonNode rule = ruleOf(message);
        Optional<String> allowed = SchemaWords.describe(rule).or(() -> Optional.of(message.getMessage()));
        return switch (message.getType()) {
            case "additionalProperties" -> unknown(at, message.getProperty());
            case "required" -> missing(at, message.getProperty());
            case "false" -> ofOtherKind(at);
            case "type" ->
                new RequestError(
                        ErrorCode.FIELD_TYPE,
                        at,
                        found,
                        allowed,
                        SchemaWords.mendType(rule, message.getInstanceNode()));
            case "minimum", "maximum", "minLength", "maxLength", "maxItems" ->
                new RequestError(ErrorCode.FIELD_RANGE, at, found, allowed, "write a value in that range");
            case "enum" -> notInList(at, message.getInstanceNode(), found, allowed);
            case "pattern" ->
                new RequestError(
                        at.equals("/metadata/name") ? ErrorCode.NAME_INVALID : ErrorCode.FIELD_VALUE,
                        at,
                        found,
                        allowed,
                        "write a value of that form");
            default -> new RequestError(ErrorCode.FIELD_VALUE, at, found, allowed, "mend the value");
        };
    }

    static RequestError missing(String at, String name) {
        return new RequestError(
                ErrorCode.FIELD_REQUIRED,
                Shown.pointer(at, name),
                Optional.of("nothing"),
                Optional.empty(),
                "add the field " + name);
    }

    private RequestError notInList(String at, JsonNode node, Optional<String> found, Optional<String> allowed) {
        if (at.equals("/apiVersion")) {
            return new RequestError(
                    ErrorCode.VERSION_UNSUPPORTED,
                    at,
                    found,
                    allowed,
                    "write apiVersion: " + RequestReader.API_VERSION);
        }
        if (at.equals("/kind") && NOT_BUILT.contains(node.asText())) {
            return new RequestError(ErrorCode.NOT_SUPPORTED_YET, at, found, allowed, NOT_BUILT_YET);
        }
        String remedy = Nearest.to(node.asText(), List.of(allowed.orElse("").split(", ")))
                .map(nearest -> "did you mean " + nearest + "?")
                .orElse("write one of the allowed values");
        return new RequestError(ErrorCode.FIELD_VALUE, at, found, allowed, remedy);
    }

    private RequestError unknown(String at, String name) {
        String pointer = Shown.pointer(at, name);
        List<String> known = knownNames(at);
        return new RequestError(
                ErrorCode.FIELD_UNKNOWN,
                pointer,
                Optional.of(Shown.quoted(name)),
                Optional.of(String.join(", ", known)),
                Nearest.to(name, known)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElse("remove the field"));
    }

    private static RequestError notBuilt(String pointer) {
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        return new RequestError(
                ErrorCode.NOT_SUPPORTED_YET,
                pointer,
                Optional.of(name),
                Optional.of("a request without " + name),
                "leave out " + name + ": " + NOT_BUILT_YET);
    }

    private static RequestError ofOtherKind(String pointer) {
        String name = pointer.substring(1);
        String owner = name.equals("spec") ? "Migration" : "CancelMigration";
        return new RequestError(
                ErrorCode.FIELD_UNKNOWN,
                pointer,
                Optional.of(Shown.quoted(name)),
                Optional.of(name + " in kind " + owner + " only"),
                "remove the field or correct the kind");
    }

    /** The property names that can be used at an object of the request. */
    private List<String> knownNames(String pointer) {
        JsonNode place = document;
        for (String step : pointer.split("/", -1)) {
            place = step.isEmpty() ? place : resolve(place).path("properties").path(step);
        }
        Iterable<String> names = resolve(place).path("properties")::fieldNames;
        return StreamSupport.stream(names.spliterator(), false)
                .filter(name -> !NOT_BUILT.contains(Shown.pointer(pointer, name)))
                .sorted()
                .toList();
    }

    private JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    /** The part of the schema that a finding is about: what its keyword stands in. */
    private JsonNode ruleOf(ValidationMessage message) {
        String fragment = message.getSchemaLocation().getFragment().toString();
        String pointer = fragment.startsWith("/") ? fragment : "/" + fragment;
        return document.at(pointer.substring(0, Math.max(0, pointer.lastIndexOf('/'))));
    }
}
