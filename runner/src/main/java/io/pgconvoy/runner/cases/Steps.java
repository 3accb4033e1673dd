package io.pgconvoy.runner.cases;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run of a case needs beyond its SQL.
 *
 * @param login the role that enters both servers; absent for the superuser
 * @param fields of {@code spec.clone}
 * @param sessions other sessions that are open during the run
 * @param extensionOf id of the case whose extension files are installed, when not its own
 * @param sourceOnly extension files and roles are missing on the target
 * @param plainTarget the target database is a default one, whatever createdb.json says
 * @param targetSql statements for the target before the run, as superuser
 * @param notUnderstood text that no step was made of
 */
record Steps(
        Optional<Login> login,
        Map<String, Object> fields,
        List<Session> sessions,
        Optional<String> extensionOf,
        boolean sourceOnly,
        boolean plainTarget,
        List<String> targetSql,
        List<String> notUnderstood) {
    static final Steps NONE =
            new Steps(Optional.empty(), Map.of(), List.of(), Optional.empty(), false, false, List.of(), List.of());

    Steps {
        fields = Map.copyOf(fields);
        sessions = List.copyOf(sessions);
        targetSql = List.copyOf(targetSql);
        notUnderstood = List.copyOf(notUnderstood);
    }

    /** @param password absent: the server trusts the role */
    record Login(String role, Optional<String> password) {}

    /**
     * A session beside the run.
     *
     * @param before run when it opens, before the request is sent
     * @param whenPlanned run when the first jobs are planned; empty for none
     * @param holdSeconds from the request until {@code after} is run; absent: until the end
     */
    record Session(boolean onSource, String before, String whenPlanned, Optional<Integer> holdSeconds, String after) {}
}
