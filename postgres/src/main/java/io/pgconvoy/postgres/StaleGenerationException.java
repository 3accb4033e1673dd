package io.pgconvoy.postgres;

import io.pgconvoy.contract.Generation;
import java.sql.SQLException;

/** The work belongs to a generation that is no longer the migration's: roll back, it counts for nothing. */
public final class StaleGenerationException extends SQLException {
    /** In a class PostgreSQL leaves to applications. */
    static final String SQL_STATE = "PV001";

    StaleGenerationException(Generation generation) {
        super("generation " + generation + " is not the migration's generation any more", SQL_STATE);
    }
}
