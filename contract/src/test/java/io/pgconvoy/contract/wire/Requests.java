package io.pgconvoy.contract.wire;

import io.pgconvoy.contract.RequestError;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts of requests and their verdicts. */
final class Requests {
    /** The shortest request that is accepted. */
    static final String SHORT = """
            {"apiVersion":"pgconvoy.io/v1","kind":"Migration","metadata":{"name":"shop"},"spec":{\
            "source":{"uriSecretRef":{"name":"shop","key":"source"}},\
            "target":{"uriSecretRef":{"name":"shop","key":"target"}}}}""";

    private static final String SOURCE = "{\"uriSecretRef\":{\"name\":\"shop\",\"key\":\"source\"}}";
    private static final RequestReader READER = new RequestReader();

    private Requests() {}

    static String withSource(String endpoint) {
        return SHORT.replace(SOURCE, endpoint);
    }

    /** @param field as it stands in JSON, {@code "name":value} */
    static String withSpecField(String field) {
        return SHORT.replace("\"spec\":{", "\"spec\":{" + field + ",");
    }

    static String withClone(String fields) {
        return withSpecField("\"clone\":{" + fields + "}");
    }

    static RequestReader.Reading read(String text) {
        return READER.read(text.getBytes(StandardCharsets.UTF_8));
    }

    static RequestReader.Reading read(byte[] bytes) {
        return READER.read(bytes);
    }

    /** What is said to the requester, line by line; empty for a good request. */
    static List<String> answer(String text) {
        return answer(read(text));
    }

    static List<String> answer(RequestReader.Reading reading) {
        return switch (reading) {
            case RequestReader.Reading.Read good -> List.of();
            case RequestReader.Reading.Refused bad ->
                bad.errors().stream().map(RequestError::toString).toList();
        };
    }
}
