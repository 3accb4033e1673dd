package io.pgconvoy.worker.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import io.pgconvoy.worker.domain.Tally;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A target in memory: commits receipts, fails or waits where a test says so. */
final class ScriptedBench implements Workbench {
    static final Tally TALLY = new Tally(5, 500);

    volatile Optional<Tally> receipt = Optional.empty();
    volatile Optional<RuntimeException> failure = Optional.empty();
    volatile boolean waitsUntilCancelled;
    final List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public Work begin(Job.Order order, Cancellation cancellation) {
        calls.add("begin");
        return new ScriptedWork(cancellation);
    }

    private final class ScriptedWork implements Work {
        private final Cancellation cancellation;

        ScriptedWork(Cancellation cancellation) {
            this.cancellation = cancellation;
        }

        @Override
        public Optional<Tally> claim() {
            return receipt;
        }

        @Override
        public Tally carryOut(Supplier<String> snapshot, CopyObserver observer) {
            calls.add("carryOut");
            if (waitsUntilCancelled) {
                throw cut();
            }
            failure.ifPresent(f -> {
                throw f;
            });
            return TALLY;
        }

        private WorkFailed cut() {
            CountDownLatch cancelled = new CountDownLatch(1);
            cancellation.onCancel(cancelled::countDown);
            try {
                cancelled.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new WorkFailed(Failure.of(ErrorCode.CONNECTION_LOST, "cut by the cancellation"));
        }

        @Override
        public void commit(Tally tally) {
            calls.add("commit");
            receipt = Optional.of(tally);
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
