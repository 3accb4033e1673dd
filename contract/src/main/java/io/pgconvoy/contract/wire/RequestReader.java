package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.MigrationSpec;
import io.pgconvoy.contract.Request;
import io.pgconvoy.contract.Request.CancelMigration;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.RequestError;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads a request in the seed operator's form (apiVersion, kind, metadata, spec) and checks it against the JSON Schema; finds
 * everything that is wrong at once. Thread-safe.
 */
public final class RequestReader {
    public static final String API_VERSION = "pgconvoy.io/v1";
    private static final int MOST_BYTES = 256 * 1024;

    private final RequestSchema schema = new RequestSchema();
    private final ObjectWriter canonical = Json.MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    /** What became of a record on the requests topic. */
    public sealed interface Reading {
        /** {@code hash} is the same for the same content, whatever its spacing and key order. */
        record Read(Request request, String hash) implements Reading {}

        /** {@code migration} is known where the name could be read. */
        record Refused(Optional<MigrationId> migration, List<RequestError> errors, String hash) implements Reading {}
    }

    public Reading read(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            return refused(
                    bytes,
                    new RequestError(
                            ErrorCode.REQUEST_SHAPE,
                            "",
                            Optional.of(bytes.length + " bytes"),
                            Optional.of("at most " + MOST_BYTES + " bytes"),
                            "send a smaller request"));
        }
        JsonNode document;
        try {
            document = Json.MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            return refused(bytes, unreadable(e));
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
        if (document == null || !document.isObject()) {
            return refused(
                    bytes,
                    new RequestError(
                            ErrorCode.REQUEST_SHAPE,
                            "",
                            Optional.of(
                                    document == null
                                            ? "nothing"
                                            : document.getNodeType().name()),
                            Optional.of("a JSON object"),
                            "send an object with apiVersion, kind, metadata and spec"));
        }
        return ofDocument((ObjectNode) document);
    }

    private Reading ofDocument(ObjectNode document) {
        String hash = hash(canonical(document));
        List<RequestError> errors = schema.check(document);
        Optional<MigrationId> name = nameIn(document);
        if (!errors.isEmpty() || name.isEmpty()) {
            return new Reading.Refused(name, errors, hash);
        }
        return new Reading.Read(requestIn(document, name.get()), hash);
    }

    private static Request requestIn(ObjectNode document, MigrationId name) {
        if (document.path("kind").asText().equals("CancelMigration")) {
            return new CancelMigration(name, document.path("by").asText("unknown"));
        }
        ObjectNode spec = ((ObjectNode) document.get("spec")).deepCopy();
        if (!spec.has("clone")) {
            spec.putObject("clone");
        }
        try {
            return new SubmitMigration(name, Json.MAPPER.treeToValue(spec, MigrationSpec.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the request schema admits what the contract cannot read", e);
        }
    }

    private static Optional<MigrationId> nameIn(JsonNode document) {
        try {
            return Optional.of(
                    new MigrationId(document.path("metadata").path("name").asText()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RequestError unreadable(JsonProcessingException e) {
        Optional<String> place =
                Optional.ofNullable(e.getLocation()).map(l -> "line " + l.getLineNr() + ", column " + l.getColumnNr());
        boolean duplicate =
                e.getOriginalMessage() != null && e.getOriginalMessage().startsWith("Duplicate field");
        return new RequestError(
                duplicate ? ErrorCode.REQUEST_SHAPE : ErrorCode.REQUEST_UNREADABLE,
                "",
                Optional.of((duplicate ? "a key that stands twice" : "no JSON")
                        + place.map(p -> " at " + p).orElse("")),
                Optional.of("one JSON object in UTF-8"),
                "mend the JSON and send it again");
    }

    private Reading refused(byte[] bytes, RequestError error) {
        return new Reading.Refused(Optional.empty(), List.of(error), hash(bytes));
    }

    private byte[] canonical(ObjectNode document) {
        try {
            return canonical.writeValueAsBytes(Json.MAPPER.treeToValue(document, Object.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a parsed document cannot be written", e);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
