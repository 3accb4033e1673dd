package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.TableName;
import java.util.List;
import java.util.Optional;

/**
 * An index of a table on the source, with the statements that make it and what belongs to it on the target.
 *
 * @param bytes its size on the source
 * @param build makes the index; empty where PostgreSQL makes it only together with its constraint
 * @param complete the constraint that it serves, CLUSTER ON, REPLICA IDENTITY, statistics targets; needs the index
 * @param parent the partitioned index that it is attached to
 * @param attach attaches it there
 */
public record SourceIndex(
        TableName table,
        TableName name,
        long bytes,
        List<Statement> build,
        List<Statement> complete,
        Optional<TableName> parent,
        Optional<Statement> attach) {
    public SourceIndex {
        build = List.copyOf(build);
        complete = List.copyOf(complete);
    }
}
