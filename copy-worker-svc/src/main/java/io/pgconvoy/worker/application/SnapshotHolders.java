package io.pgconvoy.worker.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.Failure;
import io.pgconvoy.contract.Generation;
import io.pgconvoy.contract.Job;
import io.pgconvoy.contract.MigrationEvent.SnapshotShared;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.worker.domain.SnapshotKey;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * This worker's own hold on the snapshots of running migrations: one session for each. So its jobs go on when the planner's
 * session is gone, and a planner can take the snapshot back from here. Thread-safe.
 */
public final class SnapshotHolders implements AutoCloseable {
    private final Map<SnapshotKey, Hold> holds = new ConcurrentHashMap<>();
    private final Holder.Adoption adoption;
    private final Facts facts;
    private final InstantSource clock;
    private final String worker;
    private final int processors;

    /** @param processors that this worker may use: the planner sends it work by them */
    public SnapshotHolders(Holder.Adoption adoption, Facts facts, InstantSource clock, String worker, int processors) {
        this.adoption = adoption;
        this.facts = facts;
        this.clock = clock;
        this.worker = worker;
        this.processors = processors;
    }

    /**
     * The name to import for this order: our own, adopted from the order's on first need. Waits while another lane adopts it.
     *
     * @throws WorkFailed SNAPSHOT_GONE when neither our session nor the order's name is good
     */
    public String snapshotFor(Job.Order order) {
        return holds.computeIfAbsent(SnapshotKey.of(order), key -> new Hold()).snapshot(order);
    }

    /** The rows of this generation and of earlier ones are copied, or lost. */
    public void release(MigrationId migration, Generation last) {
        release(key -> key.isUpTo(migration, last));
    }

    /** The migration has ended. */
    public void release(MigrationId migration) {
        release(key -> key.migration().equals(migration));
    }

    @Override
    public void close() {
        release(key -> true);
    }

    private void release(Predicate<SnapshotKey> which) {
        for (SnapshotKey key : Set.copyOf(holds.keySet())) {
            if (which.test(key)) {
                Optional.ofNullable(holds.remove(key)).ifPresent(Hold::close);
            }
        }
    }

    /** One snapshot: its lock keeps lanes from adopting it twice, and one migration's slow server from delaying another's. */
    private final class Hold {
        private Optional<Holder> holder = Optional.empty();
        private boolean released;

        synchronized String snapshot(Job.Order order) {
            dropWhenDead();
            if (holder.isEmpty()) {
                adopt(order);
            }
            return holder.orElseThrow().snapshot();
        }

        private void dropWhenDead() {
            if (holder.isPresent() && !holder.get().isAlive()) {
                holder.get().close();
                holder = Optional.empty();
            }
        }

        private void adopt(Job.Order order) {
            if (released) {
                throw new WorkFailed(Failure.of(
                        ErrorCode.SNAPSHOT_GONE, "the snapshot of generation " + order.generation() + " was released"));
            }
            Holder adopted = adoption.adopt(order);
            holder = Optional.of(adopted);
            // Not waited for: a planner that never reads it has one holder less to ask, nothing else.
            facts.send(new SnapshotShared(
                    order.migration(),
                    clock.instant(),
                    order.generation(),
                    worker,
                    adopted.snapshot(),
                    OptionalInt.of(processors)));
        }

        synchronized void close() {
            released = true;
            holder.ifPresent(Holder::close);
            holder = Optional.empty();
        }
    }
}
