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
import java.util.List;
import java.util.Optional;

/**
 * Reads a request in the seed operator's form (apiVersion, kind, metadata, spec) and checks it against the JSON Schema; finds
 * everything that is wrong at once. Thread-safe.
 */
public final class RequestReader {
    public static final String API_VERSION = "pgconvoy.io/v1";

    /** A size is text in the contract; requests may also give it as a number of bytes, as Kubernetes does. */
    private final RequestSchema schema = new RequestSchema();

    private final ObjectWriter canonical = Json.MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    /** What became of a record on the requests topic. */
    public sealed interface Reading {
        /** {@code hash} is the same for the same content, whatever its spacing and key order. */
        record Read(Request request, String hash) implements Reading {}

        /** {@code migration} is known where the name could be read. */
        record Refused(Optional<MigrationId> migration, List<RequestError> errors, String hash) implements Reading {}
    }

    /** Never throws: whatever the bytes are, there is an answer to them. {@code null} is an empty record. */
    public Reading read(byte[] bytes) {
        byte[] record = bytes == null ? new byte[0] : bytes;
        try {
            return ofDocument(RequestText.parse(record));
        } catch (RequestText.Unreadable e) {
            return new Reading.Refused(Optional.empty(), List.of(e.error()), Digest.of(record));
        }
    }

    private Reading ofDocument(ObjectNode document) {
        String hash = Digest.of(canonical(document));
        List<RequestError> errors = schema.check(document);
        Optional<MigrationId> name = nameIn(document);
        if (!errors.isEmpty() || name.isEmpty()) {
            return new Reading.Refused(name, errors, hash);
        }
        try {
            return new Reading.Read(requestIn(document, name.get()), hash);
        } catch (JsonProcessingException e) {
            return new Reading.Refused(name, List.of(misjudged()), hash);
        }
    }

    private static Request requestIn(ObjectNode document, MigrationId name) throws JsonProcessingException {
        if (document.path("kind").asText().equals("CancelMigration")) {
            return new CancelMigration(name, document.path("by").asText("unknown"));
        }
        ObjectNode spec = ((ObjectNode) document.get("spec")).deepCopy();
        ObjectNode clone = spec.withObject("/clone");
        RequestRules.sizes().stream()
                .filter(size -> clone.path(size).isNumber())
                .forEach(size -> clone.put(size, clone.get(size).asText()));
        return new SubmitMigration(name, Json.MAPPER.treeToValue(spec, MigrationSpec.class));
    }

    /** A gap between the schema and the contract: our mistake, but the requester still gets a verdict. */
    private static RequestError misjudged() {
        return new RequestError(
                ErrorCode.INTERNAL,
                "/spec",
                Optional.empty(),
                Optional.empty(),
                "report this: the request is valid by its schema and still could not be read");
    }

    private static Optional<MigrationId> nameIn(JsonNode document) {
        try {
            return Optional.ofNullable(document.path("metadata").path("name").textValue())
                    .map(MigrationId::new);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private byte[] canonical(ObjectNode document) {
        try {
            return canonical.writeValueAsBytes(Json.MAPPER.treeToValue(document, Object.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a parsed document cannot be written", e);
        }
    }
}
