package io.pgconvoy.contract.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.RequestError;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds credentials that somebody wrote into a request, so that they are refused and never repeated. */
final class Credentials {
    private static final Pattern SECRET_NAME = Pattern.compile("(?i)(password|passwd|pwd|passphrase|secret|token)$");

    /** {@code secretRef.keys.password} holds the name of a key in a Secret. */
    private static final Pattern KEY_NAME = Pattern.compile("/spec/(source|target)/secretRef/keys/password");

    /** Lengths are bounded, because the time to search grows with their product. */
    private static final Pattern IN_TEXT =
            Pattern.compile("(?is)://[^/?#\\s]{0,300}:[^@]{1,300}@|(password|passwd|pwd)\\s*+=");

    private Credentials() {}

    static List<RequestError> in(JsonNode request) {
        return in("", request).toList();
    }

    static boolean isIn(String text) {
        return IN_TEXT.matcher(text).find();
    }

    private static Stream<RequestError> in(String at, JsonNode node) {
        Stream<RequestError> fields = node.properties().stream()
                .flatMap(f -> inField(Shown.pointer(at, f.getKey()), f.getKey(), f.getValue()));
        Stream<RequestError> elements =
                node.isArray() ? node.valueStream().flatMap(e -> inElement(at, e)) : Stream.of();
        return Stream.concat(fields, elements);
    }

    private static Stream<RequestError> inField(String at, String name, JsonNode value) {
        boolean named =
                SECRET_NAME.matcher(name).find() && !KEY_NAME.matcher(at).matches();
        boolean secret = (named && value.isValueNode() && !value.isNull()) || isIn(value.asText());
        return secret ? Stream.of(refusal(at)) : in(at, value);
    }

    private static Stream<RequestError> inElement(String at, JsonNode element) {
        return isIn(element.asText()) ? Stream.of(refusal(at)) : in(at, element);
    }

    private static RequestError refusal(String at) {
        return new RequestError(
                ErrorCode.CREDENTIALS_IN_REQUEST,
                at,
                Optional.empty(),
                Optional.of("a Secret reference: passwordSecretRef, uriSecretRef or secretRef"),
                "put the credential into a Secret and name it here; change it, since it was sent in clear");
    }
}
