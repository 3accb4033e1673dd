package io.pgconvoy.postgres;

import java.sql.SQLException;

/** The copy was cancelled from this side: roll back. */
public final class CopyCancelledException extends SQLException {
    static final String SQL_STATE = "PV004";

    CopyCancelledException(Throwable cause) {
        super("the copy was cancelled", SQL_STATE, cause);
    }
}
