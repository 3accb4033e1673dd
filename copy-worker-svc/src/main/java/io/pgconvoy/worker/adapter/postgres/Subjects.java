package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.TableName;
import io.pgconvoy.postgres.Receipts.Subject;
import java.util.Optional;
import java.util.OptionalInt;

/** How a job is described in its receipt. */
final class Subjects {
    private Subjects() {}

    static Subject of(Job job) {
        Optional<TableName> table =
                job.tables().size() == 1 ? job.tables().stream().findFirst() : Optional.empty();
        OptionalInt part = job instanceof Job.CopyPart p ? OptionalInt.of(p.part()) : OptionalInt.empty();
        return new Subject(job.getClass().getSimpleName(), table, part);
    }
}
