package io.pgconvoy.worker.adapter.postgres;

import io.pgconvoy.contract.CopyFormat;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.PartRange;
import io.pgconvoy.contract.PartRange.CtidRange;
import io.pgconvoy.contract.PartRange.KeyRange;
import io.pgconvoy.contract.PartRange.NullKeys;
import io.pgconvoy.postgres.Identifiers;
import io.pgconvoy.worker.application.CopyObserver;
import io.pgconvoy.worker.domain.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Streams one table or part from source to target, inside the caller's transactions. */
final class TableCopier {
    private TableCopier() {}

    static Tally whole(Connection source, Connection target, Job.TableCopy copy, CopyObserver observer) {
        return PostgresWork.attempt("copying table " + copy.table(), () -> {
            if (copy.freeze()) {
                PostgresWork.execute(target, "TRUNCATE ONLY " + Identifiers.quote(copy.table()));
            }
            String out = "COPY " + Identifiers.quote(copy.table()) + columns(copy) + " TO STDOUT" + format(copy, false);
            return relay(source, out, target, copy, observer);
        });
    }

    static Tally part(Connection source, Connection target, Job.CopyPart job, CopyObserver observer) {
        Job.TableCopy copy = job.copy();
        String what = "copying part " + job.part() + " of " + job.parts() + " of table " + copy.table();
        return PostgresWork.attempt(what, () -> {
            String selected = copy.columns().stream().map(Identifiers::quote).collect(Collectors.joining(", "));
            String out = "COPY (SELECT " + selected + " FROM ONLY " + Identifiers.quote(copy.table()) + " WHERE "
                    + condition(job.range()) + ") TO STDOUT" + format(copy, false);
            return relay(source, out, target, copy, observer);
        });
    }

    private static String condition(PartRange range) {
        return switch (range) {
            case NullKeys(String key) -> Identifiers.quote(key) + " IS NULL";
            case KeyRange r -> {
                String key = Identifiers.quote(r.keyColumn());
                Optional<String> from = r.from().isPresent()
                        ? Optional.of(key + " >= " + r.from().getAsLong())
                        : Optional.empty();
                Optional<String> below = r.below().isPresent()
                        ? Optional.of(key + " < " + r.below().getAsLong())
                        : Optional.empty();
                yield Stream.of(Optional.of(key + " IS NOT NULL"), from, below)
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(" AND "));
            }
            case CtidRange r ->
                "ctid >= '(" + r.fromPage() + ",0)'"
                        + (r.belowPage().isPresent()
                                ? " AND ctid < '(" + r.belowPage().getAsLong() + ",0)'"
                                : "");
        };
    }

    private static String columns(Job.TableCopy copy) {
        return copy.columns().isEmpty()
                ? ""
                : copy.columns().stream().map(Identifiers::quote).collect(Collectors.joining(", ", " (", ")"));
    }

    private static String format(Job.TableCopy copy, boolean freeze) {
        String format = copy.format() == CopyFormat.BINARY ? "FORMAT binary" : "FORMAT text";
        return " (" + format + (freeze ? ", FREEZE" : "") + ")";
    }

    private static Tally relay(
            Connection source, String out, Connection target, Job.TableCopy copy, CopyObserver observer)
            throws SQLException {
        CopyCounters counters = new CopyCounters();
        observer.copying(copy.table(), counters::rows, counters::bytes);
        String in =
                "COPY " + Identifiers.quote(copy.table()) + columns(copy) + " FROM STDIN" + format(copy, copy.freeze());
        return new CopyRelay(counters).copy(source, out, target, in);
    }
}
