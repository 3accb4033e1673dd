package io.pgconvoy.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Failure.Kind;
import java.io.EOFException;
import java.net.SocketException;
import java.sql.SQLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class SqlStatesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        08000 |                        | CONNECTION_LOST     | TRANSIENT
        08006 |                        | CONNECTION_LOST     | TRANSIENT
        57P01 |                        | CONNECTION_LOST     | TRANSIENT
        57P02 |                        | CONNECTION_LOST     | TRANSIENT
        57P03 |                        | CONNECTION_LOST     | TRANSIENT
        57P05 |                        | CONNECTION_LOST     | TRANSIENT
        57P04 |                        | DATABASE_MISSING    | OPERATOR
        57014 |                        | SERVER_BUSY         | TRANSIENT
        53300 |                        | SERVER_BUSY         | TRANSIENT
        53200 |                        | SERVER_BUSY         | TRANSIENT
        40001 |                        | SERVER_BUSY         | TRANSIENT
        40P01 |                        | SERVER_BUSY         | TRANSIENT
        55P03 |                        | SERVER_BUSY         | TRANSIENT
        55006 |                        | SERVER_BUSY         | TRANSIENT
        22023 | ImportSnapshot         | SNAPSHOT_GONE       | SNAPSHOT_GONE
        42704 | ImportSnapshot         | SNAPSHOT_GONE       | SNAPSHOT_GONE
        55000 | SetTransactionSnapshot | SNAPSHOT_GONE       | SNAPSHOT_GONE
        PV001 |                        | STALE_GENERATION    | SNAPSHOT_GONE
        PV002 |                        | ROW_COUNT_DIFFERS   | FATAL
        28P01 |                        | AUTH_FAILED         | OPERATOR
        28000 |                        | AUTH_FAILED         | OPERATOR
        3D000 |                        | DATABASE_MISSING    | OPERATOR
        42501 | aclcheck_error         | PRIVILEGE           | OPERATOR
        42501 | check_enable_rls       | RLS_ACTIVE          | OPERATOR
        25006 |                        | PRIVILEGE           | OPERATOR
        53100 |                        | DISK_FULL           | OPERATOR
        22021 |                        | ENCODING_MISMATCH   | OPERATOR
        22P05 |                        | ENCODING_MISMATCH   | OPERATOR
        42P01 |                        | SCHEMA_FAILED       | OPERATOR
        22023 | other                  | DATA_REJECTED       | FATAL
        22P02 |                        | DATA_REJECTED       | FATAL
        23505 |                        | CONSTRAINT_VIOLATED | FATAL
        23502 |                        | CONSTRAINT_VIOLATED | FATAL
        P0001 |                        | DATA_REJECTED       | FATAL
        PV004 |                        | CANCELLED           | OPERATOR
        55000 | other                  | INTERNAL            | FATAL
        XX000 |                        | INTERNAL            | FATAL
        25P02 |                        | INTERNAL            | FATAL
        """)
    void eachSqlStateHasOneMeaning(String state, String routine, ErrorCode code, Kind kind) {
        Failure failure = SqlStates.failureOf(server(state, routine == null ? "" : "R" + routine + "\0"), "copying");
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.sqlState()).contains(state);
    }

    @Test
    void noTextOfAFailureHoldsRowValues() {
        for (String state : new String[] {"22P02", "22003", "23505", "23514", "P0001", "XX000", "22021"}) {
            String fields = "DKey (ssn)=(CANARY) exists.\0WCOPY t, line 7, column a: \"CANARY\"\0";
            Failure failure = SqlStates.failureOf(server(state, fields), "copying a.b");
            assertThat(failure.toString()).doesNotContain("CANARY").contains("copying a.b", "row of the stream 7");
        }
        Failure named = SqlStates.failureOf(server("42501", "DCANARY\0"), "copying a.b");
        assertThat(named.what()).isEqualTo("copying a.b: says CANARY (SQLSTATE 42501)");
    }

    @Test
    void constraintTableAndColumnAreNamed() {
        Failure failure = SqlStates.failureOf(server("23505", "ss\0tt\0ncc\0cx\0"), "copying");
        assertThat(failure.what())
                .isEqualTo("copying: a constraint is violated; constraint cc; table s.t; column x (SQLSTATE 23505)");
    }

    @Test
    void brokenConnectionsAreTransientAndBrokenTlsIsNot() {
        assertThat(SqlStates.failureOf(new SocketException("Socket closed"), "x")
                        .code())
                .isEqualTo(ErrorCode.CONNECTION_LOST);
        assertThat(SqlStates.failureOf(new IllegalStateException(new EOFException()), "x")
                        .code())
                .isEqualTo(ErrorCode.CONNECTION_LOST);
        SQLException tls = new SQLException("x", "08006", new SSLHandshakeException("no path"));
        assertThat(SqlStates.failureOf(tls, "x").code()).isEqualTo(ErrorCode.TLS_FAILED);
    }

    @Test
    void whatIsAlreadyAFailureStaysThatFailure() {
        Failure failure = Failure.of(ErrorCode.CLIENT_TOOLS, "w", "r");
        assertThat(SqlStates.failureOf(new IllegalStateException(new FailureException(failure)), "x"))
                .isSameAs(failure);
        assertThat(SqlStates.failureOf(new IllegalStateException("CANARY"), "x").what())
                .isEqualTo("x: java.lang.IllegalStateException");
    }

    private static PSQLException server(String state, String moreFields) {
        return new PSQLException(
                new ServerErrorMessage("SERROR\0VERROR\0C" + state + "\0Msays CANARY\0" + moreFields), false);
    }
}
