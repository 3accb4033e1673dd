package io.pgconvoy.postgres;

import io.pgconvoy.contract.ErrorCode;
import java.util.List;

/**
 * One row of the table SQLSTATE → failure. The first row that matches counts, so single codes stand before their class. Matching goes by code
 * and by the server's routine name, never by message text, which a server may send in any language.
 *
 * @param state a SQLSTATE or the beginning of one
 * @param routine the server function that must have raised it; empty for any
 * @param meaning said instead of the server's message where that may quote row values
 * @param messageNamesObjectsOnly whether the server's message is safe to show
 */
record SqlStateRow(
        String state, String routine, ErrorCode code, String meaning, String remedy, boolean messageNamesObjectsOnly) {

    static final List<SqlStateRow> TABLE = List.of(
            // Snapshots: PostgreSQL up to 15 says 22023 for an unknown one, later 42704; 55000 when its holder has just
            // ended.
            safe("22023", "ImportSnapshot", ErrorCode.SNAPSHOT_GONE, ""),
            safe("42704", "ImportSnapshot", ErrorCode.SNAPSHOT_GONE, ""),
            safe("55000", "SetTransactionSnapshot", ErrorCode.SNAPSHOT_GONE, ""),
            safe("55000", "ImportSnapshot", ErrorCode.SNAPSHOT_GONE, ""),
            safe(StaleGenerationException.SQL_STATE, "", ErrorCode.STALE_GENERATION, ""),
            safe(RowCountException.SQL_STATE, "", ErrorCode.ROW_COUNT_DIFFERS, "keep both databases and report this"),
            safe("08", "", ErrorCode.CONNECTION_LOST, ""),
            safe("57P04", "", ErrorCode.DATABASE_MISSING, "the database was dropped: create it again"),
            safe("57P", "", ErrorCode.CONNECTION_LOST, ""),
            safe("57014", "", ErrorCode.SERVER_BUSY, ""),
            safe("28", "", ErrorCode.AUTH_FAILED, "check user, password and the server's pg_hba.conf"),
            safe("3D000", "", ErrorCode.DATABASE_MISSING, "create the database or correct its name"),
            safe("42501", "check_enable_rls", ErrorCode.RLS_ACTIVE, "use a role with BYPASSRLS or the table's owner"),
            safe("42501", "", ErrorCode.PRIVILEGE, "grant the missing privilege, then run again"),
            safe("25006", "", ErrorCode.PRIVILEGE, "the server or the role is read-only: connect to the primary"),
            safe("40", "", ErrorCode.SERVER_BUSY, ""),
            safe("55P03", "", ErrorCode.SERVER_BUSY, ""),
            safe("55006", "", ErrorCode.SERVER_BUSY, ""),
            safe("53100", "", ErrorCode.DISK_FULL, "free disk space on the server, then resume"),
            safe("53", "", ErrorCode.SERVER_BUSY, ""),
            hidden(
                    "22021",
                    ErrorCode.ENCODING_MISMATCH,
                    "bytes that the database's encoding does not have",
                    "create the target database with the source's encoding"),
            hidden(
                    "22P05",
                    ErrorCode.ENCODING_MISMATCH,
                    "a character that the database's encoding does not have",
                    "create the target database with the source's encoding"),
            hidden("22", ErrorCode.DATA_REJECTED, "the server rejected a value", ""),
            hidden("23", ErrorCode.CONSTRAINT_VIOLATED, "a constraint is violated", ""),
            hidden("44", ErrorCode.DATA_REJECTED, "a row violates a view's check option", ""),
            hidden("P0", ErrorCode.DATA_REJECTED, "a function or trigger on the server raised an error", ""),
            safe("54", "", ErrorCode.DATA_REJECTED, ""),
            safe("42", "", ErrorCode.SCHEMA_FAILED, ""),
            safe("0A", "", ErrorCode.SCHEMA_FAILED, ""),
            safe("2BP01", "", ErrorCode.SCHEMA_FAILED, ""),
            safe("3F", "", ErrorCode.SCHEMA_FAILED, ""),
            safe("55", "", ErrorCode.INTERNAL, ""),
            safe(CopyCancelledException.SQL_STATE, "", ErrorCode.CANCELLED, ""),
            hidden("", ErrorCode.INTERNAL, "the server reported an error", ""));

    static final SqlStateRow TLS =
            safe("", "", ErrorCode.TLS_FAILED, "check sslmode, sslrootcert and that the certificate names the host");

    static final SqlStateRow LOGIN =
            safe("", "", ErrorCode.AUTH_FAILED, "check user, password and the server's pg_hba.conf");

    static SqlStateRow of(String state, String routine) {
        return TABLE.stream()
                .filter(row -> state.startsWith(row.state))
                .filter(row -> row.routine.isEmpty() || row.routine.equals(routine))
                .findFirst()
                .orElseThrow();
    }

    private static SqlStateRow safe(String state, String routine, ErrorCode code, String remedy) {
        return new SqlStateRow(state, routine, code, "", remedy, true);
    }

    private static SqlStateRow hidden(String state, ErrorCode code, String meaning, String remedy) {
        return new SqlStateRow(state, "", code, meaning, remedy, false);
    }
}
