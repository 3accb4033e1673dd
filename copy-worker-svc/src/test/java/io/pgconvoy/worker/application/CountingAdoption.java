package io.pgconvoy.worker.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Job;
import java.util.ArrayList;
import java.util.List;

/** Holders in memory that can be killed, and a planner's session that can be gone. */
final class CountingAdoption implements Holder.Adoption {
    final List<InMemoryHolder> adopted = new ArrayList<>();
    boolean nameIsDead;

    @Override
    public Holder adopt(Job.Order order) {
        if (nameIsDead) {
            throw new WorkFailed(Failure.of(ErrorCode.SNAPSHOT_GONE, "invalid snapshot identifier"));
        }
        InMemoryHolder holder = new InMemoryHolder(order.snapshot().orElseThrow() + "-own-" + adopted.size());
        adopted.add(holder);
        return holder;
    }

    static final class InMemoryHolder implements Holder {
        private final String name;
        boolean alive = true;
        boolean closed;

        InMemoryHolder(String name) {
            this.name = name;
        }

        @Override
        public String snapshot() {
            return name;
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
