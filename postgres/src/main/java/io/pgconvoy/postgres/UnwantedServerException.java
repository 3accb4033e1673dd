package io.pgconvoy.postgres;

import io.pgconvoy.postgres.Endpoint.Host;
import java.io.Serial;
import java.sql.SQLException;

/** A server answered, and is not of the kind that {@code target_session_attrs} asks for. */
final class UnwantedServerException extends SQLException {
    @Serial
    private static final long serialVersionUID = 1;

    UnwantedServerException(Host host, TargetSessionAttrs wanted) {
        super(host + " is not " + wanted.word() + " as target_session_attrs asks", "08004");
    }
}
