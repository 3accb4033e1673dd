package io.pgconvoy.planner.adapter.postgres;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.postgres.ClientTools.Outcome;
import io.pgconvoy.postgres.FailureException;
import io.pgconvoy.postgres.SqlStates;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a client program's complaints mean. Its DETAIL and CONTEXT lines may quote rows and are never used. */
final class ToolFailure {
    /** As psql prints it with VERBOSITY=verbose. */
    private static final Pattern ERROR = Pattern.compile("(?:ERROR|FATAL|PANIC):  ([0-9A-Z]{5}): (.*)");

    private static final Pattern ROUTINE = Pattern.compile("LOCATION:  ([A-Za-z0-9_]+),.*");
    private static final Pattern CONNECTION = Pattern.compile(
            "server closed the connection unexpectedly|terminating connection|Connection refused|connection to server"
                    + " was lost|the database system is|could not connect to server|could not receive data from server");
    private static final Pattern SNAPSHOT = Pattern.compile(
            "invalid snapshot identifier|could not import the requested snapshot|snapshot \".*\" does not exist");

    private ToolFailure() {}

    /**
     * @param what the work that failed, as the beginning of a sentence
     * @param quotesRows whether the server's message could hold row values: then only its SQLSTATE is trusted
     */
    static FailureException of(String what, Outcome outcome, boolean quotesRows) {
        List<String> lines = outcome.stderr();
        String complaint = complaint(outcome);
        if (lines.stream().anyMatch(line -> SNAPSHOT.matcher(line).find())) {
            return new FailureException(Failure.of(ErrorCode.SNAPSHOT_GONE, what + ": " + complaint));
        }
        if (lines.stream().anyMatch(line -> CONNECTION.matcher(line).find())) {
            return new FailureException(Failure.of(ErrorCode.CONNECTION_LOST, what + ": " + complaint));
        }
        Optional<Matcher> error = first(lines, ERROR);
        if (error.isEmpty()) {
            return new FailureException(ofTool(what, complaint));
        }
        String routine = first(lines, ROUTINE).map(m -> m.group(1)).orElse("");
        Failure failure = ofServer(what, error.get().group(1), error.get().group(2), routine);
        boolean vague = failure.code() == ErrorCode.INTERNAL || failure.code() == ErrorCode.DATA_REJECTED;
        if (vague && !quotesRows) {
            String text = what + ": " + error.get().group(2) + " (SQLSTATE "
                    + error.get().group(1) + ")";
            return new FailureException(Failure.of(ErrorCode.SCHEMA_FAILED, text, remedy()));
        }
        return new FailureException(failure);
    }

    private static Failure ofServer(String what, String state, String message, String routine) {
        String fields = "SERROR\0C" + state + "\0M" + message + "\0R" + routine + "\0";
        return SqlStates.failureOf(new PSQLException(new ServerErrorMessage(fields)), what);
    }

    /** pg_dump and pg_restore say no SQLSTATE; what they say is about objects. */
    private static Failure ofTool(String what, String complaint) {
        ErrorCode code = complaint.contains("permission denied") ? ErrorCode.PRIVILEGE : ErrorCode.SCHEMA_FAILED;
        return Failure.of(code, what + ": " + complaint, remedy());
    }

    private static String remedy() {
        return "mend the cause and submit the migration again to an empty target";
    }

    private static String complaint(Outcome outcome) {
        return outcome.stderr().stream()
                .filter(line -> line.contains("ERROR:") || line.contains("error:") || line.contains("FATAL:"))
                .findFirst()
                .map(line -> line.replaceFirst("^psql:.*?: (?=ERROR|FATAL|error)", ""))
                .orElse("exit code " + outcome.exitCode());
    }

    private static Optional<Matcher> first(List<String> lines, Pattern pattern) {
        return lines.stream().map(pattern::matcher).filter(Matcher::find).findFirst();
    }
}
