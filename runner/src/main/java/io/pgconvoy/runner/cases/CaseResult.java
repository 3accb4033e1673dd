package io.pgconvoy.runner.cases;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of one run of a case.
 *
 * @param observed absent when the case could not be set up
 * @param messages of the run, then differences, then why it could not be set up
 */
record CaseResult(Wanted wanted, Optional<Observed> observed, List<String> messages, Duration took) {
    CaseResult {
        messages = List.copyOf(messages);
    }

    /** @param id of the case, with the number of the run if it is not the first */
    record Wanted(String id, Right right) {}

    boolean isRight() {
        return observed.filter(o -> o.isRight(wanted.right())).isPresent();
    }

    String got() {
        return observed.map(Observed::word).orElse("NOT-RUN");
    }

    /** One line, whatever the messages hold. */
    String line() {
        String said = String.join(" | ", messages).replaceAll("\\s+", " ");
        return String.format(
                        "%-5s %-8s wanted %-15s got %-15s %5.1f s  %s",
                        isRight() ? "right" : "WRONG",
                        wanted.id(),
                        wanted.right().word(),
                        got(),
                        took.toMillis() / 1000.0,
                        said)
                .stripTrailing();
    }
}
