package io.pgconvoy.worker.application;

import io.pgconvoy.contract.Progress;

/** Where progress samples go. Never waits and never fails: a sample may be lost. Thread-safe. */
public interface ProgressReports {
    void report(Progress sample);
}
