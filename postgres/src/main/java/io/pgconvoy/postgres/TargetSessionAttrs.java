package io.pgconvoy.postgres;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which server of several is wanted; libpq's {@code target_session_attrs}. */
public enum TargetSessionAttrs {
    ANY,
    READ_WRITE,
    READ_ONLY,
    PRIMARY,
    STANDBY,
    PREFER_STANDBY;

    public static Optional<TargetSessionAttrs> ofWord(String word) {
        return Arrays.stream(values())
                .filter(attrs -> attrs.word().equals(word))
                .findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * @param inRecovery what {@code pg_is_in_recovery()} says
     * @param readOnly whether new transactions are read-only there
     */
    boolean accepts(boolean inRecovery, boolean readOnly) {
        return switch (this) {
            case ANY -> true;
            case READ_WRITE -> !readOnly;
            case READ_ONLY -> readOnly;
            case PRIMARY -> !inRecovery;
            case STANDBY, PREFER_STANDBY -> inRecovery;
        };
    }
}
