package io.pgconvoy.postgres;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parameters libpq knows, and what this project does with each. A parameter without effect here is not taken silently. */
enum UriParameter {
    HOST(Use.TAKEN),
    PORT(Use.TAKEN),
    DBNAME(Use.TAKEN),
    USER(Use.TAKEN),
    PASSWORD(Use.TAKEN),
    OPTIONS(Use.TAKEN),
    SSLROOTCERT(Use.TAKEN),
    SSLCERT(Use.TAKEN),
    SSLKEY(Use.TAKEN),
    CONNECT_TIMEOUT(Use.TAKEN),
    SSLMODE(Arrays.stream(SslMode.values()).map(SslMode::word)),
    TARGET_SESSION_ATTRS(Arrays.stream(TargetSessionAttrs.values()).map(TargetSessionAttrs::word)),
    // Set by the project for each session, or a hint without meaning for what is copied.
    APPLICATION_NAME(Use.IGNORED),
    FALLBACK_APPLICATION_NAME(Use.IGNORED),
    CLIENT_ENCODING(Use.IGNORED),
    KEEPALIVES(Use.IGNORED),
    KEEPALIVES_IDLE(Use.IGNORED),
    KEEPALIVES_INTERVAL(Use.IGNORED),
    KEEPALIVES_COUNT(Use.IGNORED),
    TCP_USER_TIMEOUT(Use.IGNORED),
    SSLSNI(Use.IGNORED),
    SSLCOMPRESSION(Stream.of("0")),
    GSSENCMODE(Stream.of("disable", "prefer")),
    CHANNEL_BINDING(Stream.of("disable", "prefer")),
    LOAD_BALANCE_HOSTS(Stream.of("disable")),
    SSLNEGOTIATION(Stream.of("postgres")),
    // Would change whom we trust or where we connect: refused rather than overlooked.
    HOSTADDR(Use.REFUSED),
    PASSFILE(Use.REFUSED),
    SERVICE(Use.REFUSED),
    SERVICEFILE(Use.REFUSED),
    REQUIRE_AUTH(Use.REFUSED),
    REQUIREPEER(Use.REFUSED),
    SSLPASSWORD(Use.REFUSED),
    SSLCERTMODE(Use.REFUSED),
    SSLCRL(Use.REFUSED),
    SSLCRLDIR(Use.REFUSED),
    SSL_MIN_PROTOCOL_VERSION(Use.REFUSED),
    SSL_MAX_PROTOCOL_VERSION(Use.REFUSED),
    MIN_PROTOCOL_VERSION(Use.REFUSED),
    MAX_PROTOCOL_VERSION(Use.REFUSED),
    KRBSRVNAME(Use.REFUSED),
    GSSLIB(Use.REFUSED),
    GSSDELEGATION(Use.REFUSED),
    REPLICATION(Use.REFUSED);

    private enum Use {
        TAKEN,
        IGNORED,
        REFUSED
    }

    private final Use use;
    private final String allowed;

    UriParameter(Use use) {
        this.use = use;
        this.allowed = "";
    }

    UriParameter(Stream<String> allowed) {
        this.use = Use.TAKEN;
        this.allowed = allowed.collect(Collectors.joining(", "));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<UriParameter> of(String word) {
        return Arrays.stream(values())
                .filter(parameter -> parameter.word().equals(word))
                .findFirst();
    }

    void check(String value) {
        if (use == Use.REFUSED) {
            throw EndpointException.invalid("URI parameter '" + word() + "' is not supported", "leave it out");
        }
        if (!allowed.isEmpty() && !List.of(allowed.split(", ", -1)).contains(value)) {
            throw EndpointException.invalid(
                    "URI parameter '" + word() + "' has a value that is not allowed", "use one of: " + allowed);
        }
        if (this == CONNECT_TIMEOUT && !value.strip().matches("-?\\d{1,6}")) {
            throw EndpointException.invalid("URI parameter 'connect_timeout' is not a number of seconds");
        }
        if (this == SSLROOTCERT && value.equals("system")) {
            throw EndpointException.invalid(
                    "URI parameter 'sslrootcert' cannot be 'system'", "name the file of the certificate authority");
        }
    }

    static EndpointException unknown(String word) {
        // Names outside this shape are not echoed: they may be a piece of a badly encoded password.
        if (!word.matches("[A-Za-z_]{1,40}")) {
            return EndpointException.invalid("the URI has a parameter that libpq does not know");
        }
        String nearest = Arrays.stream(values())
                .filter(parameter -> parameter.use == Use.TAKEN)
                .map(UriParameter::word)
                .min(Comparator.comparingInt((String known) -> distance(known, word.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
        return EndpointException.invalid(
                "URI parameter '" + word + "' is unknown; the nearest known one is '" + nearest + "'",
                "known parameters: "
                        + Arrays.stream(values())
                                .filter(parameter -> parameter.use == Use.TAKEN)
                                .map(UriParameter::word)
                                .collect(Collectors.joining(", ")));
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
