package io.pgconvoy.planner.domain;

import io.pgconvoy.contract.Job.Statement;
import io.pgconvoy.contract.TableName;
import java.util.Optional;

/**
 * A foreign key on the source, of a whole table, not inherited from a parent's.
 *
 * @param add adds it without reading rows where that is possible
 * @param validate checks the rows, where the source's key is validated and {@code add} did not check them
 * @param bytes size of the referencing table, partitions included, which a check of its rows reads; 0 when none is due
 */
public record SourceForeignKey(TableName table, String name, Statement add, Optional<Statement> validate, long bytes) {}
