package io.pgconvoy.runner.watch;

import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.state.MigrationState.Cancelled;
import io.pgconvoy.contract.state.MigrationState.Failed;
import io.pgconvoy.status.domain.Projection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why something did not work, one line per failure: {@code CODE: what; remedy}. Pure. */
public final class FailureLines {
    private FailureLines() {}

    /** The failures behind this outcome; none for one that is no failure. */
    public static List<String> of(MigrationWatcher.Outcome outcome) {
        Projection projection = outcome.projection();
        if (outcome.exitCode() == ExitCode.REJECTED) {
            return projection.rejection().map(MigrationRejected::errors).orElse(List.of()).stream()
                    .map(FailureLines::of)
                    .toList();
        }
        return switch (projection.state()) {
            case Failed s -> s.failures().stream().map(FailureLines::of).toList();
            case Cancelled s ->
                s.left().stream()
                        .map(left -> Printable.of("CANCELLED: left behind: " + left))
                        .toList();
            default -> List.of();
        };
    }

    public static String of(Failure failure) {
        return Printable.of(Stream.concat(Stream.of(failure.code() + ": " + failure.what()), failure.remedy().stream())
                .collect(Collectors.joining("; ")));
    }

    public static String of(RequestError error) {
        String where = error.pointer().isEmpty() ? "the request" : error.pointer();
        return Printable.of(error.code() + ": " + where
                + error.found().map(f -> ": found " + f).orElse("")
                + error.allowed().map(a -> "; allowed: " + a).orElse("")
                + "; " + error.remedy());
    }
}
