package io.pgconvoy.postgres;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much TLS a connection insists on; libpq's words and meaning. */
public enum SslMode {
    DISABLE,
    ALLOW,
    PREFER,
    REQUIRE,
    VERIFY_CA,
    VERIFY_FULL;

    public static Optional<SslMode> ofWord(String word) {
        return Arrays.stream(values()).filter(mode -> mode.word().equals(word)).findFirst();
    }

    /** As libpq and pgjdbc spell it: {@code verify-full}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
