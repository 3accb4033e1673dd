package io.pgconvoy.contract;

import java.util.List;
import java.util.Optional;

/**
 * Why something failed, in a form that both a policy and a person can act on. Never holds row values or secrets.
 *
 * @param code stable word from {@link ErrorCode}
 * @param kind who acts next
 * @param sqlState five characters as PostgreSQL sent them, where it was PostgreSQL
 * @param what one sentence: what failed and where
 * @param remedy what a person can do, as sentences or statements; may be empty
 */
public record Failure(ErrorCode code, Kind kind, Optional<String> sqlState, String what, List<String> remedy) {
    public Failure {
        remedy = List.copyOf(remedy);
    }

    /** Decides who acts next: nobody (retry), the planner (new generation), an operator, or no one ever. */
    public enum Kind {
        /** The same attempt may work later: bounded retry. */
        TRANSIENT,
        /** The snapshot of this generation cannot be imported any more. */
        SNAPSHOT_GONE,
        /** A person must change something on a server or in the request. */
        OPERATOR,
        /** Trying again cannot help: evidence is kept. */
        FATAL
    }

    public static Failure of(ErrorCode code, String what, String... remedy) {
        return new Failure(code, code.kind(), Optional.empty(), what, List.of(remedy));
    }
}
