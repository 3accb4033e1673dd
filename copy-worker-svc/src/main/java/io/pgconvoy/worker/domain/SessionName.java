package io.pgconvoy.worker.domain;

import io.pgconvoy.contract.Job;
import java.nio.charset.StandardCharsets;

/** How our sessions call themselves in {@code pg_stat_activity}, so that a person there sees which job they serve. */
public final class SessionName {
    /** PostgreSQL cuts at 63 bytes, without regard for characters: we cut before it does. */
    static final int LONGEST = 63;

    private SessionName() {}

    /** {@code pgconvoy/<migration>/g<generation>/<job>}. */
    public static String of(Job.Order order) {
        return cut("pgconvoy/" + order.migration() + "/g" + order.generation() + "/"
                + order.job().id());
    }

    /** {@code pgconvoy/<migration>/g<generation>/snapshot}. */
    public static String of(SnapshotKey snapshot) {
        return cut("pgconvoy/" + snapshot.migration() + "/g" + snapshot.generation() + "/snapshot");
    }

    private static String cut(String name) {
        int end = name.length();
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end);
    }
}
