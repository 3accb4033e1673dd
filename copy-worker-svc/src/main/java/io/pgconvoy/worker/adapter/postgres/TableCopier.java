package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.postgres.CopyCounters;
import io.pgconvoy.postgres.CopyRelay;
import io.pgconvoy.postgres.CopySql;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.worker.application.CopyObserver;
import io.pgconvoy.worker.domain.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Copies tables and parts between two open transactions. */
record TableCopier(CopyRelay relay, Connection source, Connection target, CopyObserver observer) {
    Tally whole(Job.TableCopy copy) {
        return PostgresWork.attempt("copying table " + copy.table(), () -> {
            if (copy.freeze()) {
                PostgresWork.execute(target, "TRUNCATE ONLY " + Identifiers.quote(copy.table()));
            }
            return copy(copy, Optional.empty());
        });
    }

    Tally part(Job.CopyPart job) {
        String what = "copying part " + job.part() + " of " + job.parts() + " of table "
                + job.copy().table();
        return PostgresWork.attempt(what, () -> copy(job.copy(), Optional.of(job.range())));
    }

    private Tally copy(Job.TableCopy copy, Optional<PartRange> range) throws SQLException {
        CopyCounters counters = new CopyCounters();
        observer.copying(copy.table(), counters::rows, counters::bytes);
        CopySql sql = CopySql.of(copy.table(), copy.columns(), copy.format(), range, copy.freeze());
        CopyRelay.Result result = relay.copy(source, sql.out(), target, sql.in(), counters);
        return new Tally(result.rows(), result.bytes());
    }
}
