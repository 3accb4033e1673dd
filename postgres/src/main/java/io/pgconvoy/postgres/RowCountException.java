package io.pgconvoy.postgres;

import java.sql.SQLException;

/** Source and target counted differently: roll back, nothing of this copy may stay. */
public final class RowCountException extends SQLException {
    static final String SQL_STATE = "PV002";

    RowCountException(long sourceRows, long targetRows) {
        super("the source sent " + sourceRows + " rows but the target stored " + targetRows, SQL_STATE);
    }
}
