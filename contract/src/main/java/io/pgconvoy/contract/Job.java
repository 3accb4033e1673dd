package io.pgconvoy.contract;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One unit of work, complete enough that its worker has nothing left to decide. It is done when its receipt is committed on
 * the target, in the same transaction as its effect. Planned once, never changed.
 */
public sealed interface Job {
    JobId id();

    Stage stage();

    /** The tables whose readiness this job waits for or brings about. */
    Set<TableName> tables();

    /** Source bytes behind this job, an estimate that orders jobs; 0 where it has no meaning. */
    long estimatedBytes();

    /** Which jobs may run at the same time is counted per stage; the order is that of the work on one table. */
    enum Stage {
        COPY,
        LARGE_OBJECTS,
        INDEX,
        CONSTRAINT,
        ANALYZE,
        ATTACH,
        FOREIGN_KEY,
        VALIDATE
    }

    /**
     * How one table's rows travel.
     *
     * @param columns names in source order without generated columns; empty for a table that has none
     * @param freeze TRUNCATE and COPY with FREEZE, allowed for a whole table that only this job writes
     */
    record TableCopy(TableName table, List<String> columns, CopyFormat format, boolean freeze, long estimatedBytes) {
        public TableCopy {
            columns = List.copyOf(columns);
        }
    }

    /** Copies whole tables in one target transaction: one large table, or many small ones. */
    record CopyTables(JobId id, List<TableCopy> copies) implements Job {
        public CopyTables {
            copies = List.copyOf(copies);
        }

        @Override
        public Stage stage() {
            return Stage.COPY;
        }

        @Override
        public Set<TableName> tables() {
            return copies.stream().map(TableCopy::table).collect(java.util.stream.Collectors.toUnmodifiableSet());
        }

        @Override
        public long estimatedBytes() {
            return copies.stream().mapToLong(TableCopy::estimatedBytes).sum();
        }
    }

    /** Copies one part of a split table. */
    record CopyPart(JobId id, TableCopy copy, PartRange range, int part, int parts) implements Job {
        @Override
        public Stage stage() {
            return Stage.COPY;
        }

        @Override
        public Set<TableName> tables() {
            return Set.of(copy.table());
        }

        @Override
        public long estimatedBytes() {
            return copy.estimatedBytes();
        }
    }

    /** Copies the contents of large objects with OIDs from {@code firstOid} to {@code lastOid}, both included. */
    record CopyLargeObjects(JobId id, long firstOid, long lastOid, long estimatedBytes) implements Job {
        @Override
        public Stage stage() {
            return Stage.LARGE_OBJECTS;
        }

        @Override
        public Set<TableName> tables() {
            return Set.of();
        }
    }

    /** One statement of a {@link RunStatements} job and what it makes, in words for people. */
    record Statement(String what, String sql) {}

    /** Runs DDL on the target in one transaction: index builds, constraints, attachments, foreign keys. */
    record RunStatements(JobId id, Stage stage, Set<TableName> tables, List<Statement> statements, long estimatedBytes)
            implements Job {
        public RunStatements {
            tables = Set.copyOf(tables);
            statements = List.copyOf(statements);
        }
    }

    /** Gathers planner statistics of {@code targets} on the target, when {@code tables} are copied and built; if it names none, when all are. */
    record AnalyzeTables(JobId id, Set<TableName> tables, List<TableName> targets, long estimatedBytes) implements Job {
        public AnalyzeTables {
            tables = Set.copyOf(tables);
            targets = List.copyOf(targets);
        }

        @Override
        public Stage stage() {
            return Stage.ANALYZE;
        }
    }

    /**
     * A job on its way to a worker: what is sent on the jobs topic.
     *
     * @param snapshot the exported snapshot to import for reading the source
     * @param attempt 1 for the first try
     */
    record Order(
            MigrationId migration,
            Generation generation,
            Optional<String> snapshot,
            int attempt,
            EndpointSpec source,
            EndpointSpec target,
            Job job) {}
}
