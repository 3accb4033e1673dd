package io.pgconvoy.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** Translates what PostgreSQL, the driver or the network said into a {@link Failure}. The only place that reads SQLSTATE. */
public final class SqlStates {
    /** Of {@code COPY t, line 5, column c: "value"} only the number is ever taken. */
    private static final Pattern COPY_LINE = Pattern.compile(", line (\\d{1,19})");

    private SqlStates() {}

    /**
     * @param what the work that failed, as the beginning of a sentence ("copying table a.b")
     * @return its text never holds row values: the server's DETAIL and CONTEXT are not used, its message only where it names objects
     */
    public static Failure failureOf(Throwable thrown, String what) {
        Throwable known = firstKnown(thrown);
        return switch (known) {
            case FailureException e -> e.failure();
            case SQLException e -> ofSql(e, what);
            case IOException e ->
                Failure.of(
                        ErrorCode.CONNECTION_LOST,
                        what + ": the connection broke (" + e.getClass().getSimpleName() + ")");
            default ->
                Failure.of(
                        ErrorCode.INTERNAL,
                        what + ": " + known.getClass().getName(),
                        "this is a defect: please report it");
        };
    }

    /**
     * For a connection that could not be opened.
     *
     * @param unreachable {@link ErrorCode#SOURCE_UNREACHABLE} or {@link ErrorCode#TARGET_UNREACHABLE}: used when no server answered
     */
    public static Failure connectFailureOf(Throwable thrown, Endpoint endpoint, ErrorCode unreachable) {
        String what = "connecting to " + endpoint.describe();
        Failure failure = failureOf(thrown, what);
        if (failure.code() != ErrorCode.CONNECTION_LOST) {
            return failure;
        }
        return new Failure(
                unreachable,
                unreachable.kind(),
                failure.sqlState(),
                what + ": " + unreachableReason(thrown),
                List.of(
                        thrown instanceof UnwantedServerException
                                ? "name a server of that kind, or leave target_session_attrs out"
                                : "check host, port, firewall and that the server is running"));
    }

    /** The driver says only that the attempt failed where the name is what is wrong. */
    private static String unreachableReason(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof UnknownHostException) {
                return "no address is known for the host";
            }
        }
        String line = firstLine(firstKnown(thrown));
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    private static Throwable firstKnown(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof FailureException || t instanceof SQLException || t instanceof IOException) {
                return t;
            }
        }
        return thrown;
    }

    private static Failure ofSql(SQLException e, String what) {
        if (isRefusedByDriver(e)) {
            // The words SSL and TLS stand in every translation of the driver's message.
            boolean tls = String.valueOf(e.getMessage()).matches("(?s).*\\b(SSL|TLS)\\b.*");
            return failure(tls ? SqlStateRow.TLS : SqlStateRow.LOGIN, e.getSQLState(), what + ": " + firstLine(e));
        }
        if (isTls(e)) {
            return failure(SqlStateRow.TLS, e.getSQLState(), what + ": the TLS handshake failed: " + tlsReason(e));
        }
        String state = Optional.ofNullable(e.getSQLState()).orElse("");
        ServerErrorMessage server = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
        SqlStateRow row = SqlStateRow.of(state, server == null ? "" : orEmpty(server.getRoutine()));
        return failure(row, state, what + ": " + sentence(row, state, e, server));
    }

    private static Failure failure(SqlStateRow row, String state, String what) {
        return new Failure(
                row.code(),
                row.code().kind(),
                Optional.ofNullable(state).filter(s -> !s.isEmpty()),
                what,
                row.remedy().isEmpty() ? List.of() : List.of(row.remedy()));
    }

    private static String sentence(SqlStateRow row, String state, SQLException e, ServerErrorMessage server) {
        if (server == null) {
            // The driver's own words: about connections and protocol, not about rows.
            return Optional.ofNullable(e.getMessage())
                            .flatMap(text -> text.lines().findFirst())
                            .orElse("no message")
                    + suffix(state);
        }
        String text = row.messageNamesObjectsOnly() ? orEmpty(server.getMessage()) : row.meaning();
        return text + objects(server) + suffix(state);
    }

    private static String objects(ServerErrorMessage server) {
        StringBuilder text = new StringBuilder();
        append(text, "constraint", server.getConstraint());
        if (server.getTable() != null) {
            append(text, "table", orEmpty(server.getSchema()) + "." + server.getTable());
        }
        append(text, "column", server.getColumn());
        Matcher line = COPY_LINE.matcher(orEmpty(server.getWhere()));
        if (line.find()) {
            append(text, "row of the stream", line.group(1));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String label, String value) {
        if (value != null) {
            text.append("; ").append(label).append(' ').append(value);
        }
    }

    private static String suffix(String state) {
        return state.isEmpty() ? "" : " (SQLSTATE " + state + ")";
    }

    private static String firstLine(Throwable e) {
        return Optional.ofNullable(e.getMessage())
                .flatMap(text -> text.lines().findFirst())
                .orElse("no message");
    }

    /** A server that offers no TLS where it is required, or a login method that lacks a password: the driver gives both one SQLSTATE. */
    private static boolean isRefusedByDriver(SQLException e) {
        return e instanceof PSQLException p
                && p.getServerErrorMessage() == null
                && PSQLState.CONNECTION_REJECTED.getState().equals(e.getSQLState());
    }

    /** The driver raises its own TLS refusals, such as a host name that does not match, in this package and without a cause. */
    private static boolean isTls(SQLException e) {
        boolean fromTlsCode = Arrays.stream(e.getStackTrace()).limit(3).anyMatch(frame -> frame.getClassName()
                .startsWith("org.postgresql.ssl."));
        if (fromTlsCode) {
            return true;
        }
        for (Throwable t = e.getCause(); t != null; t = t.getCause()) {
            if (t instanceof SSLException) {
                return true;
            }
        }
        return false;
    }

    private static String tlsReason(SQLException e) {
        Throwable last = e;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return Optional.ofNullable(last.getMessage())
                .map(text -> text.replaceFirst("( by hostnameverifier \\w+)?\\.?$", ""))
                .orElse(last.getClass().getSimpleName());
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
