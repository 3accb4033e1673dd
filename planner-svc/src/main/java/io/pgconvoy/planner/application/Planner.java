package io.pgconvoy.planner.application;

import io.pgconvoy.contract.ErrorCode;
import io.pgconvoy.contract.MigrationEvent;
import io.pgconvoy.contract.MigrationEvent.CancelRequested;
import io.pgconvoy.contract.MigrationEvent.MigrationAccepted;
import io.pgconvoy.contract.MigrationEvent.MigrationRejected;
import io.pgconvoy.contract.MigrationId;
import io.pgconvoy.contract.Request.CancelMigration;
import io.pgconvoy.contract.Request.SubmitMigration;
import io.pgconvoy.contract.RequestError;
import io.pgconvoy.contract.state.MigrationState;
import io.pgconvoy.contract.state.MigrationState.Accepted;
import io.pgconvoy.contract.wire.RequestReader.Reading;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/**
 * The process manager: answers requests and runs one {@link MigrationProcess} per migration. Every planner folds every
 * migration's facts; it acts only for those whose facts lie in a
 * partition with the number of one of the requests topic that it owns. Thread-safe.
 */
public final class Planner implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Planner.class);
    private static final long SNAPSHOT_CHECK_SECONDS = 2;
    /** A fact comes back within milliseconds; longer means that Kafka is in trouble. */
    private static final long FOLD_SECONDS = 30;

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Facts facts;
    private final Orders orders;
    private final Steps steps;
    private final Clock clock;
    private final Executor workers;
    private final ScheduledExecutorService timer;
    private final Map<MigrationId, Entry> entries = new HashMap<>();
    /** Where a migration's facts lie. A request may come from another partition: its key is what people choose. */
    private final Map<MigrationId, Integer> partitions = new HashMap<>();

    private final Set<Integer> owned = new HashSet<>();
    private final Set<Integer> awaited = new HashSet<>();
    private final Set<Integer> live = new HashSet<>();
    private boolean assigned;

    /** @param verdicts held from the judgement of a request until this planner knows the verdict */
    private record Entry(MigrationProcess process, Mailbox mailbox, Lock verdicts) {}

    /** Ports that reach Kafka. */
    public record Outlets(Facts facts, Orders orders) {}

    public Planner(
            Outlets outlets, Databases databases, Clock clock, Executor workers, ScheduledExecutorService timer) {
        this.facts = outlets.facts();
        this.orders = outlets.orders();
        this.steps = new Steps(databases, clock);
        this.clock = clock;
        this.workers = workers;
        this.timer = timer;
        var unusedCheck = timer.scheduleWithFixedDelay(
                this::checkSnapshots, SNAPSHOT_CHECK_SECONDS, SNAPSHOT_CHECK_SECONDS, TimeUnit.SECONDS);
    }

    /** A fact from the events topic, in its partition's order. */
    public void fold(MigrationEvent event, int partition, long offset) {
        Entry entry = entry(event.migration());
        settle(event.migration(), partition, entry);
        entry.mailbox().execute(() -> entry.process().fold(event, offset));
    }

    private synchronized void settle(MigrationId id, int partition, Entry entry) {
        if (partitions.putIfAbsent(id, partition) == null && acts(id)) {
            entry.mailbox().execute(entry.process()::act);
        }
    }

    /** The events topic has these partitions: facts that were there before must be folded before a request is judged. */
    public synchronized void partitionsAre(Set<Integer> all) {
        assigned = true;
        awaited.addAll(all);
        awaited.removeAll(live);
        notifyAll();
    }

    /** Every fact that was in this partition when the planner started has been folded. */
    public void partitionIsLive(int partition) {
        synchronized (this) {
            live.add(partition);
            awaited.remove(partition);
            notifyAll();
        }
        wake();
    }

    /** The partitions of the requests topic, and so the migrations, that this planner acts for. */
    public void own(Set<Integer> partitions) {
        synchronized (this) {
            owned.clear();
            owned.addAll(partitions);
        }
        wake();
    }

    /**
     * Answers one request with exactly one verdict and waits until that is durable and known to this planner, so that the next
     * request under the same name is judged with it. The verdict of a request that came before stands in the facts already: it
     * is judged only when those that were there at the start have been folded.
     *
     * @throws PublicationFailed when it is unknown whether the verdict was written
     */
    public void answer(Reading reading) {
        Optional<MigrationId> migration =
                switch (reading) {
                    case Reading.Refused refused -> refused.migration();
                    case Reading.Read read -> Optional.of(read.request().migration());
                };
        migration.ifPresent(id -> {
            awaitAllLive();
            Entry entry = entry(id);
            entry.verdicts().lock();
            try {
                await(judged(reading, id, entry));
            } finally {
                entry.verdicts().unlock();
            }
        });
    }

    private CompletableFuture<Void> judged(Reading reading, MigrationId id, Entry entry) {
        return entry.mailbox().call(() -> {
            OptionalLong offset = verdict(reading, id, entry.process().state());
            return offset.isPresent() ? entry.process().appended(offset.getAsLong()) : DONE;
        });
    }

    private OptionalLong verdict(Reading reading, MigrationId id, MigrationState state) {
        return switch (reading) {
            case Reading.Refused refused -> reject(id, refused.errors(), refused.hash());
            case Reading.Read(SubmitMigration submit, String hash) -> submit(submit, hash, state);
            case Reading.Read(CancelMigration cancel, String hash) -> cancel(cancel, hash, state);
        };
    }

    private OptionalLong submit(SubmitMigration submit, String hash, MigrationState state) {
        MigrationId id = submit.migration();
        if (!(state instanceof Accepted accepted)) {
            return OptionalLong.of(facts.append(new MigrationAccepted(id, clock.instant(), submit.spec(), hash)));
        }
        if (accepted.course().requestHash().equals(hash)) {
            return OptionalLong.empty(); // the same request again: its verdict stands in the events already
        }
        String remedy = "another migration has this name (it is " + state.phase() + "); choose another";
        return reject(
                id,
                List.of(new RequestError(
                        ErrorCode.NAME_IN_USE, "/metadata/name", Optional.of(id.value()), Optional.empty(), remedy)),
                hash);
    }

    private OptionalLong cancel(CancelMigration cancel, String hash, MigrationState state) {
        MigrationId id = cancel.migration();
        if (state instanceof Accepted && !state.isTerminal()) {
            return OptionalLong.of(facts.append(new CancelRequested(id, clock.instant(), cancel.by())));
        }
        String remedy =
                state instanceof Accepted ? "it is " + state.phase() + " already" : "there is no such migration";
        return reject(
                id,
                List.of(new RequestError(
                        ErrorCode.FIELD_VALUE,
                        "/metadata/name",
                        Optional.of(id.value()),
                        Optional.of("a migration that is under way"),
                        remedy)),
                hash);
    }

    private OptionalLong reject(MigrationId id, List<RequestError> errors, String hash) {
        return OptionalLong.of(facts.append(new MigrationRejected(id, clock.instant(), errors, hash)));
    }

    /** Without bound: requests wait in their topic while the facts cannot be read, and the health check says why. */
    private synchronized void awaitAllLive() {
        try {
            while (!assigned || !awaited.isEmpty()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PublicationFailed("the planner ends before the facts were read", e);
        }
    }

    private static void await(CompletableFuture<Void> folded) {
        try {
            folded.get(FOLD_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            // The verdict is durable, which is what was promised; only a very next request could miss it.
            LOG.warn("A verdict did not come back from the events topic in time");
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a fact never fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Entry entry(MigrationId id) {
        return entries.computeIfAbsent(id, i -> {
            Mailbox mailbox = new Mailbox(workers);
            MigrationProcess.Tools tools = new MigrationProcess.Tools(
                    facts, orders, steps, clock, mailbox, workers, (at, task) -> later(mailbox, at, task));
            return new Entry(new MigrationProcess(i, tools), mailbox, new ReentrantLock());
        });
    }

    private boolean acts(MigrationId id) {
        Integer partition = partitions.get(id);
        return owned.contains(partition) && live.contains(partition);
    }

    private synchronized void wake() {
        entries.forEach((id, entry) -> {
            MigrationProcess process = entry.process();
            entry.mailbox().execute(acts(id) ? process::act : process::rest);
        });
    }

    private void later(Mailbox mailbox, Instant at, Runnable task) {
        long millis = Math.max(1, at.toEpochMilli() - clock.millis());
        var unusedTask = timer.schedule(() -> mailbox.execute(task), millis, TimeUnit.MILLISECONDS);
    }

    private synchronized void checkSnapshots() {
        for (Entry entry : entries.values()) {
            entry.mailbox().execute(entry.process()::checkSnapshot);
        }
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
        entries.values().forEach(e -> e.process().stop());
    }
}
