package io.pgconvoy.worker.application;

import io.pgconvoy.contract.TableName;
import java.util.function.LongSupplier;

/** Told which table a running job copies; reads its counters from another thread while it does. */
public interface CopyObserver {
    /**
     * @param rows rows of this table so far, in this job
     * @param bytes bytes of this table so far, in this job
     */
    void copying(TableName table, LongSupplier rows, LongSupplier bytes);
}
