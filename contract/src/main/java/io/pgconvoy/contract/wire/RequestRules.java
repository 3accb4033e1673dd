package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgconvoy.contract.ByteSize;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.RequestError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a request must keep to and JSON Schema cannot say, or cannot say in words that help. Pure. */
final class RequestRules {
    private static final List<String> INLINE = List.of("host", "port", "database", "username", "passwordSecretRef");
    private static final List<String> REFERENCES = List.of("uriSecretRef", "secretRef");
    private static final String FORMS = "exactly one of host with username, uriSecretRef, secretRef";

    /** PostgreSQL's longest name, in bytes; a longer one is cut by the server and then names something else. */
    private static final int LONGEST_NAME = 63;

    /** Half of PostgreSQL's largest table. */
    private static final String LARGEST_SPLIT = "16Ti";

    /** {@code maintenance_work_mem} holds kilobytes in 31 bits. */
    private static final String LARGEST_WORK_MEM = "2047Gi";

    private static final List<SizeField> SIZES = List.of(
            new SizeField("splitTablesLargerThan", "0", LARGEST_SPLIT, "write 0 to copy every table in one piece"),
            new SizeField(
                    "indexMaintenanceWorkMem",
                    "1Mi",
                    LARGEST_WORK_MEM,
                    "leave it out to keep the target's own setting"),
            new SizeField("maxBytesPerSecond", "1Ki", "16Ti", "leave it out to copy without a limit"));

    /** A field of {@code spec.clone} that is a size, and its range. */
    private record SizeField(String name, ByteSize least, ByteSize most, String remedy) {
        SizeField(String name, String least, String most, String remedy) {
            this(name, ByteSize.parse(least), ByteSize.parse(most), remedy);
        }

        boolean holds(String size) {
            try {
                long bytes = ByteSize.parse(size).bytes();
                return bytes >= least.bytes() && bytes <= most.bytes();
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }

    private RequestRules() {}

    /** The fields of {@code spec.clone} that are sizes, written as text or as a number of bytes. */
    static List<String> sizes() {
        return SIZES.stream().map(SizeField::name).toList();
    }

    static List<RequestError> check(JsonNode request) {
        return Stream.of(
                        endpoint("/spec/source", request.at("/spec/source")),
                        endpoint("/spec/target", request.at("/spec/target")),
                        SIZES.stream().flatMap(field -> size(field, request.at("/spec/clone/" + field.name()))),
                        FilterRules.check(request.at("/spec/clone")))
                .flatMap(errors -> errors)
                .toList();
    }

    private static Stream<RequestError> endpoint(String at, JsonNode endpoint) {
        return endpoint.isObject()
                ? Stream.concat(
                        form(at, endpoint),
                        Stream.of("database", "username")
                                .flatMap(name -> nameLength(at + "/" + name, endpoint.path(name))))
                : Stream.of();
    }

    private static Stream<RequestError> form(String at, JsonNode endpoint) {
        List<String> inline = INLINE.stream().filter(endpoint::has).toList();
        List<String> references = REFERENCES.stream().filter(endpoint::has).toList();
        if (inline.isEmpty() && references.isEmpty()) {
            return Stream.of(new RequestError(
                    ErrorCode.FIELD_REQUIRED,
                    at,
                    Optional.of("no address"),
                    Optional.of(FORMS),
                    "name the server in one form"));
        }
        if (references.isEmpty()) {
            return Stream.of("host", "username")
                    .filter(name -> !endpoint.has(name))
                    .map(name -> RequestSchema.missing(at, name));
        }
        return inline.size() + references.size() == 1
                ? Stream.of()
                : Stream.of(new RequestError(
                        ErrorCode.FIELD_VALUE,
                        at,
                        Optional.of(String.join(
                                ", ",
                                Stream.concat(inline.stream(), references.stream())
                                        .toList())),
                        Optional.of(FORMS),
                        "name the server in one form and leave out the fields of the other"));
    }

    private static Stream<RequestError> nameLength(String at, JsonNode name) {
        int characters = name.asText().codePointCount(0, name.asText().length());
        int bytes = name.asText().getBytes(StandardCharsets.UTF_8).length;
        return name.isTextual() && characters <= LONGEST_NAME && bytes > LONGEST_NAME
                ? Stream.of(new RequestError(
                        ErrorCode.FIELD_RANGE,
                        at,
                        Optional.of(bytes + " bytes"),
                        Optional.of("1 to " + LONGEST_NAME + " bytes"),
                        "write the name as the server spells it"))
                : Stream.of();
    }

    /** Of text that is no size at all the schema says so already. */
    private static Stream<RequestError> size(SizeField field, JsonNode size) {
        return size.isMissingNode() || field.holds(size.asText())
                ? Stream.of()
                : Stream.of(new RequestError(
                        ErrorCode.FIELD_RANGE,
                        "/spec/clone/" + field.name(),
                        Shown.value("", size),
                        Optional.of(field.least() + " to " + field.most()),
                        field.remedy()));
    }
}
