package io.pgconvoy.postgres;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Ties a program to this process: it is ended when the pipe to its shell closes, which comes however our process ends. (The kernel's
 * parent-death signal would come when the thread ends that started the program.)
 */
final class Leash {
    /**
     * The second background job holds the pipe and nothing else. SIGTERM lets pg_dump and pg_restore cancel their queries on the
     * server; one that cannot do that within seconds is killed.
     */
    private static final String SCRIPT = "exec 3<&0; in=$1; shift; \"$@\" <\"$in\" 3<&- & program=$!;"
            + " { read -r end <&3; kill $program; sleep 5; kill -9 $program; } </dev/null >/dev/null 2>&1 & leash=$!;"
            + " exec 3<&-; wait $program; code=$?; kill $leash; exit $code";

    private Leash() {}

    /** The command to start with a pipe as standard input; exits as {@code command} does. */
    static List<String> on(Path stdin, List<String> command) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "leash", stdin.toString()));
        words.addAll(command);
        return words;
    }
}
